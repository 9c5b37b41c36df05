// Repositories of any size, the same at every run.

/** A hundred folders with ten folders each, so that 20,000 files are twenty to a folder. */
export const pathOf = n => `src/part${n % 100}/group${Math.floor(n / 100) % 10}/file${n}.ts`;

export const contentOf = n =>
	Array.from({length: 10 + (n % 40)}, (_, line) => `export const value${line} = ${n} * ${line};\n`).join('');

/** For `git fast-import`: a pack at once instead of 20,000 loose objects. */
const stream = files => {
	const blobs = Array.from({length: files}, (_, n) => {
		const content = contentOf(n);
		return `blob\nmark :${n + 1}\ndata ${content.length}\n${content}\n`;
	});
	const entries = Array.from({length: files}, (_, n) => `M 100644 :${n + 1} ${pathOf(n)}\n`);
	const commit = 'commit refs/heads/main\ncommitter Bench <bench@example.com> 1700000000 +0000\ndata 5\nfirst\n';
	return [...blobs, commit, ...entries, '\n'].join('');
};

export const fillRepository = async (run, path, files) => {
	await run('git', ['init', '-q', path]);
	await run('git', ['fast-import', '--quiet'], {cwd: path, input: stream(files)});
	await run('git', ['reset', '-q', '--hard', 'main'], {cwd: path});
};

/**
 * git reads files as young as their index again at each look: of files that were checked out in the second in which the
 * index was written, once more at every look until somebody writes it. Nobody measures that.
 */
export const settleIndex = async (run, worktree) => {
	await new Promise(resolve => setTimeout(resolve, 1100));
	await run('git', ['update-index', '-q', '--refresh', '--force-write-index'], {cwd: worktree}).catch(() => undefined);
	await run('git', ['status'], {cwd: worktree});
};
