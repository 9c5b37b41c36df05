// Many sessions at once. One is made by squad; the others are copies of it under other names, with a tmux session and an
// agent each, since five hundred times `squad new` would take longer than all that is measured.
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

const write = (path, content) => writeFileSync(path, content, {mode: 0o600});

/** How many tmux sessions are opened by one tmux process. */
const AT_ONCE = 20;

const openCommands = ({root, agent, env}, id) => [
	...['new-session', '-d', '-s', id, '-n', 'tiny', '-c', root, '-x', '200', '-y', '50'],
	...['-e', `SQUAD_SESSION_ID=${id}`, '-e', `SQUAD_HOME=${env.SQUAD_HOME}`],
	...['sh', '-c', '"$1"; :', 'sh', agent, ';'],
	...['set-option', '-w', '-t', `=${id}:0`, '@squad_worker', 'agent', ';'],
];

/** Sessions `crowd 0` to `crowd <count - 1>`, all at their prompt. Called again with more, it adds the rest. */
export const crowd = async (world, count) => {
	const sessions = join(world.env.SQUAD_HOME, 'sessions');
	const known = () => readdirSync(sessions, {withFileTypes: true}).map(({name}) => name);
	const first =
		world.crowd ?? JSON.parse((await world.squad(['new', 'crowd 0', '--quick', world.root, '--json'])).out).id;
	world.crowd = first;
	const record = JSON.parse(readFileSync(join(sessions, first, 'session.json'), 'utf8'));
	const journal = readFileSync(join(sessions, first, 'journal.jsonl'));
	const there = new Set(known());
	const added = Array.from({length: count - 1}, (_, n) => n + 1).filter(n => !there.has(`crowd-${n}`));
	for (const n of added) {
		const id = `crowd-${n}`;
		const createdAt = new Date(Date.parse(record.createdAt) + n).toISOString();
		mkdirSync(join(sessions, id), {mode: 0o700});
		write(join(sessions, id, 'journal.jsonl'), journal);
		write(join(sessions, id, 'session.json'), JSON.stringify({...record, id, title: `crowd ${n}`, createdAt}));
	}
	for (let at = 0; at < added.length; at += AT_ONCE) {
		const names = added.slice(at, at + AT_ONCE).map(n => `crowd-${n}`);
		await world.tmux(...names.flatMap(id => openCommands(world, id)));
	}
	await allIdle(world, count);
};

const quiet = ms => new Promise(resolve => setTimeout(resolve, ms));

const allIdle = async ({squad}, count) => {
	for (let tries = 0; ; tries++) {
		const found = JSON.parse((await squad(['ls', '--json'])).out);
		const idle = found.filter(({status, activity}) => status === 'active' && activity === 'idle').length;
		if (idle === count) return;
		if (tries === 60) throw new Error(`${idle} of ${count} sessions are there and idle`);
		await quiet(500);
	}
};
