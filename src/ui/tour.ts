import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {openPlayground, type Playground} from '../session/playground.ts';
import type {SessionRecord} from '../session/session.ts';
import type {Terminal} from './command.ts';
import {bytes, count, painter, safe, stateOf} from './print.ts';
import {alignTable} from './table.ts';

const FILES = {
	'README.md': '# shop\n\nA small shop.\n',
	'login.js': 'exports.login = user => user.name;\n',
	'.gitignore': 'node_modules/\n',
};

/** Three agents, each with something to do that leaves a trace. */
const TASKS = [
	{
		title: 'fix login',
		prompt: 'remember the login bug is in the cookie then write login.js exports.login = user => user?.name ?? null;',
		file: 'login.js',
	},
	{
		title: 'write the docs',
		prompt: 'remember the docs speak of three shops then write docs/guide.md # The guide',
		file: 'docs/guide.md',
	},
	{
		title: 'upgrade packages',
		prompt: 'remember vite is pinned then write package.json {"name": "shop"} then ask Shall I upgrade 12 packages?',
		file: 'package.json',
	},
];

/** How long the demo agents get for a step; they need a few seconds. */
const PATIENCE_MS = 30_000;

const until = async (what: string, done: () => Promise<boolean>): Promise<void> => {
	const deadline = Date.now() + PATIENCE_MS;
	while (!(await done())) {
		if (Date.now() > deadline) {
			throw new Error(`the demo waited in vain: ${what}`);
		}
		await new Promise(resolve => setTimeout(resolve, 150));
	}
};

type Story = {
	readonly say: (text: string) => void;
	readonly run: (line: string) => void;
	readonly show: (text: string) => void;
};

const storyOn = (terminal: Terminal): Story => {
	const paint = painter(terminal.colours);
	return {
		say: text => terminal.out(`\n${paint('bold', text)}\n`),
		run: line => terminal.out(`${paint('cyan', `  $ ${line}`)}\n`),
		show: text =>
			terminal.out(
				text
					.trimEnd()
					.split('\n')
					.map(line => `    ${safe(line)}\n`)
					.join(''),
			),
	};
};

const list = async ({squad}: Playground, terminal: Terminal): Promise<void> => {
	const views = await squad.look(squad.records().records);
	const rows = views.map(view => {
		const {glyph, word, colour} = stateOf(view);
		return [
			{text: `   ${glyph} ${word}`, colour},
			{text: view.title},
			{text: view.branch ?? ''},
			{text: bytes(view.memory.rssBytes)},
			{text: view.question ?? '', colour: 'magenta' as const},
		];
	});
	terminal.out(await alignTable(rows, terminal.columns, 2, terminal.colours));
};

const activityOf = async ({squad}: Playground, record: SessionRecord): Promise<string> =>
	(await squad.view(squad.find(record.id))).activity;

const start = async (place: Playground, story: Story): Promise<SessionRecord[]> => {
	const sessions: SessionRecord[] = [];
	for (const {title, prompt} of TASKS) {
		story.run(`squad new "${title}" --agent demo -p "…"`);
		sessions.push(
			await place.squad.create({
				title,
				agent: 'demo',
				prompt,
				directory: place.repo,
				quick: false,
				noAgent: false,
				args: [],
			}),
		);
	}
	for (const session of sessions) {
		await until(
			`${session.id} works`,
			async () =>
				['idle', 'asking'].includes(await activityOf(place, session)) &&
				existsSync(join(session.locationPath, TASKS[sessions.indexOf(session)]?.file ?? '')),
		);
	}
	return sessions;
};

const contentOf = (session: SessionRecord, at: number): string =>
	readFileSync(join(session.locationPath, TASKS[at]?.file ?? ''), 'utf8');

const pauseAll = async (place: Playground, story: Story, sessions: readonly SessionRecord[]): Promise<void> => {
	story.run('squad pause --all');
	for (const session of sessions) {
		const paused = await place.squad.pause(place.squad.find(session.id), {});
		const stash = paused.pauseState?.stash;
		story.show(
			`paused ${paused.id}: ${stash ? `${count(stash.files, 'file')} in the stash` : 'nothing to stash'}, screen in ${paused.pauseState?.scrollback.map(path => path.replace(place.squad.home.root, '~/.squad')).join(', ')}`,
		);
	}
	story.run('git stash list');
	story.show(await place.git('stash', 'list'));
};

const prove = async (
	place: Playground,
	story: Story,
	sessions: readonly SessionRecord[],
	before: readonly string[],
): Promise<boolean> => {
	story.run('squad resume --all');
	for (const session of sessions) {
		const {path, source} = await place.squad.resume(place.squad.find(session.id), {});
		story.show(`resumed ${session.id} (${path}, work from the ${source})`);
	}
	const back = sessions.map((session, at) => contentOf(session, at) === before[at]);
	const [first] = sessions;
	let remembers = false;
	if (first !== undefined) {
		story.run(`squad send ${first.id} "recall"`);
		await place.squad.send(place.squad.find(first.id), 'recall', true);
		await until('the agent remembers', async () => {
			const said = (await place.squad.logs(first, false)).split('squad: resumed').at(-1) ?? '';
			remembers = said.includes('the login bug is in the cookie');
			return remembers;
		});
	}
	const stashes = (await place.git('stash', 'list')).trim();
	story.show(`${back.every(Boolean) ? '✓' : '✗'} every file is back, byte for byte`);
	story.show(`${remembers ? '✓' : '✗'} the agent remembers: "the login bug is in the cookie"`);
	story.show(`${stashes === '' ? '✓' : '✗'} git's stash list is empty again`);
	return back.every(Boolean) && remembers && stashes === '';
};

/** Tells the story of squad with real agents' stand-ins, real git and real tmux, and leaves nothing behind. */
export const tour = async (env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> => {
	const story = storyOn(terminal);
	let stopped = false;
	const onStop = (): void => {
		stopped = true;
	};
	process.once('SIGINT', onStop).once('SIGTERM', onStop);
	const place = await openPlayground(
		{env: {...env, SQUAD_DEMO_SPEED: env.SQUAD_DEMO_SPEED || '2'}, stopped: () => stopped},
		FILES,
	);
	try {
		story.say('Three agents start, each in a git worktree and a tmux session of its own.');
		const sessions = await start(place, story);
		story.say('One look says who is done and who asks.');
		story.run('squad ls');
		await list(place, terminal);
		const before = sessions.map(contentOf);
		story.say('Pause: the work goes to a stash, the screens to disk, the processes end, their memory is free.');
		await pauseAll(place, story, sessions);
		story.run('squad ls');
		await list(place, terminal);
		story.say('Resume: everything comes back, and each agent goes on with its own conversation.');
		const isProven = await prove(place, story, sessions, before);
		story.say(
			isProven ? 'Nothing was lost. Start your own: squad new "what to do"' : 'Something was lost: please report this.',
		);
		return isProven ? 0 : 1;
	} finally {
		await place.close();
		process.off('SIGINT', onStop).off('SIGTERM', onStop);
	}
};
