import type {Key} from '../../../terminal/keys.ts';
import type {Binding} from './binding.ts';
import {keyLabel} from './labels.ts';
import {LOOK} from './look.ts';
import {SESSIONS} from './sessions.ts';
import {SQUAD} from './squad.ts';
import {WORK} from './work.ts';

export type Chapter = {readonly title: string; readonly bindings: readonly Binding[]};

/** All keys, in the order of the help. */
const CHAPTERS: readonly Chapter[] = [
	{title: 'the agent', bindings: WORK},
	{title: 'sessions', bindings: SESSIONS},
	{title: 'looking', bindings: LOOK},
	{title: 'squad', bindings: SQUAD},
];

export type Keymap = {
	readonly chapters: readonly Chapter[];
	/** Names in the settings that no key has. */
	readonly unknown: readonly string[];
};

/** What the keymap calls a key. PURE. */
export const nameOfKey = (key: Key): string => ('text' in key ? (key.text === ' ' ? 'space' : key.text) : key.name);

/** Other names that settings may use. */
const ALIASES: Readonly<Record<string, string>> = {'pause-workspace': 'pause', 'resume-workspace': 'resume'};

/** The keymap with the user's own keys: an id gets exactly the keys given for it, and nobody else has them. PURE. */
export const keymapWith = (settings: Readonly<Record<string, string | readonly string[]>>): Keymap => {
	const own = Object.fromEntries(Object.entries(settings).map(([id, keys]) => [ALIASES[id] ?? id, keys]));
	const taken = new Set(Object.values(own).flat());
	const rebind = (binding: Binding): Binding => {
		const mine = own[binding.id];
		return {...binding, keys: mine === undefined ? binding.keys.filter(key => !taken.has(key)) : [mine].flat()};
	};
	const ids = new Set(CHAPTERS.flatMap(({bindings}) => bindings.map(({id}) => id)));
	return {
		chapters: CHAPTERS.map(({title, bindings}) => ({title, bindings: bindings.map(rebind)})),
		unknown: Object.keys(own).filter(id => !ids.has(id)),
	};
};

export const bindingsOf = ({chapters}: Keymap): readonly Binding[] => chapters.flatMap(({bindings}) => bindings);

/** Puts the keys as they are bound now into a text of squad's own: `{resume} resumes it`. */
export type Say = (text: string) => string;

/** PURE. */
export const sayWith = (keymap: Keymap): Say => {
	const labels = new Map(bindingsOf(keymap).map(({id, keys}) => [id, keyLabel(keys[0] ?? '(no key)')]));
	return text => text.replace(/\{([a-z-]+)\}/g, (all, id: string) => labels.get(id) ?? all);
};

export const bindingFor = (keymap: Keymap, name: string): Binding | undefined =>
	bindingsOf(keymap).find(binding => binding.keys.includes(name));
