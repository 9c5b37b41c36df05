import {demoClock} from './clock.ts';
import {messageLines} from './message-lines.ts';
import type {Answer, Stage} from './stage.ts';
import {type Beginning, resumeLine} from './talk.ts';
import {takeTurn} from './turn.ts';

/** Lines are as wide as they like: whoever reads a pipe wants to find whole sentences. */
const COLUMNS = 10_000;

async function* linesOf(input: NodeJS.ReadStream): AsyncGenerator<string, undefined> {
	let rest = '';
	for await (const chunk of input.setEncoding('utf8')) {
		const lines = `${rest}${chunk}`.split('\n');
		rest = lines.pop() ?? '';
		yield* lines;
	}
	if (rest !== '') yield rest;
}

const print = (line: string): void => {
	process.stdout.write(`${line.replace(/\x1b\[[0-9;]*m/g, '')}\n`);
};

/** Only what is surely a yes counts as one. */
const answerIn = (line: string): Answer => {
	const text = line.trim().toLowerCase();
	if (text === '2') return "Yes, and don't ask again";
	return ['1', 'y', 'yes'].includes(text) ? 'Yes' : 'No';
};

const plainStage = (lines: AsyncGenerator<string, undefined>): Stage => ({
	begin: () => {},
	end: () => {},
	show: (type, content) => {
		// The prompt is what was piped in; repeating it would only be noise.
		if (type !== 'user') for (const line of messageLines({type, content}, COLUMNS)) if (line !== '') print(line);
	},
	printLines: printed => {
		for (const line of printed) if (line !== '') print(line);
	},
	streamWord: word => process.stdout.write(`${word} `),
	endStream: () => print(''),
	ask: async question => {
		print(`${question} [1 Yes, 2 Yes, and don't ask again, 3 No]`);
		const line = await lines.next();
		return line.done ? undefined : answerIn(line.value);
	},
	quit: (code, lastWords) => {
		print(lastWords);
		process.exit(code);
	},
});

/** Without a terminal: every line is a prompt, or the answer to a question, until there are no more. */
export const talkPlainly = async (beginning: Beginning): Promise<void> => {
	process.stdout.on('error', () => process.exit(141));
	const lines = linesOf(process.stdin);
	const agent = {
		stage: plainStage(lines),
		clock: demoClock(beginning.speed),
		cwd: beginning.cwd,
		allowed: new Set<string>(),
	};
	const {conversation} = beginning;
	if (conversation.messages.length > 0) print(`I remember ${conversation.messages.length} messages.`);
	for (let prompt: string | undefined = beginning.prompt; prompt !== undefined; prompt = (await lines.next()).value) {
		if (prompt.trim() === '/exit') break;
		if (prompt.trim() !== '') await takeTurn(prompt.trim(), conversation, agent);
	}
	if (conversation.messages.length > 0) print(resumeLine(conversation));
	process.exit(0);
};
