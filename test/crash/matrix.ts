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

export type Report = {kills: number; boundaries: number; states: Set<string>; failures: Failure[]};

export const emptyReport = (): Report => ({kills: 0, boundaries: 0, states: new Set(), failures: []});

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
		here.run('git', 'status', '--porcelain=v2', '--ignored', {cwd: existsSync(cwd) ? cwd : here.repo}),
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
	/** No case is begun after this. */
	readonly until: number;
	readonly tell: (line: string) => void;
};

/** Kills one operation at its boundaries, each time in the same state, and has somebody finish it. */
export const killEverywhere = async (operation: Operation, plan: Plan, report: Report): Promise<void> => {
	let here: CrashWorld | undefined;
	let charge: Charge | undefined;
	const anew = async () => {
		await here?.[Symbol.asyncDispose]();
		here = await crashWorld();
		charge = await newCharge(here);
	};
	const ready = async (): Promise<[CrashWorld, Charge]> => {
		if (here === undefined || charge === undefined) await anew();
		else if (operation.isLast) charge = await newCharge(here);
		return [here, charge] as [CrashWorld, Charge];
	};
	try {
		for (let n = 1 + plan.offset, total = Number.POSITIVE_INFINITY; n <= total; n += plan.every) {
			if (Date.now() > plan.until) {
				plan.tell(`${operation.what}: time is up before boundary ${n}`);
				return;
			}
			const [world, session] = await ready();
			await operation.start(world, session);
			const {code, boundaries} = await world.dieAt(n, ...operation.args(session));
			const at = boundaries.at(-1) ?? 'nothing';
			if (code !== 137) total = n;
			else {
				report.kills++;
				report.states.add(await stateOf(world, session));
			}
			const finish = operation.finishes[n % operation.finishes.length] as Operation['finishes'][number];
			const wrong = await finish.run(world, session).catch((cause: unknown) => [String(cause)]);
			report.boundaries = Math.max(report.boundaries, n);
			if (wrong.length > 0) {
				report.failures.push({operation: operation.what, at, after: finish.what, wrong});
				plan.tell(`${operation.what}, killed before ${at}, then ${finish.what}:\n  ${wrong.join('\n  ')}`);
				here = undefined;
				await world[Symbol.asyncDispose]();
			}
		}
	} finally {
		await here?.[Symbol.asyncDispose]();
	}
};
