// The programs that squad needs, and whether they are still those that told their version last time. Asking them again
// would cost a process each, and loading what starts one: half the time of a setup that has nothing to do.
import {accessSync, constants, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {delimiter, join} from 'node:path';

export const GIT = {name: 'git', ask: ['git', '--version'], needed: [2, 30]};
export const TMUX = {name: 'tmux', ask: ['tmux', '-V'], needed: [3, 0]};

const isProgram = path => {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false; // not there, or not for us
	}
};

/** Where the shell would find it. */
export const pathOf = name =>
	(process.env.PATH ?? '')
		.split(delimiter)
		.map(folder => join(folder, name))
		.find(isProgram);

const noteOf = (root, {name}) => join(root, `dist/.good-${name}`);

/** Another place, time or size means another program, as after an upgrade. */
const identityOf = ({name, needed}) => {
	const path = pathOf(name);
	if (path === undefined) return undefined;
	const {mtimeMs, size} = statSync(path);
	return [path, mtimeMs, size, ...needed].join('\n');
};

export const isKnownToBeGood = (root, program) => {
	const identity = identityOf(program);
	try {
		return identity !== undefined && readFileSync(noteOf(root, program), 'utf8') === identity;
	} catch {
		return false; // no note yet
	}
};

export const noteAsGood = (root, program) => {
	try {
		mkdirSync(join(root, 'dist'), {recursive: true});
		writeFileSync(noteOf(root, program), identityOf(program) ?? '');
	} catch {
		// a clone that is not ours to write in: it is asked again next time
	}
};
