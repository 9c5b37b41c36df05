// Builds dist/: the program as one CommonJS bundle whose parts are evaluated when they are needed, and each heavy package
// as a file of its own. CommonJS on purpose: measured, an ES module entry costs 0.4 of a bare node start, a CommonJS one
// 0.03. The entry itself (scripts/entry.cjs) keeps what V8 compiled, which saves another half of a node start.
import {chmodSync, copyFileSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {build} from 'esbuild';
import {withoutColdParts} from './cold-parts.mjs';
import {inkPackage} from './ink-package.mjs';
import {lazyBuiltins} from './lazy-builtins.mjs';
import {sourceHash} from './setup/dist.mjs';
import {publish, stagingFolder} from './setup/publish.mjs';
import {ROOT} from './setup/root.mjs';

/** Packages that are too slow to load for every command (execa alone costs a whole node start). */
const HEAVY = ['execa', 'simple-git', 'conf', 'jsonc-parser', 'string-width', 'slice-ansi'];
/** These come together: one React for Ink and for us. */
const INK = ['ink', 'react', 'react/jsx-runtime'];

process.chdir(ROOT);
const sources = sourceHash(ROOT);
const staged = stagingFolder('dist');

const common = {
	bundle: true,
	platform: 'node',
	target: 'node20.19',
	format: 'cjs',
	// `import()` becomes a lazy require: node's own would start its module loader, which alone costs 0.3 of a node start.
	supported: {'dynamic-import': false},
	outExtension: {'.js': '.cjs'},
	logLevel: 'warning',
	minify: true,
};

const heavyOutside = {
	name: 'heavy-packages-outside',
	setup: ({onResolve}) => {
		onResolve({filter: new RegExp(`^(${HEAVY.join('|')})$`)}, ({path}) => ({
			path: `./vendor/${path}.cjs`,
			external: true,
		}));
		onResolve({filter: new RegExp(`^(${INK.join('|')})$`)}, () => ({path: './vendor/ink.cjs', external: true}));
	},
};

const buildProgram = async () => {
	const program = {
		...common,
		outdir: staged,
		define: {'process.env.NODE_ENV': '"production"', SQUAD_BUILD: JSON.stringify(sources)},
	};
	await build({
		...program,
		entryPoints: {main: 'src/cli.tsx', 'demo-agent': 'src/demo/demo-agent.ts'},
		plugins: [heavyOutside, lazyBuiltins],
	});
	await build({
		...program,
		entryPoints: {quick: 'src/quick.ts', 'list-anew': 'src/session/list/list-anew.ts'},
		plugins: [withoutColdParts, heavyOutside, lazyBuiltins],
	});
	copyFileSync('scripts/entry.cjs', join(staged, 'cli.cjs'));
	chmodSync(join(staged, 'cli.cjs'), 0o755);
};

const buildPackages = () =>
	build({
		...common,
		entryPoints: {...Object.fromEntries(HEAVY.map(name => [name, name])), ink: 'ink-package'},
		plugins: [inkPackage(ROOT)],
		outdir: `${staged}/vendor`,
		mainFields: ['module', 'main'],
		define: {
			'process.env.NODE_ENV': '"production"',
			'process.env.DEV': '"false"',
			'import.meta.url': 'importMetaUrl',
			// Ink's layout engine would fetch itself from a data URL, and node's fetch takes as long to load as Ink.
			fetch: 'undefined',
		},
		banner: {js: 'const importMetaUrl=require("url").pathToFileURL(__filename).href;'},
		// What `import x from` gives must be the package's default export, as it would be without a bundle.
		footer: {js: 'if(module.exports.default)module.exports=Object.assign(module.exports.default,module.exports);'},
	});

/**
 * esbuild leaves other characters than ASCII only in regular expressions. Escaped there, too, V8 keeps the program at one
 * byte a character, and the entry reads it without decoding.
 */
const makeAscii = folder => {
	for (const name of readdirSync(folder, {recursive: true}).filter(one => one.endsWith('.cjs'))) {
		const file = join(folder, name);
		const escaped = unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
		writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\0-\x7f]/g, escaped));
	}
};

await Promise.all([buildProgram(), buildPackages()]);
makeAscii(staged);

publish(staged, 'dist', sources);
