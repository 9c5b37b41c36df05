import {
	chmodSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {copyIn} from '../../../src/session/copy-in.ts';
import {filesOf} from '../../support/snapshot.ts';

const places = () => {
	const root = realpathSync(mkdtempSync(join(tmpdir(), 'sq-copy-')));
	const [repo, worktree, outside] = ['repo', 'worktree', 'outside'].map(name => join(root, name)) as [
		string,
		string,
		string,
	];
	for (const folder of [repo, worktree, outside]) mkdirSync(folder);
	const put = (folder: string, path: string, content = path, mode = 0o644) => {
		mkdirSync(join(folder, path, '..'), {recursive: true});
		writeFileSync(join(folder, path), content);
		chmodSync(join(folder, path), mode);
	};
	return {repo, worktree, outside, put, [Symbol.dispose]: () => rmSync(root, {recursive: true})};
};

test('files, folders and patterns are copied with their modes, and a second time changes nothing', async () => {
	using here = places();
	here.put(here.repo, '.env', 'SECRET=1', 0o600);
	here.put(here.repo, '.env.local');
	here.put(here.repo, 'config/dev/a.json');
	here.put(here.repo, 'config/dev/run.sh', 'x', 0o755);
	here.put(here.repo, 'other');
	symlinkSync('.env', join(here.repo, 'config/dev/../../link'));
	const patterns = ['.env*', 'config', 'link', 'missing', 'no/such/*'];
	expect(copyIn(here.repo, here.worktree, patterns)).toEqual([]);
	const files = await filesOf(here.worktree);
	expect(Object.keys(files)).toEqual(['.env', '.env.local', 'config/dev/a.json', 'config/dev/run.sh', 'link']);
	expect(lstatSync(join(here.worktree, '.env')).mode & 0o777).toBe(0o600);
	expect(lstatSync(join(here.worktree, 'config/dev/run.sh')).mode & 0o777).toBe(0o755);
	expect(readlinkSync(join(here.worktree, 'link'))).toBe('.env');
	expect(copyIn(here.repo, here.worktree, patterns)).toEqual([]);
	expect(await filesOf(here.worktree)).toEqual(files);
});

test('nothing is overwritten: no file, no link, no folder by a file; what a crash left half-written is', () => {
	using here = places();
	here.put(here.repo, '.env', 'theirs');
	here.put(here.repo, 'a', 'theirs');
	here.put(here.repo, 'b', 'theirs');
	here.put(here.worktree, '.env', 'mine');
	symlinkSync('/does/not/exist', join(here.worktree, 'a'));
	mkdirSync(join(here.worktree, 'b'));
	here.put(here.repo, 'c', 'theirs');
	here.put(here.worktree, 'c.squad-partial', 'th');
	expect(copyIn(here.repo, here.worktree, ['.env', 'a', 'b', 'c'])).toEqual([]);
	expect(readFileSync(join(here.worktree, '.env'), 'utf8')).toBe('mine');
	expect(readlinkSync(join(here.worktree, 'a'))).toBe('/does/not/exist');
	expect(readFileSync(join(here.worktree, 'c'), 'utf8')).toBe('theirs');
	expect(lstatSync(join(here.worktree, 'c.squad-partial'), {throwIfNoEntry: false})).toBeUndefined();
});

test('no path and no link leads out of the repository or out of the worktree, or into git’s own folder', async () => {
	using here = places();
	here.put(here.outside, 'secret');
	here.put(here.repo, '.git/config');
	here.put(here.repo, 'folder/file');
	symlinkSync(join(here.outside, 'secret'), join(here.repo, 'absolute'));
	symlinkSync('../outside/secret', join(here.repo, 'relative'));
	symlinkSync('../outside', join(here.repo, 'out'));
	symlinkSync(here.outside, join(here.worktree, 'folder'));
	const asked = [
		'../outside/secret',
		join(here.outside, 'secret'),
		'.git/config',
		'.',
		'absolute',
		'relative',
		'out/secret',
		'folder/file',
	];
	expect(copyIn(here.repo, here.worktree, asked).map(({path}) => path)).toEqual(asked);
	expect(Object.keys(await filesOf(here.worktree))).toEqual(['folder']);
	expect(Object.keys(await filesOf(here.outside))).toEqual(['secret']);
});
