import type {GenericSchema} from 'valibot';

/** What valibot's schemas are made of, as far as it is looked at here. */
type Node = {
	readonly type: string;
	readonly entries?: Readonly<Record<string, Node>>;
	readonly wrapped?: Node;
	readonly item?: Node;
	readonly options?: readonly unknown[];
	readonly literal?: unknown;
	readonly default?: unknown;
	readonly pipe?: readonly Node[];
	readonly requirement?: unknown;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const mayBeMissing = ({type, default: value}: Node): boolean =>
	(type === 'optional' || type === 'exact_optional') && value === undefined;

/** No key is missing, and none is too many: valibot would leave that one out. */
const hasEntries = (entries: Readonly<Record<string, Node>>, value: Readonly<Record<string, unknown>>): boolean => {
	let known = 0;
	for (const key in entries) {
		const schema = entries[key] as Node;
		if (Object.hasOwn(value, key)) {
			if (!matches(schema, value[key])) return false;
			known++;
		} else if (!mayBeMissing(schema)) return false;
	}
	return Object.keys(value).length === known;
};

const KINDS: Readonly<Record<string, (node: Node, value: unknown) => boolean>> = {
	string: (_, value) => typeof value === 'string',
	boolean: (_, value) => typeof value === 'boolean',
	number: (_, value) => Number.isFinite(value),
	literal: ({literal}, value) => value === literal,
	picklist: ({options}, value) => options?.includes(value) ?? false,
	nullable: ({wrapped}, value) => value === null || (wrapped !== undefined && matches(wrapped, value)),
	optional: ({wrapped}, value) => wrapped !== undefined && matches(wrapped, value),
	exact_optional: ({wrapped}, value) => wrapped !== undefined && matches(wrapped, value),
	array: ({item}, value) => Array.isArray(value) && item !== undefined && value.every(one => matches(item, one)),
	object: ({entries}, value) => entries !== undefined && isObject(value) && hasEntries(entries, value),
	regex: ({requirement}, value) => requirement instanceof RegExp && requirement.test(`${value}`),
};

const matches = (node: Node, value: unknown): boolean => {
	if (node.pipe !== undefined) {
		return node.pipe.every(step => matches(step, value));
	}
	const kind = KINDS[node.type];
	return kind?.(node, value) ?? false;
};

/**
 * Whether a value from JSON is exactly what a schema would make of it, at a tenth of the cost. Knows the plain kinds of
 * schema only: no means that valibot itself has to judge. PURE.
 */
export const fits = (schema: GenericSchema, value: unknown): boolean => matches(schema as unknown as Node, value);
