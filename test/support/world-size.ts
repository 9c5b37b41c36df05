/** `npm run test:world` sets this: the same tests with the whole sizes, which are too slow for every run. */
const WHOLE = process.env.SQUAD_TEST_WORLD === 'whole';

/** A size for every run, and the whole one. */
export const sized = (everyday: number, whole: number): number => (WHOLE ? whole : everyday);

/** Every day another part of a long table, and the whole of it. */
export const someOf = <T>(rows: readonly T[]): readonly T[] =>
	WHOLE ? rows : rows.filter((_, at) => at % 4 === Math.floor(Date.now() / 86_400_000) % 4);
