import type {Operation} from '../../../session/watch/watch.ts';
import {safe} from '../../print.ts';
import type {Say} from '../keys/keymap.ts';
import {wrap} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';

/** How a pause begins to say that it waits for its agent. */
const WAITING = 'waiting';

/** What to do about a failure, where the TUI has another way than the command line. */
const HINTS: Readonly<Record<string, string>> = {
	not_safe:
		'{pause} again, then {interrupt-wait} interrupts its turn or {force-wait} goes on regardless; nothing was touched',
};

/** What went wrong, and what to do about it. PURE. */
export const failureOf = ({verb, error}: Operation, say: Say): {what: string; hint: string} | undefined =>
	error === null
		? undefined
		: {
				what: `Failed to ${verb}: ${error.message}`,
				hint: HINTS[error.code] ? say(HINTS[error.code] ?? '') : error.hint,
			};

/** PURE. */
const isWaiting = (operation: Operation | undefined): boolean =>
	(operation?.verb === 'pause' || operation?.verb === 'end') && !operation.done && operation.step.startsWith(WAITING);

/** What squad does with the session now and what one may choose, or what went wrong and the way on. PURE. */
export const operationLines = (
	operation: Operation | undefined,
	width: number,
	{paint}: Theme,
	say: Say,
): readonly string[] => {
	const failure = operation && failureOf(operation, say);
	if (failure !== undefined) {
		return [
			...wrap(safe(failure.what), width).map(line => paint('bad', line)),
			...wrap(safe(failure.hint), width),
			paint('dim', say('{back} puts this away')),
			'',
		];
	}
	if (operation === undefined || operation.done) {
		return [];
	}
	const choices = [
		['{interrupt-wait}', 'interrupts its turn'],
		['{force-wait}', 'goes on regardless'],
		['{cancel-wait}', 'cancels'],
	].map(([key = '', text]) => `${paint('key', say(key))} ${text}`);
	return [
		...wrap(safe(`${operation.verb}: ${operation.step || '…'}`), width).map(line => paint('accent', line)),
		...(isWaiting(operation) ? [choices.join(paint('dim', ' · '))] : []),
		'',
	];
};
