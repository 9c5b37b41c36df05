import {type Editor, EMPTY, edit} from '../../../terminal/editor.ts';
import type {Key} from '../../../terminal/keys.ts';
import type {Form} from './form.ts';
import type {Grouping} from './groups.ts';
import type {Size} from './layout.ts';

export const TABS = ['screen', 'diff', 'terminal', 'conversation', 'info'] as const;

export type Tab = (typeof TABS)[number];

/** Asked before anything is removed: says exactly what would be lost. */
export type Confirm = {
	readonly kind: 'confirm';
	readonly ids: readonly string[];
	readonly title: string;
	/** Null while it is being found out. */
	readonly lines: readonly string[] | null;
	readonly force: boolean;
};

export type Dialog =
	| Form
	| Confirm
	| {readonly kind: 'help'; readonly scroll: number}
	| {readonly kind: 'menu'; readonly at: number};

export type Notice = {readonly text: string; readonly style: 'bad' | 'done' | 'dim'};

/** Everything that is only about looking: what is selected, open, typed. What sessions are is in the watch's snapshot. */
export type View = {
	readonly size: Size;
	readonly focus: 'list' | 'detail';
	/** Where keys go: to the keymap, into the filter, or to the selected agent itself. */
	readonly mode: 'keys' | 'filter' | 'typing';
	readonly selected: string | null;
	readonly tab: Tab;
	/** Lines away from where the tab begins by itself. */
	readonly scroll: number;
	readonly grouping: Grouping;
	readonly onlyActive: boolean;
	readonly filter: Editor;
	readonly marks: ReadonlySet<string>;
	readonly dialog: Dialog | null;
	readonly notice: Notice | null;
	/** The minute in which this is seen: ages are shown in minutes. */
	readonly now: number;
};

export const firstView = (size: Size, now: number): View => ({
	size,
	focus: 'list',
	mode: 'keys',
	selected: null,
	tab: 'screen',
	scroll: 0,
	grouping: 'need',
	onlyActive: false,
	filter: EMPTY,
	marks: new Set(),
	dialog: null,
	notice: null,
	now,
});

export type Change =
	| {readonly type: 'resize'; readonly size: Size}
	| {readonly type: 'select'; readonly id: string | null}
	| {readonly type: 'tab'; readonly by: number}
	| {readonly type: 'scroll'; readonly by: number}
	| {readonly type: 'focus'; readonly focus: View['focus']}
	| {readonly type: 'mode'; readonly mode: View['mode']}
	| {readonly type: 'grouping'}
	| {readonly type: 'only-active'}
	| {readonly type: 'mark'; readonly id: string}
	| {readonly type: 'unmark'}
	| {readonly type: 'filter-key'; readonly key: Key}
	| {readonly type: 'clear-filter'}
	| {readonly type: 'dialog'; readonly dialog: Dialog | null}
	| {readonly type: 'notice'; readonly notice: Notice | null}
	| {readonly type: 'tick'; readonly now: number};

const toggled = (marks: ReadonlySet<string>, id: string): ReadonlySet<string> => {
	const next = new Set(marks);
	return next.delete(id) ? next : next.add(id);
};

const stepped = (tab: Tab, by: number): Tab => TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length] ?? tab;

/** PURE: the view after a change. */
const reduce = (view: View, change: Change): View => {
	switch (change.type) {
		case 'resize':
			return {...view, size: change.size};
		case 'select':
			return change.id === view.selected ? view : {...view, selected: change.id, scroll: 0};
		case 'tab':
			return {...view, tab: stepped(view.tab, change.by), scroll: 0};
		case 'scroll':
			return {...view, scroll: Math.max(0, view.scroll + change.by)};
		case 'focus':
			return {...view, focus: change.focus};
		case 'mode':
			return {...view, mode: change.mode};
		case 'grouping':
			return {...view, grouping: view.grouping === 'need' ? 'repository' : 'need'};
		case 'only-active':
			return {...view, onlyActive: !view.onlyActive};
		case 'mark':
			return {...view, marks: toggled(view.marks, change.id)};
		case 'unmark':
			return {...view, marks: new Set()};
		case 'filter-key':
			return {...view, filter: edit(view.filter, change.key)};
		case 'clear-filter':
			return {...view, filter: EMPTY, mode: 'keys'};
		case 'dialog':
			return {...view, dialog: change.dialog};
		case 'notice':
			return {...view, notice: change.notice};
		case 'tick':
			return {...view, now: change.now};
	}
};

/** One home for the view, outside React. */
export const viewStore = (first: View) => {
	let view = first;
	const listeners = new Set<() => void>();
	return {
		snapshot: (): View => view,
		subscribe: (listener: () => void): (() => void) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		change: (change: Change): void => {
			const next = reduce(view, change);
			if (next !== view) {
				view = next;
				for (const listener of listeners) {
					listener();
				}
			}
		},
	};
};

export type ViewStore = ReturnType<typeof viewStore>;
