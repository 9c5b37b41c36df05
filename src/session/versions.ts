import {runProgram} from '../program/run-program.ts';
import {SquadError} from './errors.ts';
import {type Fingerprints, fingerprintsOf} from './fingerprint.ts';
import {readJson} from './held.ts';
import type {Home} from './home.ts';
import {programIn} from './program.ts';
import {writeSoon} from './write-file.ts';

type Version = readonly number[];

type Needs = {
	readonly args: readonly string[];
	/** Nothing works with an older one. */
	readonly least: Version;
	/** With an older one this is missing. */
	readonly better: readonly (readonly [Version, string])[];
};

/** What squad asks of the programs that it stands on. */
export const NEEDS = {
	git: {
		args: ['--version'],
		least: [2, 30],
		better: [
			[[2, 36], 'objects are not synced to the disk one by one: a power cut right after a pause may cost its stash'],
			[[2, 38], 'work cannot be merged with a branch that moved meanwhile: such a resume is a conflict'],
		],
	},
	tmux: {
		args: ['-V'],
		least: [3, 0],
		better: [[[3, 2], 'the TUI needs tmux 3.2; the commands work']],
	},
} as const satisfies Record<string, Needs>;

export type Program = keyof typeof NEEDS;

/** PURE: the number in what a program says of itself; undefined where there is none, as with one built from its latest source. */
export const versionIn = (text: string): Version | undefined =>
	/openbsd|master/.test(text) ? undefined : /(\d+(?:\.\d+)+)/.exec(text)?.[1]?.split('.').map(Number);

/** PURE: whether a version is at least another. */
export const atLeast = (have: Version, need: Version): boolean => {
	const at = need.findIndex((part, index) => (have[index] ?? 0) !== part);
	return at === -1 || (have[at] ?? 0) > (need[at] ?? 0);
};

/** PURE: what this version lacks. */
export const lacking = (program: Program, have: Version): string[] =>
	NEEDS[program].better.flatMap(([version, what]) => (atLeast(have, version) ? [] : [what]));

/** Whoever uses it next says in better words that it is missing. */
const ask = async (program: Program): Promise<string> =>
	(await runProgram(program, NEEDS[program].args, {env: process.env})).stdout.toString('latin1');

const refuseOld = async (program: Program, least: Version, what = ''): Promise<void> => {
	const have = versionIn(await ask(program));
	if (have !== undefined && !atLeast(have, least)) {
		throw new SquadError(
			'missing',
			`${program} ${have.join('.')} is too old${what}: squad needs ${least.join('.')} or newer`,
			`install a newer ${program} (\`squad doctor\` says how)`,
		);
	}
};

/** The programs on PATH, each as the file that it is now. */
const filesOf = (programs: readonly Program[]): Fingerprints =>
	fingerprintsOf(programs.flatMap(program => programIn(process.env.PATH ?? '', program) ?? []));

/** Refuses a git or tmux that is known to be too old, before it fails half-way with words that nobody understands. */
export const requireVersions = async (home: Home, programs: readonly Program[]): Promise<void> => {
	const files = filesOf(programs);
	const good = (readJson(home.goodPrograms) ?? {}) as Fingerprints;
	if (Object.keys(files).length === programs.length && Object.keys(files).every(file => good[file] === files[file])) {
		return;
	}
	await Promise.all(programs.map(program => refuseOld(program, NEEDS[program].least)));
	writeSoon(home.goodPrograms, JSON.stringify({...good, ...files}));
};

/** Older ones have none of what the TUI hears of changes by: it would call what runs interrupted. */
const LEAST_FOR_TUI = [3, 2];

/** The same for the TUI; the verbs work with less. */
export const requireForTui = async (home: Home): Promise<void> => {
	const files = Object.fromEntries(Object.entries(filesOf(['tmux'])).map(([file, print]) => [`tui ${file}`, print]));
	const good = (readJson(home.goodPrograms) ?? {}) as Fingerprints;
	if (Object.keys(files).some(file => good[file] !== files[file])) {
		await refuseOld('tmux', LEAST_FOR_TUI, ' for the TUI (the commands work)');
		writeSoon(home.goodPrograms, JSON.stringify({...good, ...files}));
	}
};
