const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** The line of a setting in its file, for a message that people can act on. */
export const lineOf = async (text: string, field: string): Promise<number | null> => {
	const {findNodeAtLocation, parseTree} = await import('jsonc-parser');
	const tree = parseTree(text);
	const names = field.split('.');
	for (let depth = names.length; tree !== undefined && depth > 0; depth--) {
		const above = names.slice(0, depth);
		// The last number may be a place in a list; an agent may also be called 7.
		const places = above.map((name, at) => (at === depth - 1 && /^\d+$/.test(name) ? Number(name) : name));
		const node = findNodeAtLocation(tree, above) ?? findNodeAtLocation(tree, places);
		if (node !== undefined) {
			return lineAt(text, node.parent?.type === 'property' ? node.parent.offset : node.offset);
		}
	}
	return null;
};

/** Where a file stops being JSON. */
export const syntaxProblem = async (text: string): Promise<{line: number | null; message: string}> => {
	const {parse, printParseErrorCode} = await import('jsonc-parser');
	const errors: {error: number; offset: number; length: number}[] = [];
	parse(text, errors, {disallowComments: true});
	const [first] = errors;
	return first === undefined
		? {line: null, message: 'is not JSON'}
		: {line: lineAt(text, first.offset), message: `is not JSON (${printParseErrorCode(first.error)})`};
};
