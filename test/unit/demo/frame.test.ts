import {describe, expect, test} from 'vitest';
import {frameOf, titleOf} from '../../../src/demo/frame.ts';
import {type Live, RESTING} from '../../../src/demo/live.ts';
import type {Work} from '../../../src/demo/stage.ts';
import {editorWith} from '../../../src/terminal/editor.ts';

const size = {columns: 40, rows: 24};
const rule = '─'.repeat(40);
const work: Work = {
	verb: 'Refactoring',
	topic: 'tidy up',
	watch: {seconds: () => 3.9, hold: () => {}, go: () => {}},
	interrupt: () => {},
};

const plain = (live: Live, doing?: Work, tick = 0, at = size): string[] =>
	frameOf(live, doing, tick, at).lines.map(line => line.replace(/\x1b\[[0-9;]*m/g, ''));

describe('the screen', () => {
	test('when idle', () => {
		expect(plain(RESTING)).toEqual(['', rule, '❯ ', rule, '  ? for shortcuts']);
		expect(titleOf(RESTING, undefined, 0)).toBe('✳ demo');
	});

	test('when working', () => {
		const live = {...RESTING, isWorking: true, queue: ['next']};
		expect(plain(live, work, 4)).toEqual([
			'',
			'✻ Refactoring… (3s · esc to interrupt)',
			'  ⎿  queued: next',
			'',
			rule,
			'❯ ',
			rule,
			'  ? for shortcuts',
		]);
		expect([0, 4, 5, 9, 10].map(tick => titleOf(live, work, tick)[0])).toEqual(['◐', '◐', '◑', '◑', '◐']);
		expect(titleOf(live, work, 0)).toBe('◐ demo: tidy up');
	});

	test('when asking', () => {
		const live = {...RESTING, isWorking: true, question: {text: 'Do you want to run npm test?', selected: 0}};
		expect(plain(live, work)).toEqual([
			'',
			rule,
			'Do you want to run npm test?',
			'',
			'❯ 1. Yes',
			"  2. Yes, and don't ask again",
			'  3. No',
			'',
			'Enter to select · Esc to cancel',
		]);
		expect(frameOf(live, work, 0, size).cursor).toBeUndefined();
		expect(titleOf(live, work, 0)).toBe('✋ demo: Do you want to run npm test?');
	});

	test('a long text is shown around the cursor', () => {
		const text = Array.from({length: 99}, (_, index) => `row ${index}`).join('\n');
		const {lines, cursor} = frameOf({...RESTING, editor: editorWith(text)}, undefined, 0, size);
		expect(lines).toHaveLength(14);
		expect(cursor).toEqual({row: 11, column: 8});
	});

	test.each([
		['lines', 'some 日本語 text\n'.repeat(7000)],
		['one word', '日本語'.repeat(33_000)],
		['controls', '\x1b'.repeat(100_000)],
	])('a huge text of %s is drawn quickly wherever the cursor is', (_, text) => {
		frameOf({...RESTING, editor: editorWith('warm up 日本語')}, undefined, 0, size);
		for (const cursor of [0, 50_001, text.length]) {
			const start = performance.now();
			const {lines} = frameOf({...RESTING, editor: {text, cursor}}, undefined, 0, size);
			expect(performance.now() - start).toBeLessThan(500);
			expect(lines).toHaveLength(14);
		}
	});

	test.each([
		[1, 1],
		[2, 3],
		[10, 4],
		[20, 5],
	])('never throws and never is higher than the window at %d x %d', (columns, rows) => {
		for (const live of [
			RESTING,
			{...RESTING, question: {text: 'Why? '.repeat(50), selected: 1}},
			{...RESTING, editor: editorWith('日本'.repeat(99))},
		]) {
			expect(frameOf(live, work, 3, {columns, rows}).lines.length).toBeLessThanOrEqual(rows);
		}
	});
});
