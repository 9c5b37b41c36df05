import {accessSync, constants, existsSync, rmSync, statSync} from 'node:fs';
import {delimiter, join, resolve} from 'node:path';
import type {Agent} from './agents/agent.ts';
import {SquadError} from './errors.ts';
import type {Held} from './held.ts';
import type {Wiring} from './hooks/wiring.ts';
import {writeFileWhole} from './write-file.ts';

/** The demo agent is a program of our own beside this one. */
const DEMO_AGENT = 'demo-agent.cjs';

const isProgram = (path: string): boolean => {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		// Not there, or not for us.
		return false;
	}
};

/** The first program of this name in a list of folders such as PATH. */
export const programIn = (folders: string, name: string): string | undefined =>
	folders
		.split(delimiter)
		.map(folder => join(folder, name))
		.find(isProgram);

/** The command and its fixed arguments, as they are to be run. */
export const programOf = (agent: Agent, env: NodeJS.ProcessEnv, directory: string): readonly string[] | undefined => {
	if (agent.name === 'demo' && agent.command === 'demo') {
		return [process.execPath, join(__dirname, DEMO_AGENT), ...agent.args];
	}
	const {PATH = '', HOME = ''} = {...env, ...agent.env};
	const command = agent.command.replace(/^~(?=\/)/, HOME);
	const named = resolve(directory, command);
	const found = !command.includes('/') ? programIn(PATH, command) : isProgram(named) ? named : undefined;
	return found === undefined ? undefined : [found, ...agent.args];
};

export const requireProgram = (agent: Agent, env: NodeJS.ProcessEnv, directory: string): readonly string[] => {
	const program = programOf(agent, env, directory);
	if (program === undefined) {
		throw new SquadError(
			'missing',
			`${agent.name}: the program ${agent.command} is not installed`,
			`install ${agent.command}, or choose another agent with --agent (\`squad doctor\` lists what is there)`,
		);
	}
	return program;
};

/** In the process list, so for nothing that is secret. */
const withEnvironment = (env: Wiring['env']): string[] =>
	Object.keys(env).length === 0
		? []
		: ['/usr/bin/env', ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];

/** What runs in the agent's window: program, own arguments, how to continue, how to report, the user's, then the prompt. */
export const commandOf = async (
	held: Held,
	agent: Agent,
	startArgs: readonly string[],
	prompt: string | undefined,
	wiring: Wiring,
): Promise<{command: string[]; promptFile?: string}> => {
	const {id, locationPath} = held.record();
	const program = requireProgram(agent, held.world.env, existsSync(locationPath) ? locationPath : '/');
	const command = [...withEnvironment(wiring.env), ...program, ...startArgs, ...wiring.args, ...wiring.userArgs];
	const file = held.home.prompt(id);
	if (prompt === undefined || prompt === '' || agent.promptArgs.length === 0) {
		rmSync(file, {force: true});
		return {command};
	}
	writeFileWhole(file, prompt);
	return {command: [...command, ...agent.promptArgs], promptFile: file};
};
