import {describe, expect, test} from 'vitest';
import {keyDecoder} from '../../../../../src/terminal/keys.ts';
import {type Form, field, fieldValue, matchesOf, pressForm} from '../../../../../src/ui/tui/state/form.ts';

const form: Form = {
	kind: 'form',
	purpose: 'new',
	title: '',
	ids: [],
	focus: 0,
	problem: 'something',
	busy: false,
	fields: [
		field('prompt', 'prompt', 'text'),
		field('title', 'title', 'line'),
		field('agent', 'agent', 'choice', {options: ['claude', 'codex', 'aider']}),
	],
};

/** What a form is after some keys, as the terminal sends them. */
const after = (input: string): {form: Form; next: string} => {
	const decoder = keyDecoder();
	let state = {form, next: 'stay'};
	for (const key of [...decoder.feed(input), ...decoder.flush()]) {
		state = pressForm(state.form, key);
	}
	return state;
};

describe('filling in', () => {
	test.each<[string, string, string]>([
		['two\x1b\rlines', 'prompt', 'two\nlines'],
		['\tone line', 'title', 'one line'],
		['\t\x1b[200~pasted\r\nlines\x1b[201~', 'title', 'pasted lines'],
		['\t\t', 'agent', 'claude'],
		['\t\tco', 'agent', 'codex'],
		['\t\t\x1b[B', 'agent', 'codex'],
		['\t\t\x1b[A', 'agent', 'aider'],
		['\t\tmine', 'agent', 'mine'],
		['\x1b[Zai', 'agent', 'aider'],
	])('%j', (input, name, value) => expect(fieldValue(after(input).form, name)).toBe(value));
});

test('Enter sends it from every field, Esc leaves it', () => {
	expect(after('x\r').next).toBe('submit');
	expect(after('\t\t\r').next).toBe('submit');
	expect(after('x\x1b').next).toBe('cancel');
});

test('a problem goes away when something is typed', () => expect(after('x').form.problem).toBeNull());

test('what begins with the typed text comes first', () =>
	expect(
		matchesOf(field('b', 'b', 'choice', {options: ['feature/main', 'main', 'x'], editor: {text: 'MAIN', cursor: 4}})),
	).toEqual(['main', 'feature/main']));
