import {readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {eventually} from '../support/eventually.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import type {Session} from '../support/session-json.ts';

type Remembered = {clock: number; build: string; sessions: Record<string, {view: {title: string}}>};

describe('squad ls remembers its last answer and never shows what is no longer true', () => {
	let here: Lab;
	const ids = {quiet: '', other: '', paused: ''};
	const file = () => join(here.squadHome, 'last-list.json');
	const remembered = async (): Promise<Remembered> => JSON.parse(await readFile(file(), 'utf8'));
	const ofNow = (sessions: Session[]) => sessions.map(one => ({...one, memory: undefined}));
	/** As it is shown, and as it is without anything remembered. */
	const both = async () => {
		const shown = ofNow(await here.list());
		await rename(file(), `${file()}.away`).catch(() => undefined);
		const anew = ofNow(await here.list());
		return {shown, anew};
	};
	/** Until everything was quiet for long enough to be remembered. */
	const allRemembered = () =>
		eventually(async () => {
			await here.list();
			const known = await remembered().catch(() => undefined);
			return Object.keys(known?.sessions ?? {}).length === (await here.list()).length;
		});
	const change = async (edit: (list: Remembered) => void) => {
		const list = await remembered();
		edit(list);
		await writeFile(file(), JSON.stringify(list));
	};
	const lie = (list: Remembered) => {
		for (const {view} of Object.values(list.sessions)) view.title = 'a lie';
	};
	const hasLie = async () => (await here.list()).some(({title}) => title === 'a lie');

	beforeAll(async () => {
		here = await lab();
		ids.quiet = (await here.running('quiet')).id;
		ids.other = (await here.running('other')).id;
		ids.paused = (await here.running('paused')).id;
		expectDone(await here.squad('pause', ids.paused));
	});
	afterAll(() => here[Symbol.asyncDispose]());

	test('what nothing has touched is shown from it, for the owner alone to read', async () => {
		await allRemembered();
		expect((await stat(file())).mode & 0o777).toBe(0o600);
		const {shown, anew} = await both();
		expect(shown).toEqual(anew);
		await allRemembered();
		await change(lie);
		expect(await hasLie()).toBe(true);
		await rm(file());
	});

	const record = () => join(here.squadHome, 'sessions', ids.quiet, 'session.json');
	const CHANGES: readonly [string, () => Promise<unknown>, (sessions: Session[]) => boolean][] = [
		[
			'an agent writes',
			() => here.squad('send', ids.quiet, '/print "esc to interrupt"'),
			list => list.some(({activity}) => activity === 'active'),
		],
		[
			'what it wrote goes away',
			() => here.squad('send', ids.quiet, '/spill 100'),
			list => list.every(({activity}) => activity !== 'active'),
		],
		[
			'a record is changed by hand, in place',
			async () => writeFile(record(), (await readFile(record(), 'utf8')).replace('"quiet"', '"tteiq"')),
			list => list.some(({title}) => title === 'tteiq'),
		],
		[
			'a session is renamed',
			() => here.squad('rename', ids.quiet, 'quiet'),
			list => list.some(({title}) => title === 'quiet'),
		],
		[
			'a worktree of a paused session is taken away',
			async () => {
				const path = (await here.status(ids.paused)).locationPath;
				await rename(path, `${path}.away`);
			},
			list => list.some(one => one.pauseState?.worktreeRemoved === true),
		],
		[
			'it is put back',
			async () => {
				const path = (await here.status(ids.paused)).locationPath;
				await rename(`${path}.away`, path);
			},
			list => list.every(one => one.pauseState?.worktreeRemoved !== true),
		],
		[
			'a session is resumed',
			() => here.squad('resume', ids.paused),
			list => list.every(one => one.status === 'active'),
		],
		[
			'the settings of an agent are changed',
			async () => {
				const settings = JSON.parse(await readFile(here.config, 'utf8'));
				settings.agents.keeper.patterns.active = ['.'];
				await writeFile(here.config, JSON.stringify(settings));
			},
			list => list.every(({activity}) => activity !== 'idle'),
		],
		[
			'an agent dies',
			() => here.squad('send', ids.quiet, '/exit 3'),
			list => list.some(({status}) => status === 'failed'),
		],
		[
			'the tmux server is killed',
			() => here.tmux('kill-server'),
			list => list.every(({status}) => status === 'interrupted' || status === 'failed'),
		],
		['a session is removed', () => here.squad('rm', '--force', ids.other), list => list.length === 2],
	];

	test.each(CHANGES)('%s', async (_, act, isShown) => {
		await allRemembered();
		await act();
		await eventually(async () => isShown(await here.list()));
		const {shown, anew} = await both();
		expect(shown).toEqual(anew);
	});

	test.each<[string, (list: Remembered) => void]>([
		[
			'another build of squad',
			list => {
				list.build = 'another';
			},
		],
		[
			'before the clock was set',
			list => {
				list.clock -= 3_600_000;
			},
		],
	])('nothing is believed of %s', async (_, edit) => {
		await allRemembered();
		await change(list => {
			lie(list);
			edit(list);
		});
		expect(await hasLie()).toBe(false);
	});

	test.each(['', '{', 'null', '[]', '{"build":1}'])('a file that says %j is ignored', async content => {
		await writeFile(file(), content);
		expect((await here.list()).length).toBe(2);
	});

	test('a question is shown and saved nowhere', async () => {
		await here.agent('asks', 'asks');
		const asking = await here.running('asking', '-a', 'asks');
		await eventually(async () => (await here.list()).some(({activity}) => activity === 'asking'));
		await new Promise(resolve => setTimeout(resolve, 1500));
		await here.list();
		expect(Object.keys((await remembered()).sessions)).not.toContain(asking.id);
		expect((await here.list()).find(({id}) => id === asking.id)?.question).toContain('Proceed?');
	});
});
