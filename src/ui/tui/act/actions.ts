import type {SessionView} from '../../../session/view.ts';
import type {Actions} from '../keys/binding.ts';
import type {Form} from '../state/form.ts';
import {type Here, neighbour} from '../state/here.ts';
import type {Confirm} from '../state/view-state.ts';
import type {Crew} from './crew.ts';
import {formChanged, openNew, openRename, openSend, submit} from './forms.ts';
import {moves} from './moves.ts';
import {confirmRemoval, removeConfirmed} from './remove.ts';
import {scroll, scrollToFile} from './scroll.ts';

type Selected = SessionView | null;

/** Everything that keys can do, and what the open dialog needs. */
export type AllActions = Actions & {
	readonly submit: (form: Form) => void;
	readonly formChanged: (before: Form, after: Form) => void;
	readonly remove: (dialog: Confirm) => void;
};

/** Somebody may have paused or removed it from elsewhere while we were in there. */
const whatHappened = ({squad, look}: Crew, {id, title}: SessionView): string | null => {
	const {intent} = squad.records().records.find(record => record.id === id) ?? {intent: 'removed'};
	const wayOn = {paused: ': {resume} resumes it', removed: ': {undo} brings it back'}[intent as string] ?? '';
	return intent === 'running' ? null : `“${title}” was ${intent} meanwhile${look.say(wayOn)}`;
};

const attach = async (crew: Crew, session: Selected, worker?: string): Promise<void> => {
	const {squad, owner, watch, notice} = crew;
	if (session !== null) {
		await owner.lend(async () => {
			const code = await squad.attach(squad.find(session.id), worker);
			const happened = whatHappened(crew, session);
			if (happened !== null) {
				notice(happened);
			} else if (code !== 0) {
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

export const actionsFor = (crew: Crew): AllActions => {
	const {change, owner} = crew;
	const say = orSay(crew);
	return {
		...moves(crew, say),
		view: change,
		select: id => change({type: 'select', id}),
		attach: session => say(attach(crew, session)),
		terminal: session => say(openTerminal(crew, session)),
		scroll: (here, by) => scroll(crew, here, by),
		nextFile: (here, by) => scrollToFile(crew, here, by),
		back: here => back(crew, here),
		startTyping: () => change({type: 'mode', mode: 'typing'}),
		mark: here => {
			if (here.session !== null) {
				change({type: 'mark', id: here.session.id});
				change({type: 'select', id: neighbour(here, 1)});
			}
		},
		openNew: () => say(openNew(crew)),
		openSend: targets => openSend(crew, targets),
		openRename: session => openRename(crew, session),
		submit: form => say(submit(crew, form)),
		formChanged: (before, after) => say(formChanged(crew, before, after)),
		askRemove: targets => say(confirmRemoval(crew, targets)),
		remove: dialog => removeConfirmed(crew, dialog),
		demo: () => say(owner.lend(owner.demo)),
		refresh: owner.refresh,
		suspend: owner.suspend,
		quit: owner.quit,
	};
};
