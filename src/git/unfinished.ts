import {readFileSync} from 'node:fs';
import {type BytePath, forPeople, onDisk} from './bytes.ts';
import {kindAt} from './fingerprint.ts';
import {git} from './git.ts';

const NUL = 0;

/** What was written, without blocks that never reached the disk: they read as NULs. */
const withoutHole = (bytes: Buffer): Buffer => {
	let end = bytes.length;
	while (end > 0 && bytes[end - 1] === NUL) end--;
	return bytes.subarray(0, end);
};

/**
 * Whether a file is the beginning of what git would check out in its place. That is all that a check-out leaves when it
 * is cut off, and nothing in it is anybody's own.
 */
export const isUnfinished = async (worktree: string, path: BytePath): Promise<boolean> => {
	if (kindAt(worktree, path) !== 'file') {
		return false;
	}
	// 128: the index has no such file.
	const {code, out} = await git(worktree, ['cat-file', '--filters', `:0:${forPeople(path)}`], {
		...{bytes: true, looks: true},
		answers: [128],
	});
	const [whole, now] = [Buffer.from(out, 'latin1'), readFileSync(onDisk(worktree, path))];
	const begun = withoutHole(now);
	return code === 0 && now.length <= whole.length && begun.equals(whole.subarray(0, begun.length));
};
