import {resolve} from 'node:path';
import type {SessionView} from '../../../session/view.ts';
import {type Form, field, fieldValue, filled} from '../state/form.ts';
import type {Crew} from './crew.ts';

const formOf = (purpose: Form['purpose'], title: string, ids: readonly string[], fields: Form['fields']): Form => ({
	kind: 'form',
	purpose,
	title,
	ids,
	fields,
	focus: 0,
	problem: null,
	busy: false,
});

const QUICK = 'a directory as it is, no worktree';
const CHECKED_OUT = 'what is checked out now';

/** The repositories that squad knows: where it was opened, and where sessions are. */
const repositoriesOf = ({watch, found}: Crew): string[] => {
	const known = watch.snapshot().sessions.flatMap(({repo}) => (repo === null ? [] : [repo]));
	const {repository} = found();
	return [...new Set([...(repository === null ? [] : [repository]), ...known])];
};

/** The default if it is installed, then whatever is; what is not installed comes last. */
const agentsOf = ({found}: Crew, usual: string): string[] => {
	const there = [...found().agents, 'demo'];
	return [...new Set(there.includes(usual) ? [usual, ...there] : [...there, usual])];
};

/** What a session in that repository may start from; nothing where there is no such repository. */
const basesOf = async ({squad, cwd}: Crew, repo: string): Promise<string[]> =>
	repo === '' || repo === QUICK
		? []
		: [CHECKED_OUT, ...(await squad.branches(resolve(cwd, repo)).catch((): string[] => []))];

export const openNew = async (crew: Crew): Promise<void> => {
	const {squad, change} = crew;
	const repositories = repositoriesOf(crew);
	const options = [...repositories, QUICK];
	const [{settings}, bases] = await Promise.all([squad.settings(repositories[0]), basesOf(crew, options[0] ?? '')]);
	change({
		type: 'dialog',
		dialog: formOf(
			'new',
			'New session',
			[],
			[
				field('prompt', 'prompt', 'text', {empty: 'what the agent is to do; may be left empty'}),
				field('title', 'title', 'line', {empty: 'from the prompt'}),
				field('agent', 'agent', 'choice', {options: agentsOf(crew, settings.defaultAgent)}),
				field('base', 'from branch', 'choice', {options: bases, empty: CHECKED_OUT}),
				field('repo', 'repository', 'choice', {options, empty: 'or type a path'}),
			],
		),
	});
};

/** Another repository has other branches. */
export const formChanged = async (crew: Crew, before: Form, after: Form): Promise<void> => {
	const repo = fieldValue(after, 'repo');
	if (after.purpose !== 'new' || repo === fieldValue(before, 'repo')) {
		return;
	}
	const options = await basesOf(crew, repo);
	const open = crew.view().dialog;
	if (open?.kind === 'form' && open.purpose === 'new' && fieldValue(open, 'repo') === repo) {
		const fields = open.fields.map(one => (one.name === 'base' ? {...one, options, at: 0, editor: filled('')} : one));
		crew.change({type: 'dialog', dialog: {...open, fields}});
	}
};

export const openSend = ({change}: Crew, targets: readonly SessionView[]): void => {
	const running = targets.filter(({status}) => status === 'active');
	const whom = running.length === 1 ? (running[0]?.title ?? '') : `${running.length} sessions`;
	change({
		type: 'dialog',
		dialog: formOf(
			'send',
			`Send to ${whom}`,
			running.map(({id}) => id),
			[field('text', 'prompt', 'text')],
		),
	});
};

export const openRename = ({change}: Crew, session: SessionView | null): void => {
	if (session !== null) {
		const title = field('title', 'title', 'line', {editor: filled(session.title)});
		change({type: 'dialog', dialog: formOf('rename', `Rename ${session.id}`, [session.id], [title])});
	}
};

const create = async ({squad, change, cwd, watch}: Crew, form: Form): Promise<void> => {
	const repo = fieldValue(form, 'repo');
	const quick = repo === QUICK;
	const base = fieldValue(form, 'base');
	change({type: 'dialog', dialog: {...form, busy: true, problem: null}});
	const record = await squad.create({
		title: fieldValue(form, 'title') || undefined,
		agent: fieldValue(form, 'agent') || undefined,
		prompt: fieldValue(form, 'prompt').trim() || undefined,
		base: quick || base === CHECKED_OUT ? undefined : base || undefined,
		directory: resolve(cwd, quick ? '.' : repo),
		quick,
		noAgent: false,
		args: [],
	});
	watch.touch(record.id);
	change({type: 'select', id: record.id});
};

const send = ({squad, watch}: Crew, form: Form): void => {
	const text = fieldValue(form, 'text');
	if (text.trim() !== '') {
		for (const id of form.ids) {
			void watch.run(id, 'send', () => squad.send(squad.find(id), text, true));
		}
	}
};

const rename = ({squad, watch}: Crew, form: Form): void => {
	const [id = ''] = form.ids;
	void watch.run(id, 'rename', () => squad.rename(squad.find(id), fieldValue(form, 'title')));
};

/** Does what a form was filled in for. What cannot be done stays in the form, with the reason. */
export const submit = async (crew: Crew, form: Form): Promise<void> => {
	const {change, view} = crew;
	if (form.busy) {
		return;
	}
	if (form.purpose === 'new') {
		try {
			await create(crew, form);
		} catch (cause) {
			const problem = cause instanceof Error ? cause.message : String(cause);
			const hint = cause instanceof Error && 'hint' in cause ? ` — ${cause.hint}` : '';
			change({type: 'dialog', dialog: {...form, busy: false, problem: `${problem}${hint}`}});
			return;
		}
	} else {
		(form.purpose === 'send' ? send : rename)(crew, form);
	}
	// While it was being started the user may have gone on to something else.
	const open = view().dialog;
	if (open?.kind === 'form' && open.purpose === form.purpose) {
		change({type: 'dialog', dialog: null});
	}
};
