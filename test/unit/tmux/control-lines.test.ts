import {describe, expect, test} from 'vitest';
import {controlLines} from '../../../src/tmux/control-lines.ts';

const MARK = 'squad-mark';

/** Frames in short: `own(a|b)`, `other(a)`, `error(a)`, `mark`, `torn`, or the line outside a block. */
const read = (chunks: readonly (string | Buffer)[]): string[] => {
	const framesOf = controlLines(MARK);
	return chunks
		.flatMap(chunk => framesOf(Buffer.from(chunk)))
		.map(frame => {
			if (frame.kind === 'line') return frame.line.toString();
			if (frame.kind === 'mark') return frame.torn ? 'torn' : 'mark';
			return `${frame.ok ? (frame.own ? 'own' : 'other') : 'error'}(${frame.lines.join('|')})`;
		});
};

const lines = (...all: string[]) => `${all.join('\n')}\n`;

describe('what tmux writes is cut into blocks and lines', () => {
	test.each([
		['a block', lines('%begin 7 1 1', 'a', '', 'b', '%end 7 1 1'), ['own(a||b)']],
		['an empty block', lines('%begin 7 1 1', '%end 7 1 1'), ['own()']],
		['an error', lines('%begin 7 1 1', "can't find pane: x", '%error 7 1 1'), ["error(can't find pane: x)"]],
		['the greeting and a hook', lines('%begin 7 1 0', 'x', '%end 7 1 0'), ['other(x)']],
		['a notification', lines('%sessions-changed'), ['%sessions-changed']],
		[
			'a notification between blocks',
			lines('%begin 7 1 1', '%end 7 1 1', '%x', '%begin 7 2 1', '%end 7 2 1'),
			['own()', '%x', 'own()'],
		],
		[
			'a payload like a notification',
			lines('%begin 7 1 1', '%exit', '%output %1 x', '%end 7 1 1'),
			['own(%exit|%output %1 x)'],
		],
		[
			'a payload like another block',
			lines('%begin 7 2 1', '%begin 7 1 1', '%end 7 1 1', '%end 7 2 0', '%end 7 2 1'),
			['own(%begin 7 1 1|%end 7 1 1|%end 7 2 0)'],
		],
		[
			'a payload that only begins like the end',
			lines('%begin 7 1 1', '%end 7 1 1 ', '%end 7 1 11', '%end 7 1 1'),
			['own(%end 7 1 1 |%end 7 1 11)'],
		],
		['the mark', lines('%begin 7 1 1', 'a', '%end 7 1 1', '%begin 7 2 1', MARK, '%end 7 2 1'), ['own(a)', 'mark']],
		['a text around the mark', lines('%begin 7 1 1', `${MARK} `, `x${MARK}`, '%end 7 1 1'), [`own(${MARK} |x${MARK})`]],
		['a line that is not finished', '%sessions-ch', []],
	])('%s', (_, text, frames) => {
		expect(read([text])).toEqual(frames);
	});

	test('wherever the pieces end', () => {
		const text = Buffer.from(
			lines('%begin 7 1 1', 'é😀', '%end 7 1 1', '%window-renamed @1 é', '%begin 7 2 1', MARK, '%end 7 2 1'),
		);
		const whole = read([text]);
		expect(whole).toEqual(['own(é😀)', '%window-renamed @1 é', 'mark']);
		for (let at = 1; at < text.length; at++) expect(read([text.subarray(0, at), text.subarray(at)])).toEqual(whole);
		expect(read([...text].map(byte => Buffer.from([byte])))).toEqual(whole);
	});
});

describe('text that imitates a border spoils one answer at most', () => {
	const next = lines('%begin 9 8 1', 'right', '%end 9 8 1', '%begin 9 9 1', MARK, '%end 9 9 1');

	test('a begin in the value of a subscription', () => {
		const forged = lines('%subscription-changed a $0 - - - : x', '%begin 1 1 1');
		const answer = lines('%begin 9 6 1', 'lost', '%end 9 6 1', '%begin 9 7 1', MARK, '%end 9 7 1');
		expect(read([forged + answer + next])).toEqual([
			'%subscription-changed a $0 - - - : x',
			'torn',
			'own(right)',
			'mark',
		]);
	});

	test('a guessed end in a screen', () => {
		const forged = lines('%begin 9 6 1', 'a', '%end 9 6 1', 'b', '%begin 9 7 1', 'c', '%end 9 6 1');
		const mark = lines('%begin 9 7 1', MARK, '%end 9 7 1');
		expect(read([forged + mark + next])).toEqual(['own(a)', 'b', 'torn', 'own(right)', 'mark']);
	});
});
