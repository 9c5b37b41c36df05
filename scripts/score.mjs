// `npm run score`: every recorded screen through `squad explain --jsonl`, as a table by agent and size, each miss printed.
// `npm run score -- <folder or file.jsonl>…` scores other recordings. Exits with 1 when a screen is read wrongly that is not marked `open`.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const CLI = join(ROOT, 'dist/cli.cjs');
/** What the rules were made with, and what was recorded when they were there. */
const FIXTURES = [join(ROOT, 'test/fixtures/screens'), join(ROOT, 'test/fixtures/later-screens')];

/** What may be said of a screen, by the state that whoever recorded it saw. The first is what it counts as. */
const ACCEPTED = {
	active: ['active'],
	asking: ['asking'],
	idle: ['idle'],
	// The turn failed and the prompt is back.
	error: ['idle'],
	// Nothing is there yet, or no longer: whoever waits must not be told that it works or asks.
	starting: ['unknown', 'idle'],
	exited: ['unknown', 'idle'],
};

/** A menu that the user opened waits for the user, but the agent asks nothing; some look like those that it opens itself. */
const acceptedOf = ({state, userDialog, ambiguous, or}) => {
	if (ambiguous) return ['active', 'idle', 'asking', 'unknown'];
	return userDialog ? ['idle', state, or] : ACCEPTED[state];
};

const filesIn = path =>
	statSync(path).isDirectory()
		? readdirSync(path)
				.filter(name => name.endsWith('.jsonl'))
				.map(name => join(path, name))
		: [path];

const screensIn = paths =>
	paths
		.flatMap(filesIn)
		.flatMap(path => readFileSync(path, 'utf8').trim().split('\n'))
		.map(line => JSON.parse(line));

/** Asks the built program, as anybody could. */
const readAll = screens => {
	const home = mkdtempSync(join(tmpdir(), 'squad-score-'));
	try {
		const input = screens.map(({agent, screen, title}) => `${JSON.stringify({agent, screen, title})}\n`).join('');
		const env = {...process.env, SQUAD_HOME: home};
		const {stdout, stderr, status} = spawnSync(process.execPath, [CLI, 'explain', '--jsonl'], {
			input,
			env,
			encoding: 'utf8',
			maxBuffer: 1 << 30,
		});
		if (status !== 0) throw new Error(`squad explain --jsonl: exit ${status}\n${stderr}`);
		return stdout
			.trimEnd()
			.split('\n')
			.map(line => JSON.parse(line));
	} finally {
		rmSync(home, {recursive: true, force: true});
	}
};

const COLUMNS = ['active', 'idle', 'asking', 'unknown'];

/** One row for each agent, size and state: how often it was called what. */
const matrixOf = (screens, readings) => {
	const rows = new Map();
	for (const [at, {agent, size, state, userDialog, ambiguous}] of screens.entries()) {
		const kind = `${state}${userDialog ? ', own menu' : ''}${ambiguous ? ', unclear' : ''}`;
		const key = [agent, size, kind].join('\t');
		const counts = rows.get(key) ?? Object.fromEntries(COLUMNS.map(column => [column, 0]));
		counts[readings[at].activity]++;
		rows.set(key, counts);
	}
	const lines = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
	return [
		['agent', 'size', 'was', ...COLUMNS],
		...lines.map(([key, counts]) => [...key.split('\t'), ...COLUMNS.map(column => `${counts[column] || '·'}`)]),
	];
};

const print = rows => {
	const widths = rows[0].map((_, column) => Math.max(...rows.map(row => row[column].length)));
	for (const row of rows) {
		const cells = row.map((cell, column) => (column < 3 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])));
		process.stdout.write(`${cells.join('  ')}\n`);
	}
};

const given = process.argv.slice(2);
const screens = screensIn(given.length > 0 ? given : FIXTURES);
const readings = readAll(screens);
print(matrixOf(screens, readings));
const misses = screens.flatMap((screen, at) =>
	acceptedOf(screen).includes(readings[at].activity) ? [] : [{...screen, ...readings[at]}],
);
const work = screens.filter(screen => ['active', 'asking'].includes(acceptedOf(screen)[0]) && !screen.ambiguous);
const calledIdle = misses.filter(miss => miss.activity === 'idle' && work.some(({id}) => id === miss.id));
for (const {id, state, activity, rule, line, open} of misses)
	process.stdout.write(
		`${open ? 'known miss' : 'miss'}: ${id} is ${state}, called ${activity} by "${rule}" on ${JSON.stringify(line)}\n`,
	);
process.stdout.write(
	`${screens.length - misses.length} of ${screens.length} right (${((100 * (screens.length - misses.length)) / screens.length).toFixed(1)} %), ` +
		`${calledIdle.length} of ${work.length} active or asking ones called idle\n`,
);
// Known ones are labelled rightly and read wrongly: they count, but only what is new is a fault.
process.exitCode = misses.every(miss => miss.open) ? 0 : 1;
