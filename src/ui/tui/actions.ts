import type {Squad} from '../../session/squad.ts';
import type {SessionView} from '../../session/view.ts';
import type {Watch} from '../../session/watch.ts';
import {openNew, openRename, openSend, submit} from './act-forms.ts';
import {moves} from './act-moves.ts';
import {confirmRemoval, removeConfirmed} from './act-remove.ts';
import {detailContent, scrolled, startsAtEnd} from './content/detail.ts';
import type {DetailStore} from './details.ts';
import type {Form} from './form.ts';
import {type Here, neighbour} from './here.ts';
import {layoutOf} from './layout.ts';
import type {Stage} from './stage.ts';
import type {Change, Confirm, Notice} from './view-state.ts';

/** What only whoever owns the terminal can do. */
export type TerminalOwner = {
	/** Hands the terminal to something else and takes it back. */
	readonly lend: (run: () => Promise<unknown>) => Promise<void>;
	readonly refresh: () => void;
	readonly suspend: () => void;
	readonly quit: () => void;
	/** Runs `squad demo` on the terminal. */
	readonly demo: () => Promise<unknown>;
};

export type Crew = {
	readonly squad: Squad;
	readonly watch: Watch;
	readonly stage: Stage;
	readonly details: DetailStore;
	readonly owner: TerminalOwner;
	readonly cwd: string;
	readonly change: (change: Change) => void;
	readonly notice: (text: string, style?: Notice['style']) => void;
};

type Selected = SessionView | null;

const attach = async ({squad, owner, watch, notice}: Crew, session: Selected, worker?: string): Promise<void> => {
	if (session !== null) {
		await owner.lend(async () => {
			const code = await squad.attach(squad.find(session.id), worker);
			if (code !== 0) {
				notice('tmux could not open it: is the session still there?', 'bad');
			}
		});
		watch.touch(session.id);
	}
};

const openTerminal = async (crew: Crew, session: Selected): Promise<void> => {
	if (session !== null) {
		const terminal = session.workers.find(worker => worker.type === 'terminal');
		if (terminal === undefined) {
			await crew.squad.openTerminal(crew.squad.find(session.id), 'terminal');
		}
		await attach(crew, session, terminal?.name ?? 'terminal');
	}
};

const scroll = ({stage, details, change}: Crew, here: Here, by: number): void => {
	const {view, session} = here;
	const {detail} = layoutOf(view.size, 'detail');
	const room = {columns: detail?.columns ?? 80, rows: (detail?.rows ?? 20) - 2};
	const fromEnd = startsAtEnd(view.tab, session);
	const lines = detailContent(here, room, {theme: stage.theme, home: stage.home, details: details.snapshot()});
	const {most} = scrolled(lines, room.rows, view.scroll, fromEnd);
	const wanted = Math.max(0, Math.min(most, view.scroll + (fromEnd ? -by : by)));
	change({type: 'scroll', by: wanted - view.scroll});
};

/** Esc: the nearest thing that can be put away. */
const back = ({watch, change}: Crew, {view, session, snapshot}: Here): void => {
	if (view.notice !== null) {
		change({type: 'notice', notice: null});
	} else if (session !== null && snapshot.operations.get(session.id)?.error) {
		watch.dismiss(session.id);
	} else if (view.marks.size > 0) {
		change({type: 'unmark'});
	} else if (view.filter.text !== '') {
		change({type: 'clear-filter'});
	} else {
		change({type: 'focus', focus: 'list'});
	}
};

/** Failures that are not about one session are said on the line below. */
const orSay =
	({notice}: Crew) =>
	(work: Promise<unknown>): void => {
		work.catch((cause: unknown) => notice(cause instanceof Error ? cause.message : String(cause), 'bad'));
	};

/** Everything that keys can do. */
export const actionsFor = (crew: Crew) => {
	const {change, owner} = crew;
	const say = orSay(crew);
	return {
		...moves(crew, say),
		view: change,
		select: (id: string | null): void => change({type: 'select', id}),
		attach: (session: Selected): void => say(attach(crew, session)),
		terminal: (session: Selected): void => say(openTerminal(crew, session)),
		scroll: (here: Here, by: number): void => scroll(crew, here, by),
		back: (here: Here): void => back(crew, here),
		startTyping: (): void => change({type: 'mode', mode: 'typing'}),
		mark: (here: Here): void => {
			if (here.session !== null) {
				change({type: 'mark', id: here.session.id});
				change({type: 'select', id: neighbour(here, 1)});
			}
		},
		openNew: (): void => say(openNew(crew)),
		openSend: (targets: readonly SessionView[]): void => openSend(crew, targets),
		openRename: (session: Selected): void => openRename(crew, session),
		submit: (form: Form): void => say(submit(crew, form)),
		askRemove: (targets: readonly SessionView[]): void => say(confirmRemoval(crew, targets)),
		remove: (dialog: Confirm): void => removeConfirmed(crew, dialog),
		demo: (): void => say(owner.lend(owner.demo)),
		refresh: owner.refresh,
		suspend: owner.suspend,
		quit: owner.quit,
	};
};

export type Actions = ReturnType<typeof actionsFor>;
