import {readFileSync} from 'node:fs';
import * as v from 'valibot';
import {coloured} from '../../tmux/rows.ts';
import {readJson} from '../held.ts';
import type {Home} from '../home.ts';
import {savedScreen} from '../screen-layer.ts';
import type {LiveScreen} from './snapshot.ts';

const Shape = v.object({size: v.object({columns: v.number(), rows: v.number()})});
const USUAL = {columns: 80, rows: 24};

/** The last screenful of a worker that was put away; null where nothing is saved. */
export const savedLook = (
	home: Home,
	{session, worker}: {readonly session: string; readonly worker: string},
): LiveScreen | null => {
	const path = savedScreen(home, session, worker);
	if (path === undefined) return null;
	const shape = v.safeParse(Shape, readJson(path.replace(/\.ansi$/, '.json')));
	const size = shape.success ? shape.output.size : USUAL;
	const rows = coloured(readFileSync(path, 'utf8').replace(/\n$/, '').split('\n'));
	return {session, worker, lines: rows.slice(-size.rows), cursor: null, size, live: false};
};
