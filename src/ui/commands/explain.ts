import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {SquadError} from '../../session/errors.ts';
import type {Explanation} from '../../session/explain-screen.ts';
import {type Call, type Command, JSON_OPTION} from '../command.ts';
import {linesOf} from '../lines-of.ts';
import {hasFlag, requireWords, textFlag} from '../parse-arguments.ts';
import {painter, safe} from '../print.ts';

const print = ({terminal, json}: Call, {options, ...reading}: Explanation, about: Readonly<Record<string, string>>) => {
	const listed = options.map(({number, label, chosen}) => ({number, label, chosen}));
	if (json) {
		terminal.out(`${JSON.stringify({...about, ...reading, options: listed}, null, 2)}\n`);
		return 0;
	}
	const paint = painter(terminal.colours);
	const facts: readonly (readonly [string, string | null])[] = [
		['rule', reading.rule],
		['line', reading.line],
		['source', reading.source],
		['question', reading.question],
		...listed.map(({number, label, chosen}): [string, string] => [`option ${number}`, `${label}${chosen ? ' ←' : ''}`]),
	];
	terminal.out(`${paint('bold', reading.activity)}  ${safe(Object.values(about).join('  '))}\n`);
	for (const [name, value] of facts) {
		if (value !== null) terminal.out(`  ${paint('dim', name.padEnd(10))}${safe(value)}\n`);
	}
	return 0;
};

const savedScreen = async ({terminal}: Call, path: string): Promise<string> => {
	if (path === '-') {
		return (await terminal.readInput()).toString('utf8');
	}
	try {
		return readFileSync(resolve(terminal.cwd, path), 'utf8');
	} catch (cause) {
		const why = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
		throw new SquadError(
			'failed',
			`the screen ${path} cannot be read (${why})`,
			'name a file, or - for standard input',
		);
	}
};

/** One answer for each line, in order, as soon as it is read. */
const explainLines = async ({squad, terminal}: Call): Promise<number> => {
	const [{explainLine}, {settings}] = await Promise.all([import('../../session/explain-screen.ts'), squad.settings()]);
	let failed = false;
	for await (const lines of linesOf(terminal.readChunks())) {
		let out = '';
		for (const line of lines) {
			const answer = explainLine(line, settings.agents);
			failed ||= answer.error !== undefined;
			out += `${JSON.stringify(answer)}\n`;
		}
		terminal.out(out);
	}
	return failed ? 1 : 0;
};

const wrongFlags = (message: string): SquadError =>
	new SquadError('usage', message, '`squad explain --help` shows the three ways to ask');

const explainFile = async (call: Call, agent: string, path: string): Promise<number> => {
	const [{explainScreen}, {settings}, screen] = await Promise.all([
		import('../../session/explain-screen.ts'),
		call.squad.settings(),
		savedScreen(call, path),
	]);
	return print(call, explainScreen(agent, {screen, title: textFlag(call, 'title') ?? '', custom: settings.agents}), {
		agent,
	});
};

export const explainCommand: Command = {
	name: 'explain',
	usage: 'explain <id> | --agent <name> --screen <file> | --jsonl',
	about: 'why its activity is what squad says: the rule, the line, the source',
	options: {
		agent: {type: 'string', value: 'name', about: 'whose screen it is'},
		screen: {type: 'string', value: 'file', about: 'a saved screen instead of a session (- reads standard input)'},
		title: {type: 'string', value: 'text', about: "the terminal's title when it was saved"},
		jsonl: {
			type: 'boolean',
			about: 'many screens: {"agent", "screen", "title"?} a line in, {"activity", "rule", "line"} a line out',
		},
		json: JSON_OPTION,
	},
	completes: 'ids',
	examples: [
		['squad explain fix-login', 'what it does and how squad knows; the options of its question'],
		['squad explain --agent claude --screen screen.txt', 'a screen from a bug report'],
		['squad explain --jsonl < screens.jsonl', 'many at once'],
	],
	run: async call => {
		const [agent, screen] = [textFlag(call, 'agent'), textFlag(call, 'screen')];
		const isSaved = agent !== undefined || screen !== undefined || textFlag(call, 'title') !== undefined;
		if (hasFlag(call, 'jsonl')) {
			if (isSaved || call.words.length > 0) throw wrongFlags('--jsonl takes its screens from standard input alone');
			return explainLines(call);
		}
		if (isSaved) {
			requireWords(explainCommand, call, 0, 0);
			if (agent === undefined || screen === undefined) throw wrongFlags('a saved screen needs --agent and --screen');
			return explainFile(call, agent, screen);
		}
		requireWords(explainCommand, call, 1, 1);
		const record = call.squad.find(call.words[0] ?? '');
		return print(call, await call.squad.explain(record), {session: record.id, agent: record.agent ?? 'none'});
	},
};
