import fc from 'fast-check';

/**
 * In daily runs the same examples each time: a red run is about the change, not about the dice. `npm run test:world`
 * throws anew, and SQUAD_TEST_SEED repeats one of its runs.
 */
const {SQUAD_TEST_SEED, SQUAD_TEST_WORLD} = process.env;

if (SQUAD_TEST_SEED !== undefined || SQUAD_TEST_WORLD !== 'whole') {
	fc.configureGlobal({seed: Number(SQUAD_TEST_SEED ?? 1)});
}
