import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
// @ts-expect-error plain JavaScript
import {isStale, sourceHash} from '../../../scripts/setup/dist.mjs';
// @ts-expect-error plain JavaScript
import {publish, stagingFolder, withdraw} from '../../../scripts/setup/publish.mjs';

/** Larger than any process id. */
const NOBODY = 2 ** 30;

const clone = () => {
	const root = mkdtempSync(join(tmpdir(), 'squad-clone-'));
	const write = (path: string, content: string) => {
		mkdirSync(dirname(join(root, path)), {recursive: true});
		writeFileSync(join(root, path), content);
	};
	const build = (files: Record<string, string>) => {
		const staged = stagingFolder(join(root, 'dist'));
		for (const [path, content] of Object.entries(files)) write(`${staged.slice(root.length)}/${path}`, content);
		publish(staged, join(root, 'dist'), sourceHash(root));
	};
	write('package.json', '{}');
	write('src/cli.tsx', 'old');
	write('src/deep/part.ts', 'old');
	build({'cli.cjs': 'old', 'vendor/execa.cjs': 'old'});
	return {root, write, build, [Symbol.dispose]: () => rmSync(root, {recursive: true})};
};

type Clone = ReturnType<typeof clone>;

test.each<[string, (here: Clone) => void, boolean]>([
	['nothing changed', () => {}, false],
	['only times changed', ({root}) => utimesSync(join(root, 'src/cli.tsx'), 2e9, 2e9), false],
	['a source changed', ({write}) => write('src/deep/part.ts', 'new'), true],
	[
		'a source changed and looks old',
		({root, write}) => {
			write('src/cli.tsx', 'new');
			utimesSync(join(root, 'src/cli.tsx'), 1, 1);
		},
		true,
	],
	['a source came', ({write}) => write('src/deep/more.ts', ''), true],
	['a source went', ({root}) => rmSync(join(root, 'src/deep/part.ts')), true],
	['packages changed', ({write}) => write('package-lock.json', '{}'), true],
	['the build changed', ({write}) => write('scripts/build.mjs', ''), true],
	['a test changed', ({write}) => write('test/unit/x.test.ts', ''), false],
	['a built file went', ({root}) => rmSync(join(root, 'dist/vendor/execa.cjs')), true],
	['dist went', ({root}) => rmSync(join(root, 'dist'), {recursive: true}), true],
	['a build was cut off', ({root}) => rmSync(join(root, 'dist/.built-from.json')), true],
])('when %s', (_what, change, stale) => {
	using here = clone();
	change(here);
	expect(isStale(here.root)).toBe(stale);
});

test('a new build takes the place of the old one and leaves nothing else', () => {
	using here = clone();
	here.write(`dist/.new-${NOBODY}/cli.cjs`, 'left by a killed build');
	here.write(`dist/.new-${process.ppid}/cli.cjs`, 'of a build that is still at work');
	here.build({'cli.cjs': 'new', 'demo-agent.cjs': 'new'});
	expect(readFileSync(join(here.root, 'dist/cli.cjs'), 'utf8')).toBe('new');
	expect(existsSync(join(here.root, 'dist/vendor/execa.cjs'))).toBe(false);
	expect(
		readdirSync(join(here.root, 'dist'))
			.filter(name => name.startsWith('.'))
			.sort(),
	).toEqual(['.built-from.json', `.new-${process.ppid}`]);
});

test('a withdrawn build is gone and stale, and the lock of another setup stays', () => {
	using here = clone();
	here.write(`dist/.setup-lock/${process.ppid}`, '');
	withdraw(join(here.root, 'dist'));
	expect(existsSync(join(here.root, 'dist/cli.cjs'))).toBe(false);
	expect(existsSync(join(here.root, `dist/.setup-lock/${process.ppid}`))).toBe(true);
	expect(isStale(here.root)).toBe(true);
});
