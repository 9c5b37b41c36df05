import {listEarly} from '../../tmux/list-early.ts';
import type {World} from '../held.ts';
import type {SessionView} from '../view.ts';
import type {Asked, Listed} from './list-anew.ts';
import {rememberedAt} from './remembered.ts';
import {candidatesIn, linesBySession, NOTHING, stillTrue} from './still-true.ts';

/** Set by the build: changes with every change of squad. */
declare const SQUAD_BUILD: string;

export type ListAnew = (asked: Asked) => Promise<Listed | undefined>;

/** Compared as text: the first use of a locale costs ten milliseconds. PURE. */
const oldestFirst = (views: readonly SessionView[]): SessionView[] =>
	views.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));

/**
 * The sessions as they are now, oldest first: what the last list showed where it still holds, the others looked at anew
 * (`anew` loads what that takes). Undefined where there is something to say beside the list, or where tmux gave no
 * answer and `patient` is not set: then it may keep whoever asks waiting for long.
 */
export const listNow = async (
	{home, tmux, env}: World,
	anew: () => ListAnew,
	{patient}: {patient: boolean},
): Promise<Listed | undefined> => {
	const listedAt = Date.now();
	const listing = listEarly(tmux, `${home.root}/panes.${process.pid}.tmp`);
	const remembered = rememberedAt(home, SQUAD_BUILD, tmux.socket);
	const candidates = candidatesIn(home, remembered);
	const answer = await listing;
	if (answer === undefined && !patient) {
		return undefined;
	}
	const lines = answer === undefined ? undefined : linesBySession(answer);
	const kept = lines === undefined ? NOTHING : stillTrue(candidates, lines);
	if (kept.size === candidates.ids.length) {
		return {views: oldestFirst([...kept.values()]), remember: () => undefined};
	}
	const ids = candidates.ids.filter(id => !kept.has(id));
	const asked = {env, build: SQUAD_BUILD, ids, listedAt, lines, remembered, kept: new Set(kept.keys())};
	const listed = await anew()(asked);
	return listed && {...listed, views: oldestFirst([...kept.values(), ...listed.views])};
};
