import {spawnSync} from 'node:child_process';
import {accessSync, constants, existsSync, readdirSync, statSync} from 'node:fs';
import {agentNamed, builtInAgents} from './agents/table.ts';
import {ownerOf} from './lock.ts';
import {foreignHome, isForeignHome} from './ownership.ts';
import {programOf} from './program.ts';
import {describeProblem} from './settings.ts';
import type {Squad} from './squad.ts';

export type Check = {
	readonly name: string;
	readonly state: 'ok' | 'warning' | 'broken';
	readonly found: string;
	readonly hint: string | null;
};

type Version = readonly number[];

const versionIn = (text: string): Version => (/(\d+(?:\.\d+)*)/.exec(text)?.[1] ?? '0').split('.').map(Number);

/** PURE: whether a version is at least another. */
export const atLeast = (have: Version, need: Version): boolean => {
	const at = need.findIndex((part, index) => (have[index] ?? 0) !== part);
	return at === -1 || (have[at] ?? 0) > (need[at] ?? 0);
};

const program = (name: string, args: readonly string[], need: Version, hint: string): Check => {
	const {error, stdout} = spawnSync(name, args, {encoding: 'utf8'});
	if (error !== undefined) {
		return {name, state: 'broken', found: 'not installed', hint: `install ${name}: ${hint}`};
	}
	const have = versionIn(stdout);
	return atLeast(have, need)
		? {name, state: 'ok', found: have.join('.'), hint: null}
		: {name, state: 'broken', found: have.join('.'), hint: `${name} ${need.join('.')} or newer is needed: ${hint}`};
};

const installHint = (name: string): string =>
	process.platform === 'darwin' ? `brew install ${name}` : `apt-get install ${name} (or your system's way)`;

const homeCheck = ({home}: Squad): Check => {
	if (!existsSync(home.root)) {
		return {name: 'home', state: 'ok', found: `${home.root} (made at the first session)`, hint: null};
	}
	try {
		accessSync(home.root, constants.W_OK | constants.R_OK);
	} catch {
		return {
			name: 'home',
			state: 'broken',
			found: `${home.root} cannot be written`,
			hint: 'mend its permissions, or set SQUAD_HOME',
		};
	}
	if (isForeignHome(home.root)) {
		const {message, hint} = foreignHome(home.root);
		return {name: 'home', state: 'broken', found: message, hint};
	}
	const {mode} = statSync(home.root);
	return (mode & 0o077) === 0
		? {name: 'home', state: 'ok', found: home.root, hint: null}
		: {name: 'home', state: 'warning', found: `${home.root} is open to others`, hint: `chmod 700 ${home.root}`};
};

const locksCheck = ({home}: Squad): Check => {
	const keys = existsSync(home.locks) ? readdirSync(home.locks) : [];
	const held = keys.filter(key => ownerOf(home, key) !== undefined);
	return {name: 'locks', state: 'ok', found: held.length === 0 ? 'none held' : `held: ${held.join(', ')}`, hint: null};
};

const recordChecks = (squad: Squad): Check[] => {
	const {records, damaged} = squad.records();
	const broken = damaged.map(
		({id, why}): Check => ({
			name: 'record',
			state: 'broken',
			found: `${id} is damaged: ${why}`,
			hint: `it is kept at ${squad.home.record(id)}; mend it by hand, or move its folder away`,
		}),
	);
	const cutOff: Check[] = squad.hasCutOff()
		? [
				{
					name: 'recovery',
					state: 'warning',
					found: 'an operation was cut off half-way',
					hint: '`squad recover` finishes it',
				},
			]
		: [];
	return [{name: 'sessions', state: 'ok', found: `${records.length}`, hint: null}, ...broken, ...cutOff];
};

const agentChecks = async (squad: Squad): Promise<Check[]> => {
	const {settings, problems} = await squad.settings();
	const names = [...new Set([...Object.keys(builtInAgents), ...Object.keys(settings.agents)])];
	const agents = names.map((name): Check => {
		const agent = agentNamed(name, settings.agents);
		const found = agent && programOf(agent, squad.env, '/');
		const needed = name === settings.defaultAgent ? 'the default agent' : 'optional';
		return found
			? {name: `agent ${name}`, state: 'ok', found: name === 'demo' ? 'built in' : (found[0] ?? ''), hint: null}
			: {
					name: `agent ${name}`,
					state: name === settings.defaultAgent ? 'warning' : 'ok',
					found: `not installed (${needed})`,
					hint:
						name === settings.defaultAgent
							? `install ${agent?.command ?? name}, or choose another with \`squad config set defaultAgent <name>\``
							: null,
				};
	});
	const wrong = problems.map(
		(problem): Check => ({
			name: 'config',
			state: 'broken',
			found: describeProblem(problem),
			hint: '`squad config edit`',
		}),
	);
	return [...wrong, ...agents];
};

/** Looks at everything that squad stands on. Changes nothing. */
export const examine = async (squad: Squad): Promise<Check[]> => [
	{
		name: 'node',
		state: atLeast(versionIn(process.version), [20, 19]) ? 'ok' : 'broken',
		found: process.version.slice(1),
		hint: atLeast(versionIn(process.version), [20, 19]) ? null : 'Node 20.19 or newer is needed',
	},
	program('git', ['--version'], [2, 30], installHint('git')),
	program('tmux', ['-V'], [3, 0], installHint('tmux')),
	homeCheck(squad),
	locksCheck(squad),
	...recordChecks(squad),
	...(await agentChecks(squad)),
];
