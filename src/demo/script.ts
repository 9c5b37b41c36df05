/** What the agent does about a prompt, one after another. */
export type Step =
	| {readonly kind: 'work' | 'stream' | 'detach'; readonly seconds: number}
	| {readonly kind: 'ask'; readonly question: string}
	| {readonly kind: 'write' | 'append'; readonly path: string; readonly text: string}
	| {readonly kind: 'delete'; readonly path: string}
	| {readonly kind: 'run'; readonly command: string}
	| {readonly kind: 'remember' | 'say' | 'chat'; readonly text: string}
	| {readonly kind: 'todo'; readonly items: readonly string[]}
	| {readonly kind: 'crash'; readonly code: number}
	| {readonly kind: 'spam'; readonly lines: number}
	| {readonly kind: 'edit' | 'recall' | 'hang'};

type Command = {
	readonly pattern: RegExp;
	/** Its text may contain the word "then"; only a command after it starts a new step. */
	readonly freeText: boolean;
	readonly step: (groups: readonly (string | undefined)[]) => Step;
};

/** A day: longer waits would overflow a timer, and nobody waits that long for a demo. */
const LONGEST = 86_400;
const MOST_LINES = 1_000_000;

const NUMBER = '(\\d+(?:\\.\\d+)?)';
const SECONDS = `(?:\\s+${NUMBER}\\s*(?:s|secs?|seconds?)?)?(?=\\s|$)`;
const PATH = '("[^"]+"|\'[^\']+\'|\\S+)';

const command = (pattern: string, freeText: boolean, step: Command['step']): Command => ({
	pattern: new RegExp(`^${pattern}`, 'is'),
	freeText,
	step,
});

const numberOr = (text: string | undefined, otherwise: number, most: number): number =>
	text === undefined ? otherwise : Math.min(Number(text), most);

const unquote = (path = ''): string => path.replace(/^(["'])(.*)\1$/s, '$2');

const asQuestion = (text: string): string => (/[?!.:]$/.test(text) ? text : `${text}?`);

/** The first that matches wins. */
const COMMANDS: readonly Command[] = [
	command(`work(?:\\s+slowly)?(?:\\s+for)?${SECONDS}`, false, ([n]) => ({
		kind: 'work',
		seconds: numberOr(n, 5, LONGEST),
	})),
	command(`stream(?:\\s+for)?${SECONDS}`, false, ([n]) => ({kind: 'stream', seconds: numberOr(n, 5, LONGEST)})),
	command('ask(?:\\s+(.+))?$', true, ([question = 'Do you want to run npm test?']) => ({
		kind: 'ask',
		question: asQuestion(question),
	})),
	command(`write\\s+${PATH}(?:\\s+(.+))?$`, true, ([path, text = 'Written by the demo agent.']) => ({
		kind: 'write',
		path: unquote(path),
		text,
	})),
	command(`append\\s+${PATH}(?:\\s+(.+))?$`, true, ([path, text = 'Appended by the demo agent.']) => ({
		kind: 'append',
		path: unquote(path),
		text,
	})),
	command(`delete\\s+${PATH}$`, false, ([path]) => ({kind: 'delete', path: unquote(path)})),
	command('edit(?=\\s|$)', false, () => ({kind: 'edit'})),
	command('run\\s+(.+)$', true, ([text = '']) => ({kind: 'run', command: text})),
	command(`detach${SECONDS}`, false, ([n]) => ({kind: 'detach', seconds: numberOr(n, 600, LONGEST)})),
	command('remember\\s+(.+)$', true, ([text = '']) => ({kind: 'remember', text})),
	command('(?:recall|what do you remember)\\s*[?.!]*$', false, () => ({kind: 'recall'})),
	command('say\\s+(.+)$', true, ([text = '']) => ({kind: 'say', text})),
	command('todo(?::|(?=\\s|$))(.*)$', true, ([text = '']) => ({
		kind: 'todo',
		items: text
			.split(/[;\n]/)
			.map(item => item.trim())
			.filter(item => item !== ''),
	})),
	command('crash(?:\\s+(\\d+))?$', false, ([code]) => ({kind: 'crash', code: numberOr(code, 3, 255)})),
	command('hang$', false, () => ({kind: 'hang'})),
	command('spam(?:\\s+(\\d+))?$', false, ([n]) => ({kind: 'spam', lines: numberOr(n, 1000, MOST_LINES)})),
];

const commandOf = (text: string): Command | undefined => COMMANDS.find(({pattern}) => pattern.test(text));

type Part = {readonly command: Command | undefined; text: string};

/** `say a then b` stays one sentence; `say a then work 2` and `work 2 then whatever` are two steps. */
const partsOf = (prompt: string): Part[] => {
	const parts: Part[] = [];
	let previous: Part | undefined;
	for (const [index, piece] of prompt.split(/\s(then)\s/i).entries()) {
		// The odd pieces are the separators, kept by the split as they were written.
		if (index % 2 === 1) continue;
		const text = piece.trim();
		const found = commandOf(text);
		if (previous && !found && (previous.command?.freeText ?? true)) {
			previous.text += ` then ${text}`;
		} else {
			previous = {command: found, text};
			parts.push(previous);
		}
	}
	return parts;
};

/** PURE: what a prompt makes the agent do. */
export const plan = (prompt: string): Step[] =>
	partsOf(prompt.trim()).map(({command: found, text}) => {
		const groups = found?.pattern.exec(text)?.slice(1);
		return found && groups ? found.step(groups) : {kind: 'chat', text};
	});
