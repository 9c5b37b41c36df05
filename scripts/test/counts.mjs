// From vitest's JSON report to the last line. Pure.

/** A file that could not be imported, or whose hook failed, has failed without any test of it having failed. */
const failedAsAWhole = ({status, assertionResults}) =>
	status === 'failed' && !assertionResults.some(test => test.status === 'failed');

/**
 * What failed outside of any test (an unhandled rejection, a setup that did not come up) counts as one,
 * so that the line never claims success over an exit code that does not.
 */
export const countTests = (report, exitCode) => {
	const whole = report?.testResults.filter(failedAsAWhole).length ?? 0;
	const failed = (report?.numFailedTests ?? 0) + whole;
	return {
		passed: report?.numPassedTests ?? 0,
		failed: failed === 0 && exitCode !== 0 ? 1 : failed,
		skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
	};
};

export const summaryOf = ({passed, failed, skipped}) =>
	`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** A run without any test proves nothing. */
export const exitCodeOf = ({passed, failed}, exitCode) => (exitCode === 0 && passed + failed === 0 ? 1 : exitCode);
