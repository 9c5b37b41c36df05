import {copyFile, mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

/** One thing that a fixture agent wrote down. */
export type AgentEvent = {
	readonly event: 'start' | 'ready' | 'line' | 'escape' | 'answer' | 'refused' | 'signal';
	readonly session: string | null;
	readonly pid: number;
	/** Milliseconds since 1970. */
	readonly at: number;
	readonly argv: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
	readonly text: string;
	readonly conversation: string;
	readonly remembers: readonly string[];
	readonly child: number;
	readonly orphan: number;
};

export type FixtureAgent = {
	readonly name: string;
	readonly program: string;
	/** What it wrote down, of one session or of all. */
	events(session?: string): Promise<AgentEvent[]>;
	/** How it was launched, each time. */
	starts(session: string): Promise<AgentEvent[]>;
	/** Forgets every conversation, as an agent does whose transcripts were cleared. */
	forget(): Promise<void>;
};

type Definition = Readonly<Record<string, unknown>>;

const FIXTURES = fileURLToPath(new URL('../fixtures/agents/', import.meta.url));

/** The example of CLI.md, to the letter. */
const DEFINITION: Definition = {
	args: [],
	continueArgs: ['-c'],
	sessionIdArgs: ['--session-id', '{token}'],
	resumeArgs: ['--resume', '{token}'],
	promptArgs: ['{prompt}'],
	interruptKeys: ['Escape'],
	env: {},
	supportsResume: true,
	patterns: {active: ['esc to interrupt'], asking: ['\\[Y/n\\]'], idle: ['^> ']},
};

const register = async (config: string, name: string, definition: Definition) => {
	const settings = JSON.parse(await readFile(config, 'utf8'));
	settings.agents = {...settings.agents, [name]: definition};
	await writeFile(config, JSON.stringify(settings, null, '\t'), {mode: 0o600});
};

/** `script` is the name of a program in test/fixtures/agents, or the text of one (it begins with `#!`). */
export const addAgent = async (
	{bin, config}: {bin: string; config: string},
	name: string,
	script: string,
	definition: Definition = {},
): Promise<FixtureAgent> => {
	const program = join(bin, script.startsWith('#!') ? name : `${name}.mjs`);
	await mkdir(bin, {recursive: true});
	if (script.startsWith('#!')) await writeFile(program, script, {mode: 0o755});
	else {
		await copyFile(join(FIXTURES, `${script}.mjs`), program);
		await copyFile(join(FIXTURES, 'journal.mjs'), join(bin, 'journal.mjs'));
	}
	await register(config, name, {...DEFINITION, command: program, ...definition});
	const events = async (session?: string) => {
		const text = await readFile(join(bin, `${name}.jsonl`), 'utf8').catch(() => '');
		const all = text
			.split('\n')
			.filter(Boolean)
			.map(line => JSON.parse(line) as AgentEvent);
		return session === undefined ? all : all.filter(event => event.session === session);
	};
	return {
		name,
		program,
		events,
		starts: async session => (await events(session)).filter(({event}) => event === 'start'),
		forget: () => rm(join(bin, 'memory'), {recursive: true, force: true}),
	};
};
