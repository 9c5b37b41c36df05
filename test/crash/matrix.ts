import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Operation} from './operations.ts';
import {type Charge, type CrashWorld, crashWorld, newCharge} from './world.ts';

export type Failure = {
	readonly operation: string;
	readonly at: string;
	readonly after: string;
	readonly wrong: string[];
};

export type Report = {kills: number; states: Set<string>; failures: Failure[]};

const KILLED = 137;

/** Then there is enough to mend. */
const MOST_FAILURES = 20;

export const emptyReport = (): Report => ({kills: 0, states: new Set(), failures: []});

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** What a kill left, without what is different each time. */
export const stateOf = async (here: CrashWorld, {id, cwd}: Charge): Promise<string> => {
	const folder = [join(here.squadHome, 'sessions', id), join(here.squadHome, 'trash', id)].find(existsSync) ?? '';
	const record = textOf(join(folder, 'session.json'));
	const {intent, pauseState, launches, lastError} = record.startsWith('{') ? JSON.parse(record) : {intent: record};
	const journal =
		textOf(join(folder, 'journal.jsonl'))
			.trimEnd()
			.split('\n')
			.at(-1)
			?.replace(/"at":"[^"]*",/, '') ?? '';
	const [refs, status, tmux] = await Promise.all([
		here.run('git', 'for-each-ref', '--format=%(refname)', 'refs/squad', 'refs/stash', 'refs/heads'),
		// With -C: a program of the killed squad may be removing the folder.
		here.run('git', '-C', existsSync(cwd) ? cwd : here.repo, 'status', '--porcelain=v2', '--ignored'),
		here.tmux('list-panes', '-a', '-F', '#S #{pane_dead}'),
	]);
	const names = folder === '' ? [] : readdirSync(folder, {recursive: true}).map(String).sort();
	const locks = existsSync(join(here.squadHome, 'locks')) ? readdirSync(join(here.squadHome, 'locks')).length : 0;
	const seen = {
		...{folder, intent, depth: pauseState?.depth, stash: pauseState?.stash !== null, first: launches === 1, lastError},
		...{journal, refs: refs.stdout, status: status.stdout, tmux: tmux.stdout, names, locks, cwd: existsSync(cwd)},
	};
	const text = JSON.stringify(seen)
		.replaceAll(id, 'ID')
		.replaceAll(here.root, 'ROOT')
		.replace(/[0-9a-f]{40}/g, 'OID');
	return createHash('sha1').update(text).digest('hex');
};

export type Plan = {
	/** Of so many boundaries one is tried, beginning with the offset. */
	readonly every: number;
	readonly offset: number;
	/** The finishes take turns; this says which of them begins. */
	readonly turn: number;
	/** No case is begun after this. */
	readonly until: number;
	readonly tell: (line: string) => void;
};

/** Kills one operation before its nth boundary and has somebody finish it. False when it has no such boundary. */
export const killOnce = async (
	[here, charge]: readonly [CrashWorld, Charge],
	operation: Operation,
	n: number,
	report: Report,
	first = 0,
): Promise<boolean> => {
	const failed = (at: string, after: string, wrong: string[]) =>
		report.failures.push({operation: operation.what, at, after, wrong});
	const unready = await operation.start(here, charge).then(
		() => [],
		(cause: unknown) => [String(cause)],
	);
	if (unready.length > 0) {
		failed(`boundary ${n}`, 'nothing', unready);
		return true;
	}
	const {code, boundaries} = await here.dieAt(n, ...operation.args(charge));
	if (code === KILLED) {
		report.kills++;
		report.states.add(await stateOf(here, charge));
	}
	// Not only n: with a step of three the same one would finish every time.
	const turn = first + n + Math.floor(n / operation.finishes.length);
	const finish = operation.finishes[turn % operation.finishes.length] as Operation['finishes'][number];
	const wrong = await finish.run(here, charge).catch((cause: unknown) => [String(cause)]);
	if (wrong.length > 0) failed(boundaries.at(-1) ?? '', finish.what, wrong);
	return code === KILLED;
};

/** Kills one operation at its boundaries, each time in the same state. */
export const killEverywhere = async (operation: Operation, plan: Plan): Promise<Report> => {
	const report = emptyReport();
	let stage: readonly [CrashWorld, Charge] | undefined;
	const ready = async (): Promise<readonly [CrashWorld, Charge]> => {
		const here = stage?.[0] ?? (await crashWorld());
		return stage === undefined || operation.isLast ? [here, await newCharge(here)] : stage;
	};
	const leave = async () => {
		await stage?.[0][Symbol.asyncDispose]();
		stage = undefined;
	};
	try {
		for (let n = 1 + plan.offset, isLeft = true; isLeft; n += plan.every) {
			const isEnough = report.failures.length >= MOST_FAILURES;
			if (isEnough || Date.now() > plan.until) {
				plan.tell(`${operation.what}: ${isEnough ? 'too much is wrong' : 'time is up'} before boundary ${n}`);
				return report;
			}
			stage = await ready();
			const before = report.failures.length;
			isLeft = await killOnce(stage, operation, n, report, plan.turn);
			for (const {at, after, wrong} of report.failures.slice(before)) {
				plan.tell(`${operation.what}, killed before ${at}, then ${after}:\n  ${wrong.join('\n  ')}`);
				// What went wrong here must not be found again in the next case.
				await leave();
			}
		}
	} finally {
		await leave();
	}
	return report;
};
