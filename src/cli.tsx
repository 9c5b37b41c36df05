#!/usr/bin/env node
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {debugLog} from './session/debug-log.ts';
import {exitCodeOf, SquadError} from './session/errors.ts';
import {redact} from './session/secrets/redact.ts';
import {describeProblem} from './session/settings.ts';
import {openSquad, type Squad} from './session/squad.ts';
import type {Command} from './ui/command.ts';
import {loadAll, VERBS} from './ui/commands/all.ts';
import {parseArguments} from './ui/parse-arguments.ts';
import {safe} from './ui/print.ts';
import {printError} from './ui/print-error.ts';
import {errorJson} from './ui/several.ts';
import {isTerminal, standardTerminal} from './ui/terminal.ts';

const {env} = process;

const terminal = standardTerminal(env);
const errIsTerminal = isTerminal(2);

const log = (line: string): void => {
	if (env.SQUAD_LOG) {
		debugLog(redact(line));
	}
};

let stopping = false;
let wasInterrupted = false;

/** Long work shows where it is, on one line that is gone when it is done. */
const tell = (session: string, step: string): void => {
	log(`${session}: ${step}`);
	if (errIsTerminal) {
		terminal.err(`\r\x1b[2K${session}: ${safe(step)}`);
		process.once('exit', clearLine);
	}
};

let cleared = false;
const clearLine = (): void => {
	if (!cleared && errIsTerminal) {
		terminal.err('\r\x1b[2K');
	}
	cleared = true;
};

/** The first Ctrl-C lets the step in hand end well; the second goes at once. A lost terminal stops nothing half-way. */
const listenToSignals = (): void => {
	process.on('SIGINT', () => {
		if (stopping) {
			process.exit(130);
		}
		stopping = true;
		wasInterrupted = true;
	});
	process.on('SIGHUP', () => undefined);
};

const version = (): string =>
	(JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as {version: string}).version;

/** What a crash left half-way is finished before anything else; what cannot be finished is said and left. */
const recovered = async (squad: Squad): Promise<string[]> =>
	squad.hasCutOff()
		? (await squad.recover(false)).map(({session, verb, error}) =>
				error === undefined
					? `finished the ${verb} of ${session} that was cut off`
					: `the ${verb} of ${session} is still half-way: ${safe(error.message)}\n  ${safe(error.hint)}`,
			)
		: [];

const warnings = async (squad: Squad): Promise<string[]> =>
	(await squad.settings()).problems.map(
		problem => `${safe(describeProblem(problem))}\n  the default is used; \`squad config edit\` mends it`,
	);

const prepare = async (squad: Squad): Promise<string[]> => {
	squad.refuseForeign();
	return [...(await warnings(squad)), ...(await recovered(squad))];
};

/** Last of all, once a day: whatever goes wrong with it is no business of whoever called. */
const tidyUp = async (squad: Squad): Promise<void> => {
	try {
		for (const id of await squad.emptyTrashIfDue()) log(`${id}: deleted from the trash`);
	} catch (cause) {
		log(`emptying the trash: ${cause instanceof Error ? cause.message : cause}`);
	}
};

const openTui = async (): Promise<number> => {
	const squad = openSquad({env, stopped: () => stopping});
	const {requireForTui} = await import('./session/versions.ts');
	await requireForTui(squad.world.home);
	const greeting = (await prepare(squad)).join('; ').replaceAll(/\s+/g, ' ') || null;
	const {runTui} = await import('./ui/tui/tui.tsx');
	const code = await runTui({squad, colours: terminal.colours, cwd: terminal.cwd, greeting});
	// An operation that is under way is finished first; what waits for its agent has been told to stop.
	stopping = true;
	await tidyUp(squad);
	return code;
};

const call = async (command: Command, args: readonly string[]): Promise<number> => {
	const input = parseArguments(command, args);
	if (input.flags.help === true) {
		const {commandHelp} = await import('./ui/help.ts');
		terminal.out(commandHelp(command));
		return 0;
	}
	const squad = openSquad({env, tell, stopped: () => stopping});
	if (!command.standsAlone) {
		listenToSignals();
		for (const line of await prepare(squad)) {
			terminal.err(`squad: ${line}\n`);
		}
	}
	const code = await command.run({...input, squad, terminal, json: input.flags.json === true});
	await (command.standsAlone ? undefined : tidyUp(squad));
	return code;
};

const unknownVerb = (word: string): SquadError => {
	const near = VERBS.filter(({name}) => name.startsWith(word.slice(0, 2)) || word.startsWith(name)).map(
		({name}) => name,
	);
	return new SquadError(
		'usage',
		`there is no verb ${JSON.stringify(word)}`,
		near.length > 0
			? `did you mean ${near.join(' or ')}? \`squad --help\` lists them all`
			: '`squad --help` lists them all',
	);
};

const main = async ([first, ...args]: readonly string[]): Promise<number> => {
	if (first === undefined) {
		// A dumb terminal has no places, only lines.
		return terminal.isTerminal && isTerminal(0) && env.TERM !== 'dumb' ? openTui() : main(['ls']);
	}
	if (first === '--help' || first === '-h' || first === 'help') {
		const {commandHelp, generalHelp} = await import('./ui/help.ts');
		const commands = await loadAll();
		const about = commands.find(({name}) => name === args[0]);
		terminal.out(about === undefined ? generalHelp(commands) : commandHelp(about));
		return 0;
	}
	if (first === '--version' || first === '-V') {
		terminal.out(`${version()}\n`);
		return 0;
	}
	if (first === '__ids') {
		terminal.out(
			openSquad({env})
				.records()
				.records.map(({id, title}) => `${id}\t${safe(title)}\n`)
				.join(''),
		);
		return 0;
	}
	const verb = VERBS.find(({name}) => name === first);
	if (verb === undefined) {
		throw unknownVerb(first);
	}
	return call(await verb.load(), args);
};

/** Errors end here: those that users can mend in two lines, all others as the bugs they are. */
const fail = async (cause: unknown): Promise<number> => {
	let error: SquadError;
	try {
		const {explain} = await import('./session/explain.ts');
		error = explain(cause, '');
	} catch {
		terminal.err(`squad: this is a bug, please report it\n${cause instanceof Error ? cause.stack : String(cause)}\n`);
		return 1;
	}
	clearLine();
	log(`${error.code}: ${error.message}`);
	printError(terminal, error);
	if (process.argv.slice(2).includes('--json')) {
		const {session, ...rest} = errorJson(error).error;
		terminal.out(`${JSON.stringify({error: {...rest, ...(session ? {session} : {})}}, null, 2)}\n`);
	}
	return exitCodeOf(error);
};

main(process.argv.slice(2)).then(
	code => {
		process.exitCode = wasInterrupted && code === 0 ? 130 : code;
	},
	async (cause: unknown) => {
		process.exitCode = await fail(cause);
	},
);
