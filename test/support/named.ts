/** Rows for `test.each(named(cases))('… %s', (_, one) => …)`: with `$what` vitest quotes and cuts a long title. */
export const named = <T extends {readonly what: string}>(cases: readonly T[]): (readonly [string, T])[] =>
	cases.map(one => [one.what, one] as const);
