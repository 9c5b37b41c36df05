import type {Cursor} from '../conversation/appended.ts';
import {type LogEntry, readLogFrom} from '../conversation/log.ts';
import {conversationOf} from '../conversation-view.ts';
import type {World} from '../held.ts';
import {isDamaged, readRecord} from '../records.ts';
import type {SessionView} from '../view.ts';
import type {SessionEvent} from './events.ts';
import type {Snapshot} from './snapshot.ts';

/** Agents write down what they say while they work, and some seconds after they show it. */
const WORKING_MS = 2000;
const AT_REST_MS: readonly number[] = [300, 2000, 5000, 11_000];

type Tail = {
	readonly task: string | null;
	cursor: Cursor | null;
	/** What was there before anybody listened is no news. */
	isPrimed: boolean;
	readonly seen: Set<string>;
	state: string;
	timer: NodeJS.Timeout | undefined;
	looking: Promise<void> | undefined;
};

const idOf = ({type, metadata: {token, offset, id}}: LogEntry, at: number): string =>
	id === undefined ? `${token}:${offset}:${at}` : `${token}:${type}:${id}`;

/** Follows the conversations of all sessions that are there, and tells what is added to them. */
export const messageTails = (world: World, emit: (event: SessionEvent) => void) => {
	const tails = new Map<string, Tail>();

	const tell = (id: string, tail: Tail, entries: readonly LogEntry[]): void => {
		for (const [at, entry] of entries.entries()) {
			const message = {id: idOf(entry, at), timestamp: entry.timestamp, type: entry.type, content: entry.content};
			const type = tail.seen.has(message.id) ? 'session.message.updated' : 'session.message.added';
			tail.seen.add(message.id);
			if (tail.isPrimed) emit({type, session_id: id, task_id: tail.task, message});
		}
	};
	const look = async (id: string, tail: Tail): Promise<void> => {
		const record = readRecord(world.home, id);
		if (record === undefined || isDamaged(record)) return;
		await conversationOf(world, record);
		const {entries, cursor} = readLogFrom(world.home.conversation(id), tail.cursor);
		tail.cursor = cursor;
		if (tails.get(id) !== tail) return;
		tell(id, tail, entries);
		tail.isPrimed = true;
	};
	const wait = (id: string, tail: Tail, waits: readonly number[]): void => {
		const [first, ...rest] = waits;
		clearTimeout(tail.timer);
		if (first === undefined) return;
		tail.timer = setTimeout(async () => {
			// One look at a time; what fails now (a file that is just being replaced) is looked at again the next time.
			await tail.looking;
			tail.looking = look(id, tail).catch(() => undefined);
			await tail.looking;
			if (tails.get(id) === tail) wait(id, tail, rest.length === 0 && tail.state === 'active' ? [WORKING_MS] : rest);
		}, first);
	};
	const begin = (view: SessionView, isNew: boolean): Tail => ({
		task: view.task,
		cursor: null,
		isPrimed: isNew,
		seen: new Set(),
		state: '',
		timer: undefined,
		looking: undefined,
	});
	let isFirst = true;
	return {
		follow: ({sessions, loadedAt}: Snapshot): void => {
			for (const view of sessions) {
				const tail = tails.get(view.id) ?? begin(view, !isFirst);
				tails.set(view.id, tail);
				const state = view.activity === 'active' ? 'active' : `${view.status} ${view.activity} ${view.question}`;
				if (state === tail.state) continue;
				tail.state = state;
				wait(view.id, tail, state === 'active' ? [tail.isPrimed ? WORKING_MS : 0] : AT_REST_MS);
			}
			for (const [id, tail] of tails) {
				if (sessions.some(view => view.id === id)) continue;
				clearTimeout(tail.timer);
				tails.delete(id);
			}
			if (loadedAt !== null) isFirst = false;
		},
		/** Resolves when nothing is being read any more. */
		close: async (): Promise<void> => {
			const all = [...tails.values()];
			for (const {timer} of all) clearTimeout(timer);
			tails.clear();
			isFirst = true;
			await Promise.all(all.map(({looking}) => looking));
		},
	};
};
