import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {makeTerrible, put} from '../support/dirt.ts';
import {eventually} from '../support/eventually.ts';
import {expectDone, expectRefusal} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {snapshot} from '../support/snapshot.ts';

type Adopted = {id: string | null; title: string; branch: string | null; agent: string | null; why: string | null};

const ownWorktree = async (here: Lab, name = 'theirs') => {
	const path = join(here.root, name);
	await here.git('worktree', 'add', '-q', '-b', name, path);
	return path;
};

const adopted = async (here: Lab, ...args: string[]): Promise<Adopted[]> => {
	const run = await here.squad('adopt', '--json', ...args);
	expect(run.code, run.stderr).toBe(0);
	return run.json<Adopted[]>();
};

test('a worktree becomes a session where it is; pause and resume work, and rm never takes it, its branch or its work', async () => {
	await using here = await lab();
	const path = await ownWorktree(here);
	await makeTerrible(here, path);
	const before = await snapshot(here, path);
	const [would] = await adopted(here, path, '--dry-run');
	expect(would).toMatchObject({id: null, why: null, branch: 'theirs', agent: 'keeper'});
	expect(await here.list()).toEqual([]);
	const [one] = await adopted(here, path);
	const id = one?.id ?? '';
	expect(await snapshot(here, path)).toEqual(before);
	expect(await here.status(id)).toMatchObject({
		status: 'paused',
		worktreePath: path,
		branch: 'theirs',
		type: 'worktree',
	});
	expectRefusalOrLeft(await here.squad('adopt', path));
	expectDone(await here.squad('resume', id));
	await here.ready(id);
	expectDone(await here.squad('pause', id, '--free-disk'));
	expect(await readFile(join(path, '.env'), 'utf8')).toContain('SECRET');
	expectDone(await here.squad('rm', id));
	expect(await snapshot(here, path)).toEqual(before);
	expect(await here.git('branch', '--list', 'theirs')).toContain('theirs');
	expect(await here.git('stash', 'list')).toBe('');
	expectDone(await here.squad('undo'));
	expect(await snapshot(here, path)).toEqual(before);
	expectDone(await here.squad('resume', id));
	await here.ready(id, 2);
	expectDone(await here.squad('rm', id, '--force'));
	expect(await snapshot(here, path)).toEqual(before);
	await here.expectNoTrace();
});

const expectRefusalOrLeft = (run: {code: number; stdout: string}) => {
	expect(run.code).toBe(4);
	expect(run.stdout).toContain('is the place of');
};

test('the main worktree and a plain directory become sessions that leave everything as it is', async () => {
	await using here = await lab();
	await put(here.repo, 'README.md', 'changed\n');
	const notes = join(here.root, 'notes');
	await mkdir(notes);
	for (const place of [here.repo, notes]) {
		const [one] = await adopted(here, place);
		expectDone(await here.squad('resume', one?.id ?? ''));
		await here.ready(one?.id ?? '');
		expectDone(await here.squad('pause', one?.id ?? ''));
		expectDone(await here.squad('rm', one?.id ?? ''));
	}
	expect(await readFile(join(here.repo, 'README.md'), 'utf8')).toBe('changed\n');
	expectRefusal(await here.squad('adopt', join(here.root, 'missing')), 2, /not a directory/);
	expectRefusal(await here.squad('adopt'), 2);
});

test('a second session in an adopted worktree does not take it along either', async () => {
	await using here = await lab();
	const path = await ownWorktree(here);
	const [one] = await adopted(here, path, '--no-agent');
	const guest = await here.create('guest', '--with', one?.id ?? '', '--no-agent');
	expectDone(await here.squad('rm', one?.id ?? ''));
	expectDone(await here.squad('rm', guest.id));
	expect(await readFile(join(path, 'README.md'), 'utf8')).not.toBe('');
});

test('a tmux session of another server: place and agent are found, it is left alone, and that is said', async () => {
	await using here = await lab();
	const path = await ownWorktree(here);
	const socket = join(here.root, 'other.sock');
	const tmux = (...args: string[]) => here.run('tmux', '-S', socket, '-f', '/dev/null', ...args);
	try {
		await tmux('new-session', '-d', '-s', 'work', '-c', path, `AGENT_LOG=${here.root}/log ${here.keeper.program}`);
		await eventually(async () => (await tmux('capture-pane', '-p', '-t', '=work:')).stdout.includes('at your service'));
		const run = expectDone(await here.squad('adopt', '--tmux', 'work', '-S', socket, '--json'));
		const [one] = run.json<Adopted[]>();
		expect(one).toMatchObject({title: 'work', branch: 'theirs', agent: 'keeper', why: null});
		expect(run.stderr).toMatch(/keeper still runs in the old tmux session[\s\S]*end it there/);
		expect((await tmux('has-session', '-t', '=work')).code).toBe(0);
		expectRefusal(await here.squad('adopt', '--tmux', 'nothing', '-S', socket), 3, /tmux/);
		expectRefusal(await here.squad('adopt', '--tmux', 'work', '-S', join(here.root, 'none')), 3, /tmux/);
	} finally {
		await tmux('kill-server');
	}
});

test('a state file: what is there becomes sessions, also with the worktree away, the rest is named; twice changes nothing', async () => {
	await using here = await lab();
	const path = await ownWorktree(here);
	await here.git('branch', 'away');
	const away = join(here.root, 'worktrees', 'away_1');
	const instance = (title: string, branch: string, worktree: string) => ({
		title,
		path: here.repo,
		branch,
		status: 0,
		height: 0,
		width: 0,
		created_at: '2026-01-01T00:00:00Z',
		updated_at: '2026-01-01T00:00:00Z',
		auto_yes: false,
		program: 'keeper --model big',
		worktree: {
			repo_path: here.repo,
			worktree_path: worktree,
			session_name: title,
			branch_name: branch,
			base_commit_sha: '',
		},
		diff_stats: {added: 0, removed: 0, content: ''},
	});
	const file = join(here.home, '.claude-squad', 'state.json');
	await mkdir(join(here.home, '.claude-squad'));
	const instances = [
		instance('one', 'theirs', path),
		instance('two', 'away', away),
		instance('three', 'gone', `${away}2`),
	];
	await writeFile(file, JSON.stringify({help_screens_seen: 1, instances}));
	const [one, two, three] = await adopted(here, '--state');
	expect(one).toMatchObject({title: 'one', branch: 'theirs', agent: 'keeper', why: null});
	expect(two).toMatchObject({title: 'two', branch: 'away', why: null});
	expect(three).toMatchObject({id: null, why: expect.stringContaining('gone')});
	expectDone(await here.squad('resume', two?.id ?? ''));
	const {argv} = (await here.ready(two?.id ?? '')) && ((await here.keeper.starts(two?.id ?? ''))[0] ?? {argv: []});
	expect(argv.join(' ')).toContain('--model big');
	expect(await here.git('rev-parse', '--abbrev-ref', 'HEAD', {cwd: away})).toBe('away');
	const again = await here.squad('adopt', '--state', '--json');
	expect(again.json<Adopted[]>().every(({why}) => why !== null)).toBe(true);
	expect(again.code).toBe(4);
	await writeFile(file, 'nonsense');
	expectRefusal(await here.squad('adopt', '--state'), 1, /no state file that squad knows/);
	expectRefusal(await here.squad('adopt', '--state', '/no/such/file'), 1, /cannot read/);
});
