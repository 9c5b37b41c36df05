// Ink as one CommonJS file, together with the React it needs. Both Ink and its layout engine wait at the top of a module,
// which CommonJS cannot: the engine is loaded behind `yogaReady`, and what Ink waits for is for its own developers only.
import {readFileSync} from 'node:fs';

const ENTRY = `
export * from 'ink';
export * from 'react';
export {jsx, jsxs, Fragment} from 'react/jsx-runtime';
export {yogaReady} from 'yoga-layout';
`;

const YOGA = `
import {loadYoga} from 'yoga-layout/load';
let yoga;
export const yogaReady = loadYoga().then(loaded => { yoga = loaded; });
export default new Proxy({}, {get: (_, name) => yoga[name]});
`;

/** What Ink's reconciler awaits when it is debugged; a new version of Ink that says it otherwise stops the build. */
const AWAITED = [
	["await import('./devtools.js')", 'undefined'],
	['await loadPackageJson()', '{}'],
];

const withoutWaiting = path =>
	AWAITED.reduce(
		(source, [from, to]) => {
			if (!source.includes(from))
				throw new Error(`${path} no longer contains ${from}: look at scripts/ink-package.mjs`);
			return source.replace(from, to);
		},
		readFileSync(path, 'utf8'),
	);

export const inkPackage = root => ({
	name: 'ink-package',
	setup: ({onResolve, onLoad}) => {
		onResolve({filter: /^ink-package$/}, () => ({path: 'ink-package', namespace: 'made'}));
		onResolve({filter: /^yoga-layout$/}, () => ({path: 'yoga', namespace: 'made'}));
		onResolve({filter: /^react-devtools-core$/}, () => ({path: 'nothing', namespace: 'made'}));
		onLoad({filter: /^ink-package$/, namespace: 'made'}, () => ({contents: ENTRY, resolveDir: root}));
		onLoad({filter: /^yoga$/, namespace: 'made'}, () => ({contents: YOGA, resolveDir: root}));
		onLoad({filter: /^nothing$/, namespace: 'made'}, () => ({contents: ''}));
		onLoad({filter: /ink[/\\]build[/\\]reconciler\.js$/}, ({path}) => ({contents: withoutWaiting(path)}));
	},
});
