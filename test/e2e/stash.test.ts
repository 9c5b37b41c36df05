import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {put} from '../support/dirt.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {named} from '../support/named.ts';
import type {Outcome, Session} from '../support/session-json.ts';
import {CLEAN, snapshot} from '../support/snapshot.ts';

const inParallel = <T, R>(all: readonly T[], each: (one: T) => Promise<R>) => Promise.all(all.map(each));

const entries = async (here: Lab) => (await here.git('stash', 'list', '--format=%H %gs')).split('\n').filter(Boolean);

/** The user's own stash, made before any session was paused. */
const stashOfTheUser = async (here: Lab, words: string) => {
	await put(here.repo, 'README.md', `${words}\n`);
	await put(here.repo, `${words}.txt`, 'untracked\n');
	await here.git('stash', 'push', '-q', '--include-untracked', '-m', words);
	const [entry = ''] = await entries(here);
	return entry;
};

/** Staged, staged-and-changed and untracked work that no other session has, in the same files. */
const withOwnWork = async (here: Lab, title: string) => {
	const session = await here.running(title);
	const cwd = session.locationPath;
	await put(cwd, 'README.md', `staged by ${title}\n`);
	await here.git('add', 'README.md', {cwd});
	await put(cwd, 'README.md', `staged and changed by ${title}\n`);
	await put(cwd, 'src/app.txt', `changed by ${title}\n`);
	await put(cwd, 'new/file.txt', `untracked, by ${title}\n`);
	return {...session, before: await snapshot(here, cwd)};
};

const expectRestored = async (here: Lab, {locationPath, before}: Awaited<ReturnType<typeof withOwnWork>>) =>
	expect(await snapshot(here, locationPath)).toEqual(before);

test('six sessions paused in parallel and resumed in reverse each get their own, and the stash of the user stays', async () => {
	await using here = await lab();
	const own = await stashOfTheUser(here, 'my own stash');
	const sessions = [];
	for (const title of ['one', 'two', 'three', 'four', 'five', 'six']) sessions.push(await withOwnWork(here, title));

	await inParallel(sessions, async ({id}) => expectDone(await here.squad('pause', id)));
	const listed = await entries(here);
	expect(listed).toHaveLength(7);
	expect(listed.at(-1)).toBe(own);
	for (const {id, locationPath} of sessions) {
		expect(listed.filter(entry => entry.includes(`squad-pause-${id}`))).toHaveLength(1);
		expect((await snapshot(here, locationPath)).status).toEqual(CLEAN);
	}
	await here.expectNoTrace();

	await inParallel(sessions.toReversed(), async ({id}) => expectDone(await here.squad('resume', id)));
	for (const session of sessions) await expectRestored(here, session);
	expect(await entries(here)).toEqual([own]);
	await here.expectNoTrace();
});

test('--all pauses and resumes every session, each reported in one array', async () => {
	await using here = await lab();
	const own = await stashOfTheUser(here, 'my own stash');
	const sessions = [await withOwnWork(here, 'one'), await withOwnWork(here, 'two'), await withOwnWork(here, 'three')];
	const ids = sessions.map(({id}) => id).sort();
	const reported = (outcomes: Outcome[]) => outcomes.map(({success, session}) => (success ? session.id : '')).sort();

	expect(reported(expectDone(await here.squad('pause', '--all', '--json')).json<Outcome[]>())).toEqual(ids);
	expect((await here.list()).map(({status}) => status)).toEqual(['paused', 'paused', 'paused']);
	expect(reported(expectDone(await here.squad('resume', '--all', '--json')).json<Outcome[]>())).toEqual(ids);
	for (const session of sessions) await expectRestored(here, session);
	expect(await entries(here)).toEqual([own]);
});

test.each(
	named([
		{
			what: 'dropped the entry by hand',
			act: async (here: Lab, {id}: Session) => {
				const position = (await entries(here)).findIndex(entry => entry.includes(`squad-pause-${id}`));
				await here.git('stash', 'drop', '-q', `stash@{${position}}`);
			},
			left: (own: string) => [own],
		},
		{
			what: 'cleared the whole stash',
			act: (here: Lab) => here.git('stash', 'clear'),
			left: () => [],
		},
		{
			what: 'cleared the stash, expired the reflogs and collected garbage',
			act: async (here: Lab) => {
				await here.git('stash', 'clear');
				await here.git('reflog', 'expire', '--expire=now', '--expire-unreachable=now', '--all');
				await here.git('gc', '-q', '--prune=now');
			},
			left: () => [],
		},
	]),
)('resume restores everything after the user %s', async (_, {act, left}) => {
	await using here = await lab();
	const own = await stashOfTheUser(here, 'my own stash');
	const session = await withOwnWork(here, 'one');
	expectDone(await here.squad('pause', session.id));
	await act(here, session);
	expectDone(await here.squad('resume', session.id));
	await expectRestored(here, session);
	expect(await entries(here)).toEqual(left(own));
	await here.expectNoTrace();
});

test('entries that the user pushes meanwhile shift positions, and resume drops exactly its own', async () => {
	await using here = await lab();
	const below = await stashOfTheUser(here, 'below');
	const first = await withOwnWork(here, 'first');
	expectDone(await here.squad('pause', first.id));
	const between = await stashOfTheUser(here, 'between');
	const second = await withOwnWork(here, 'second');
	expectDone(await here.squad('pause', second.id));
	const above = await stashOfTheUser(here, 'above');

	expectDone(await here.squad('resume', first.id));
	expect(await entries(here)).toEqual([above, expect.stringContaining(second.id), between, below]);
	expectDone(await here.squad('resume', second.id));
	expect(await entries(here)).toEqual([above, between, below]);
	await expectRestored(here, first);
	await expectRestored(here, second);
});

test('the entry is an ordinary stash: the user can apply it elsewhere with plain git', async () => {
	await using here = await lab();
	const session = await withOwnWork(here, 'one');
	expectDone(await here.squad('pause', session.id));
	await here.git('stash', 'apply', '-q', '--index');
	expect((await snapshot(here, here.repo)).files).toEqual(session.before.files);
});

test('pausing one session twice at the same moment does it once, and both say done', async () => {
	await using here = await lab();
	const session = await withOwnWork(here, 'one');
	await inParallel([1, 2, 3], async () => expectDone(await here.squad('pause', session.id)));
	expect(await entries(here)).toHaveLength(1);
	await inParallel([1, 2, 3], async () => expectDone(await here.squad('resume', session.id)));
	await expectRestored(here, session);
	await here.ready(session.id, 2);
	expect(await here.keeper.starts(session.id)).toHaveLength(2);
	await here.expectNoTrace();
});

test('what was kept beside a stash that is gone, or never came to be, goes with the next pause or resume', async () => {
	await using here = await lab();
	const {id} = await here.running('cut off');
	const kept = join(here.squadHome, 'sessions', id, 'work');
	await put(kept, 'raw/bytes', 'restored already\n');
	expectDone(await here.squad('pause', id));
	expect(existsSync(kept)).toBe(false);
	await put(kept, 'raw/bytes', 'restored already\n');
	expectDone(await here.squad('resume', id));
	expect(existsSync(kept)).toBe(false);
});
