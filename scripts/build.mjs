// Builds dist/: the program as one CommonJS bundle and each heavy package as a file of its own, loaded when needed.
// CommonJS on purpose: measured, an ES module entry costs 0.4 of a bare node start, a CommonJS one 0.03.
import {build} from 'esbuild';
import {sourceHash} from './setup/dist.mjs';
import {publish, stagingFolder} from './setup/publish.mjs';
import {ROOT} from './setup/root.mjs';

/** Packages that are too slow to load for every command (execa alone costs a whole node start). */
const HEAVY = ['execa', 'simple-git', 'conf', 'jsonc-parser', 'string-width'];

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
	define: {'process.env.NODE_ENV': '"production"', 'import.meta.url': 'importMetaUrl'},
	banner: {js: 'const importMetaUrl=require("url").pathToFileURL(__filename).href;'},
	logLevel: 'warning',
};

const heavyOutside = {
	name: 'heavy-packages-outside',
	setup: ({onResolve}) => {
		onResolve({filter: new RegExp(`^(${HEAVY.join('|')})$`)}, ({path}) => ({
			path: `./vendor/${path}.cjs`,
			external: true,
		}));
	},
};

await Promise.all([
	build({
		...common,
		entryPoints: {cli: 'src/cli.tsx', 'demo-agent': 'src/demo/demo-agent.ts'},
		outdir: staged,
		minifySyntax: true,
		minifyWhitespace: true,
		plugins: [heavyOutside],
	}),
	build({
		...common,
		entryPoints: Object.fromEntries(HEAVY.map(name => [name, name])),
		outdir: `${staged}/vendor`,
		minify: true,
		mainFields: ['module', 'main'],
		// What `import x from` gives must be the package's default export, as it would be without a bundle.
		footer: {js: 'if(module.exports.default)module.exports=Object.assign(module.exports.default,module.exports);'},
	}),
]);

publish(staged, 'dist', sources);
