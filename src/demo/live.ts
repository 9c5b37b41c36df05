import {type Editor, EMPTY, edit, editorWith} from '../terminal/editor.ts';
import type {Key} from '../terminal/keys.ts';
import {type Answer, OPTIONS} from './stage.ts';

/** Everything below the scrollback: what is drawn again and again. */
export type Live = {
	readonly editor: Editor;
	/** Prompts that were sent while it works. */
	readonly queue: readonly string[];
	readonly isWorking: boolean;
	readonly question: {readonly text: string; readonly selected: number} | undefined;
	/** The last, unfinished line of an answer that is being written. */
	readonly partial: string;
	readonly notice: string;
	readonly showsShortcuts: boolean;
	/** Earlier prompts, and how far back ↑ has gone. */
	readonly history: readonly string[];
	readonly back: number;
};

export const RESTING: Live = {
	editor: EMPTY,
	queue: [],
	isWorking: false,
	question: undefined,
	partial: '',
	notice: '',
	showsShortcuts: false,
	history: [],
	back: 0,
};

/** What a key press asks the program to do, besides what changes on the screen. */
export type Effect =
	| {readonly kind: 'submit'; readonly text: string}
	| {readonly kind: 'answer'; readonly answer: Answer | undefined}
	| {readonly kind: 'interrupt' | 'exit'};

export type Pressed = {readonly live: Live; readonly effect: Effect | undefined};

export const EXIT_NOTICE = 'Press Ctrl-C again to exit';

const nothing = (live: Live): Pressed => ({live, effect: undefined});

const answerTo = (key: Key, selected: number): Answer | undefined => {
	if (key.name === 'enter') return OPTIONS[selected];
	if (key.name !== 'text') return undefined;
	const choice = {1: 0, 2: 1, 3: 2, y: 0, n: 2}[key.text.toLowerCase()];
	return choice === undefined ? undefined : OPTIONS[choice];
};

const pressAsking = (live: Live, question: NonNullable<Live['question']>, key: Key): Pressed => {
	if (key.name === 'escape' || key.name === 'ctrl-c') {
		return {live: {...live, question: undefined}, effect: {kind: 'answer', answer: undefined}};
	}
	const answer = answerTo(key, question.selected);
	if (answer) return {live: {...live, question: undefined}, effect: {kind: 'answer', answer}};
	const move = {up: OPTIONS.length - 1, down: 1}[key.name as string] ?? 0;
	return nothing({...live, question: {...question, selected: (question.selected + move) % OPTIONS.length}});
};

/** What was queued goes back into the box: nothing is lost, and nothing starts that the user may no longer want. */
const interrupted = (live: Live): Pressed => ({
	live: {...live, queue: [], editor: editorWith([...live.queue, live.editor.text].filter(Boolean).join('\n'))},
	effect: {kind: 'interrupt'},
});

const pressEnter = (live: Live): Pressed => {
	const text = live.editor.text.trim();
	if (text === '') return nothing(live);
	const sent = {...live, editor: EMPTY, back: 0, history: [...live.history.slice(-99), text]};
	if (live.isWorking) return nothing({...sent, queue: [...live.queue, text]});
	return {live: sent, effect: {kind: 'submit', text}};
};

const pressLeave = (live: Live, isAgain: boolean): Pressed => {
	if (live.isWorking) return interrupted(live);
	if (live.editor.text !== '') return nothing({...live, editor: EMPTY});
	return isAgain ? {live, effect: {kind: 'exit'}} : nothing({...live, notice: EXIT_NOTICE});
};

const browse = (live: Live, step: number): Live => {
	const back = Math.min(Math.max(live.back + step, 0), live.history.length);
	return back === live.back ? live : {...live, back, editor: editorWith(live.history.at(-back || Infinity) ?? '')};
};

/** PURE: what a key does. */
export const press = (before: Live, key: Key): Pressed => {
	if (before.question) return pressAsking(before, before.question, key);
	const live = {...before, notice: '', showsShortcuts: false};
	const isEmpty = live.editor.text === '';
	switch (key.name) {
		case 'escape':
			return live.isWorking ? interrupted(live) : nothing(live);
		case 'ctrl-c':
			return pressLeave(live, before.notice === EXIT_NOTICE);
		case 'ctrl-d':
			return isEmpty && !live.isWorking ? pressLeave(live, before.notice === EXIT_NOTICE) : nothing(live);
		case 'enter':
			return pressEnter(live);
		case 'up':
			return nothing(browse(live, 1));
		case 'down':
			return nothing(browse(live, -1));
		default:
			if (isEmpty && key.name === 'text' && key.text === '?') {
				return nothing({...live, showsShortcuts: !before.showsShortcuts});
			}
			return nothing({...live, back: 0, editor: edit(live.editor, key)});
	}
};
