import {describe, expect, test} from 'vitest';
import {type Effect, EXIT_NOTICE, type Live, press, RESTING} from '../../../src/demo/live.ts';
import {EMPTY, editorWith} from '../../../src/terminal/editor.ts';
import {keyDecoder} from '../../../src/terminal/keys.ts';

const keys = (input: string) => {
	const decoder = keyDecoder();
	return [...decoder.feed(input), ...decoder.flush()];
};

/** The state and all effects after some keys, each in a piece of its own. */
const pressing = (start: Live, ...pieces: string[]): {live: Live; effects: Effect[]} => {
	const effects: Effect[] = [];
	let live = start;
	for (const key of pieces.flatMap(keys)) {
		const pressed = press(live, key);
		live = pressed.live;
		if (pressed.effect) effects.push(pressed.effect);
	}
	return {live, effects};
};

const asking: Live = {...RESTING, isWorking: true, question: {text: 'Sure?', selected: 0}};
const working: Live = {...RESTING, isWorking: true};

describe('a question is answered', () => {
	test.each([
		['with Enter', ['\r'], 'Yes'],
		['with arrows', ['\x1b[B', '\x1b[B', '\r'], 'No'],
		['with an arrow past the first', ['\x1b[A', '\r'], 'No'],
		['with an arrow past the last', ['\x1b[B', '\x1b[B', '\x1b[B', '\r'], 'Yes'],
		['with 2', ['2'], "Yes, and don't ask again"],
		['with y', ['y'], 'Yes'],
		['with N', ['N'], 'No'],
		['not by other text', ['hello', 'x', '3'], 'No'],
		['not by Esc', ['\x1b'], undefined],
		['not by Ctrl-C', ['\x03'], undefined],
	])('%s', (_, pieces, answer) => {
		const {live, effects} = pressing(asking, ...pieces);
		expect(effects).toEqual([{kind: 'answer', answer}]);
		expect(live.question).toBeUndefined();
	});

	test('not by a paste', () => {
		expect(pressing(asking, '\x1b[200~y\x1b[201~').effects).toEqual([]);
	});
});

describe('at the prompt', () => {
	test('Enter sends what was typed, and nothing when nothing was', () => {
		expect(pressing(RESTING, '\r', '  ', '\r').effects).toEqual([]);
		const {live, effects} = pressing(RESTING, ' do it ', '\r');
		expect(effects).toEqual([{kind: 'submit', text: 'do it'}]);
		expect(live.editor).toEqual(EMPTY);
	});

	test('Ctrl-C clears, then warns, then exits', () => {
		const cleared = pressing(RESTING, 'text', '\x03');
		expect(cleared).toMatchObject({live: {editor: EMPTY, notice: ''}, effects: []});
		expect(pressing(cleared.live, '\x03')).toMatchObject({live: {notice: EXIT_NOTICE}, effects: []});
		expect(pressing(RESTING, '\x03', '\x03').effects).toEqual([{kind: 'exit'}]);
		expect(pressing(RESTING, '\x03', 'a', '\x7f', '\x03').effects).toEqual([]);
	});

	test('? shows the shortcuts only when nothing is typed', () => {
		expect(pressing(RESTING, '?').live).toMatchObject({showsShortcuts: true, editor: EMPTY});
		expect(pressing(RESTING, '?', '?').live.showsShortcuts).toBe(false);
		expect(pressing(RESTING, 'why', '?').live).toMatchObject({showsShortcuts: false, editor: {text: 'why?'}});
	});

	test('↑ and ↓ go through earlier prompts', () => {
		const {live} = pressing(RESTING, 'one', '\r', 'two', '\r');
		const shown = (...pieces: string[]): string => pressing(live, ...pieces).live.editor.text;
		expect(shown('\x1b[A')).toBe('two');
		expect(shown('\x1b[A', '\x1b[A', '\x1b[A')).toBe('one');
		expect(shown('\x1b[A', '\x1b[A', '\x1b[B')).toBe('two');
		expect(shown('\x1b[A', '\x1b[B')).toBe('');
	});
});

describe('while it works', () => {
	test('prompts queue', () => {
		expect(pressing(working, 'a', '\r', 'b', '\r')).toMatchObject({live: {queue: ['a', 'b']}, effects: []});
	});

	test.each([
		['Esc', '\x1b'],
		['Ctrl-C', '\x03'],
	])('%s interrupts and puts the queue back into the box', (_, piece) => {
		expect(pressing({...working, queue: ['a', 'b'], editor: editorWith('c')}, piece)).toMatchObject({
			live: {queue: [], editor: {text: 'a\nb\nc'}},
			effects: [{kind: 'interrupt'}],
		});
	});
});
