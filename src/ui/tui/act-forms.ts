import {resolve} from 'node:path';
import type {SessionView} from '../../session/view.ts';
import type {Crew} from './actions.ts';
import {type Form, field, fieldValue, filled} from './form.ts';

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

/** The repositories that squad knows: where it was opened, and where sessions are. */
const repositoriesOf = ({watch, stage}: Crew): string[] => {
	const known = watch.snapshot().sessions.flatMap(({repo}) => (repo === null ? [] : [repo]));
	return [...new Set([...(stage.found.repository === null ? [] : [stage.found.repository]), ...known])];
};

export const openNew = async (crew: Crew): Promise<void> => {
	const {squad, change, stage} = crew;
	const repositories = repositoriesOf(crew);
	const {settings} = await squad.settings(repositories[0]);
	const agents = [...new Set([settings.defaultAgent, ...stage.found.agents, 'demo', ...Object.keys(settings.agents)])];
	const branches = repositories[0] === undefined ? [] : await squad.branches(repositories[0]);
	change({
		type: 'dialog',
		dialog: formOf(
			'new',
			'New session',
			[],
			[
				field('prompt', 'prompt', 'text', {empty: 'what the agent is to do'}),
				field('title', 'title', 'line', {empty: 'from the prompt'}),
				field('agent', 'agent', 'choice', {options: agents}),
				field('base', 'from branch', 'choice', {options: branches, empty: 'what is checked out now'}),
				field('repo', 'repository', 'choice', {options: [...repositories, QUICK], empty: 'type a path'}),
			],
		),
	});
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
	change({type: 'dialog', dialog: {...form, busy: true, problem: null}});
	const record = await squad.create({
		title: fieldValue(form, 'title') || undefined,
		agent: fieldValue(form, 'agent') || undefined,
		prompt: fieldValue(form, 'prompt').trim() || undefined,
		base: quick ? undefined : fieldValue(form, 'base') || undefined,
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
	const {change, stage} = crew;
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
	const open = stage.view.snapshot().dialog;
	if (open?.kind === 'form' && open.purpose === form.purpose) {
		change({type: 'dialog', dialog: null});
	}
};
