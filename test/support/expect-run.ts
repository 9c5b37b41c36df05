import {expect} from 'vitest';
import type {Run} from './run.ts';

/** Done, and says why if not. */
export const expectDone = (run: Run): Run => {
	expect(run.code, `${run.stdout}\n${run.stderr}`).toBe(0);
	return run;
};

/** Refused with this exit code, in two lines on standard error: what happened and what to do. */
export const expectRefusal = (run: Run, code: number | readonly number[], words: RegExp = /./): Run => {
	expect([code].flat(), `exit ${run.code}: ${run.stdout}\n${run.stderr}`).toContain(run.code);
	expect(run.stderr).toMatch(words);
	expect(run.stderr.trimEnd().split('\n'), run.stderr).toHaveLength(2);
	expect(run.stderr).not.toMatch(/^\s+at .*:\d+:\d+/m);
	return run;
};
