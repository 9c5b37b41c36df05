// For the bundle of a quick verb: what the program would load on demand is not in it. Asking for it throws, and the entry
// then starts the whole program instead.
const COLD = 'throw new Error("not in this bundle")';

export const withoutColdParts = {
	name: 'without-cold-parts',
	setup: ({onResolve, onLoad}) => {
		onResolve({filter: /^\./}, ({kind, path}) =>
			kind === 'dynamic-import' ? {path, namespace: 'cold', sideEffects: true} : undefined,
		);
		onLoad({filter: /.*/, namespace: 'cold'}, () => ({contents: COLD, loader: 'js'}));
	},
};
