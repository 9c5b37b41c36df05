import {type Editor, EMPTY, edit, editorWith} from '../../../terminal/editor.ts';
import type {Key} from '../../../terminal/keys.ts';

/** One thing to fill in. A choice is searched by typing; `at` is the chosen one of those that match. */
export type Field = {
	readonly name: string;
	readonly label: string;
	readonly kind: 'line' | 'text' | 'choice';
	readonly editor: Editor;
	readonly options: readonly string[];
	readonly at: number;
	/** Shown while it is empty. */
	readonly empty: string;
};

export type Purpose = 'new' | 'send' | 'rename';

export type Form = {
	readonly kind: 'form';
	readonly purpose: Purpose;
	readonly title: string;
	/** The sessions it is about. */
	readonly ids: readonly string[];
	readonly fields: readonly Field[];
	readonly focus: number;
	/** Why it could not be done; everything typed is still there. */
	readonly problem: string | null;
	readonly busy: boolean;
};

export const field = (name: string, label: string, kind: Field['kind'], more: Partial<Field> = {}): Field => ({
	name,
	label,
	kind,
	editor: EMPTY,
	options: [],
	at: 0,
	empty: '',
	...more,
});

export const filled = (text: string): Editor => editorWith(text);

/** The options that match what was typed, best first: those that begin with it, then those that contain it. PURE. */
export const matchesOf = ({options, editor}: Field): readonly string[] => {
	const typed = editor.text.trim().toLowerCase();
	if (typed === '') {
		return options;
	}
	const rank = (option: string): number => {
		const at = option.toLowerCase().indexOf(typed);
		return at === 0 ? 0 : at > 0 ? 1 : 2;
	};
	return options.filter(option => rank(option) < 2).toSorted((a, b) => rank(a) - rank(b));
};

/** What a field says when the form is sent: the chosen option, or what was typed where nothing matches. PURE. */
export const fieldValue = (form: Form, name: string): string => {
	const found = form.fields.find(one => one.name === name);
	if (found === undefined) {
		return '';
	}
	return found.kind === 'choice' ? (matchesOf(found)[found.at] ?? found.editor.text.trim()) : found.editor.text;
};

const withField = (form: Form, change: (field: Field) => Field): Form => ({
	...form,
	problem: null,
	fields: form.fields.map((one, at) => (at === form.focus ? change(one) : one)),
});

const step = (form: Form, by: number): Form => ({
	...form,
	focus: (form.focus + by + form.fields.length) % form.fields.length,
});

const choose = (one: Field, by: number): Field => {
	const count = matchesOf(one).length;
	return count === 0 ? one : {...one, at: (one.at + by + count) % count};
};

/** One line only, whatever was pasted. */
const oneLine = (editor: Editor): Editor =>
	editor.text.includes('\n') ? editorWith(editor.text.replace(/\s*\n\s*/g, ' ')) : editor;

const typeInto = (one: Field, key: Key): Field => {
	const editor = edit(one.editor, key);
	if (one.kind === 'text') {
		return {...one, editor};
	}
	return {...one, editor: oneLine(editor), at: editor.text === one.editor.text ? one.at : 0};
};

/** Up and down move through options, or through the lines of a longer text. PURE. */
const upOrDown = (form: Form, by: number): Form => {
	const one = form.fields[form.focus];
	return one?.kind === 'choice' ? withField(form, here => choose(here, by)) : step(form, by);
};

export type Pressed = {readonly form: Form; readonly next: 'stay' | 'submit' | 'cancel'};

/** What a key does in a form. Enter sends it from every field; Alt-Enter or Ctrl-J is a new line. PURE. */
export const pressForm = (form: Form, key: Key): Pressed => {
	const one = form.fields[form.focus];
	const stay = (changed: Form): Pressed => ({form: changed, next: 'stay'});
	switch (key.name) {
		case 'escape':
		case 'ctrl-c':
			return {form, next: 'cancel'};
		case 'enter':
			return {form, next: 'submit'};
		case 'tab':
			return stay(step(form, 1));
		case 'shift-tab':
			return stay(step(form, -1));
		case 'up':
			return stay(upOrDown(form, -1));
		case 'down':
			return stay(upOrDown(form, 1));
		case 'newline':
			return stay(one?.kind === 'text' ? withField(form, here => typeInto(here, key)) : step(form, 1));
		default:
			return stay(withField(form, here => typeInto(here, key)));
	}
};
