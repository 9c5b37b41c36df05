import type {Key} from '../../terminal/keys.ts';
import type {Binding} from './keys/binding.ts';
import {LOOK} from './keys/look.ts';
import {SESSIONS} from './keys/sessions.ts';
import {SQUAD} from './keys/squad.ts';
import {WORK} from './keys/work.ts';

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

/** The keymap with the user's own keys: an id gets exactly the keys given for it, and nobody else has them. PURE. */
export const keymapWith = (own: Readonly<Record<string, string | readonly string[]>>): Keymap => {
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

export const bindingFor = (keymap: Keymap, name: string): Binding | undefined =>
	bindingsOf(keymap).find(binding => binding.keys.includes(name));
