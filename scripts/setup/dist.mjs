// What dist/ was made from.
import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join, relative} from 'node:path';

/** Inside dist, since that is ignored by git and left alone by `npm ci`; hidden names are not published. */
export const lockOf = root => join(root, 'dist/.setup-lock');
export const STAMP = '.built-from.json';

/** All that can change the outcome of a build: esbuild reads tsconfig.json, too. */
const SOURCES = [
	'src',
	'scripts/build.mjs',
	'scripts/cold-parts.mjs',
	'scripts/ink-package.mjs',
	'scripts/lazy-builtins.mjs',
	'scripts/entry.cjs',
	'package.json',
	'package-lock.json',
	'tsconfig.json',
];

export const filesUnder = path => {
	if (!statSync(path, {throwIfNoEntry: false})?.isDirectory()) return existsSync(path) ? [path] : [];
	return readdirSync(path, {withFileTypes: true})
		.map(({name}) => name)
		.sort()
		.flatMap(name => filesUnder(join(path, name)));
};

/** Contents, not times: a checkout, a copy or an unpacked archive sets times as it likes. */
export const sourceHash = root => {
	const hash = createHash('sha256');
	for (const file of SOURCES.flatMap(source => filesUnder(join(root, source)))) {
		const content = readFileSync(file);
		hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
	}
	return hash.digest('hex');
};

const readStamp = dist => {
	try {
		return JSON.parse(readFileSync(join(dist, STAMP), 'utf8'));
	} catch {
		return undefined; // never built, or cut off half-way: both mean build
	}
};

export const isStale = root => {
	const stamp = readStamp(join(root, 'dist'));
	return stamp?.sources !== sourceHash(root) || !stamp.files.every(file => existsSync(join(root, 'dist', file)));
};
