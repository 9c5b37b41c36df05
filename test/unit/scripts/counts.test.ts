import {expect, test} from 'vitest';
// @ts-expect-error plain JavaScript
import {countTests, exitCodeOf, summaryOf} from '../../../scripts/test/counts.mjs';

const file = (status: string, ...tests: string[]) => ({status, assertionResults: tests.map(status => ({status}))});

const report = (...files: ReturnType<typeof file>[]) => {
	const count = (status: string) => files.flatMap(f => f.assertionResults).filter(t => t.status === status).length;
	return {
		numPassedTests: count('passed'),
		numFailedTests: count('failed'),
		numPendingTests: count('skipped'),
		numTodoTests: count('todo'),
		testResults: files,
	};
};

test.each([
	['all pass', report(file('passed', 'passed', 'passed')), 0, '2 passed, 0 failed', 0],
	['one fails', report(file('failed', 'passed', 'failed')), 1, '1 passed, 1 failed', 1],
	['some are skipped', report(file('passed', 'passed', 'skipped', 'todo')), 0, '1 passed, 0 failed, 2 skipped', 0],
	['a file cannot be imported', report(file('failed'), file('passed', 'passed')), 1, '1 passed, 1 failed', 1],
	['a hook fails', report(file('failed', 'skipped')), 1, '0 passed, 1 failed, 1 skipped', 1],
	['a promise was rejected unheard', report(file('passed', 'passed')), 1, '1 passed, 1 failed', 1],
	['there is no test', report(), 0, '0 passed, 0 failed', 1],
	['all are skipped', report(file('passed', 'skipped')), 0, '0 passed, 0 failed, 1 skipped', 1],
	['vitest did not come up', undefined, 1, '0 passed, 1 failed', 1],
	['Ctrl-C ended it', undefined, 130, '0 passed, 1 failed', 130],
])('when %s', (_what, outcome, vitestCode, line, code) => {
	const counts = countTests(outcome, vitestCode);
	expect(summaryOf(counts)).toBe(line);
	expect(exitCodeOf(counts, vitestCode)).toBe(code);
});
