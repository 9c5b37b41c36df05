import {spawnSync} from 'node:child_process';
import {accessSync, constants, existsSync, readdirSync, statSync} from 'node:fs';
import {agentNamed, builtInAgents} from './agents/table.ts';
import {causeCode} from './errors.ts';
import {explain} from './explain.ts';
import {ownerOf} from './lock.ts';
import {foreignHome, isForeignHome} from './ownership.ts';
import {programOf} from './program.ts';
import {describeProblem} from './settings.ts';
import type {Squad} from './squad.ts';
import {atLeast, lacking, NEEDS, type Program, versionIn} from './versions.ts';

export type Check = {
	readonly name: string;
	readonly state: 'ok' | 'warning' | 'broken';
	readonly found: string;
	readonly hint: string | null;
};

const program = (name: Program): Check => {
	const {args, least} = NEEDS[name];
	const {error, stdout} = spawnSync(name, args, {encoding: 'utf8', timeout: 10_000});
	if (error !== undefined) {
		return {
			name,
			state: 'broken',
			found: 'not installed, or it does not run',
			hint: `install ${name}: ${installHint(name)}`,
		};
	}
	const have = versionIn(stdout);
	if (have === undefined) {
		const found = stdout.trim() || 'it says no version';
		return {name, state: 'warning', found, hint: `squad cannot tell whether it is ${least.join('.')} or newer`};
	}
	const missing = lacking(name, have);
	const found = have.join('.');
	return !atLeast(have, least)
		? {name, state: 'broken', found, hint: `${name} ${least.join('.')} or newer is needed: ${installHint(name)}`}
		: {name, state: missing.length > 0 ? 'warning' : 'ok', found, hint: missing.join('; ') || null};
};

/** What tmux would do to a file in its socket's place is found out here, before it does. */
const socketCheck = ({tmux}: Squad): Check => {
	try {
		tmux.refuseBadSocket();
	} catch (cause) {
		const {message, hint} = explain(cause, '');
		return {name: 'socket', state: 'broken', found: message, hint};
	}
	return {name: 'socket', state: 'ok', found: tmux.socketPath, hint: null};
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
	let keys: string[] = [];
	try {
		keys = existsSync(home.locks) ? readdirSync(home.locks) : [];
	} catch (cause) {
		return {
			name: 'locks',
			state: 'broken',
			found: `${home.locks} cannot be read: ${causeCode(cause)}`,
			hint: 'it must be a folder of your own; move it away if it is something else',
		};
	}
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

const hasNode = atLeast(versionIn(process.version) ?? [], [20, 19]);
/** What `--fix` would clear away, and what it would only tell. */
const leftoverChecks = async (squad: Squad): Promise<Check[]> =>
	!existsSync(squad.home.root) || isForeignHome(squad.home.root)
		? []
		: (await squad.leftovers().catch(() => [])).map(({what, path, clear, hint}) => ({
				name: 'leftover',
				state: 'warning',
				found: `${path}: ${what}`,
				hint: hint ?? (clear === null ? null : '`squad doctor --fix` clears it away'),
			}));

/** Looks at everything that squad stands on. Changes nothing. */
export const examine = async (squad: Squad): Promise<Check[]> => [
	{
		name: 'node',
		state: hasNode ? 'ok' : 'broken',
		found: process.version.slice(1),
		hint: hasNode ? null : 'Node 20.19 or newer is needed',
	},
	program('git'),
	program('tmux'),
	socketCheck(squad),
	homeCheck(squad),
	locksCheck(squad),
	...recordChecks(squad),
	...(await leftoverChecks(squad)),
	...(await agentChecks(squad)),
];
