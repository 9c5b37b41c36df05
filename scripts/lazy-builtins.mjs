// node's own modules that are slow to load, loaded when something of them is first used. Measured: child_process takes 0.15
// of a bare node start (it brings streams and the network along), crypto and net about as much.
const SLOW = ['child_process', 'crypto', 'net', 'os', 'tty'];

/** A getter for each export: whoever imports it reads it at each use and not before. */
const contentsOf = async name => {
	const names = Object.keys(await import(`node:${name}`)).filter(key => key !== 'default');
	const getters = names.map(key => `get ${key}(){return require(${JSON.stringify(name)}).${key}}`);
	return `module.exports={${getters.join(',')}}`;
};

export const lazyBuiltins = {
	name: 'lazy-builtins',
	setup: ({onResolve, onLoad}) => {
		onResolve({filter: new RegExp(`^node:(${SLOW.join('|')})$`)}, ({path}) => ({
			path: path.slice('node:'.length),
			namespace: 'builtin',
		}));
		onLoad({filter: /.*/, namespace: 'builtin'}, async ({path}) => ({contents: await contentsOf(path)}));
	},
};
