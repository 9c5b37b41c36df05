import stripAnsi from 'strip-ansi';
import {expect, test} from 'vitest';
import type {SessionView} from '../../../../../src/session/view.ts';
import type {LiveScreen, Operation, Snapshot} from '../../../../../src/session/watch/watch.ts';
import {spinning} from '../../../../../src/ui/tui/act/spinner.ts';
import {detailContent, scrolled} from '../../../../../src/ui/tui/content/detail.ts';
import {footerContent} from '../../../../../src/ui/tui/content/footer.ts';
import {helpContent, helpPage} from '../../../../../src/ui/tui/content/help.ts';
import {listContent} from '../../../../../src/ui/tui/content/list.ts';
import {menuContent} from '../../../../../src/ui/tui/content/menu.ts';
import {screenLines} from '../../../../../src/ui/tui/content/screen.ts';
import {tabsContent} from '../../../../../src/ui/tui/content/tabs.ts';
import {keymapWith, sayWith} from '../../../../../src/ui/tui/keys/keymap.ts';
import {hereOf} from '../../../../../src/ui/tui/state/here.ts';
import type {Size} from '../../../../../src/ui/tui/state/layout.ts';
import {firstView} from '../../../../../src/ui/tui/state/view-state.ts';
import {cellsOf} from '../../../../../src/ui/tui/style/cells.ts';
import {themeNamed} from '../../../../../src/ui/tui/style/theme.ts';
import {eventually} from '../../../../support/eventually.ts';
import {sessionView} from '../session-view.ts';

const keymap = keymapWith({});
const [theme, say] = [themeNamed('dark'), sayWith(keymap)];

const here = (size: Size, sessions: readonly SessionView[], change: Partial<Snapshot> = {}) =>
	hereOf(firstView(size, Date.parse('2026-01-01T01:00:00.000Z')), {
		sessions,
		damaged: [],
		usage: new Map(),
		operations: new Map<string, Operation>(),
		screen: null,
		problem: null,
		loadedAt: 1,
		...change,
	});

const plain = (lines: readonly string[]): string[] => lines.map(line => stripAnsi(line).trimEnd());

const paused = sessionView({
	status: 'paused',
	activity: 'unknown',
	pausedAt: '2026-01-01T00:30:00.000Z',
	canPause: false,
	canResume: true,
	pauseState: {
		pausedAt: '2026-01-01T00:30:00.000Z',
		reason: 'user',
		depth: 'cold',
		stash: {commit: 'c', ref: 'refs/squad/fix-login-7k2m/stash', files: 2},
		scrollback: ['/squad/sessions/fix-login-7k2m/scrollback/agent.ansi'],
		worktreeRemoved: false,
		lastAction: 'changed the login form so that it keeps its state when the page is loaded again by the browser',
		pendingTasks: ['one', 'two', 'three', 'four', 'five'],
	},
} as Partial<SessionView>);

const details = {session: '', diff: null, conversation: null, why: null, problem: null};

const shownIn = (size: Size, session: SessionView, change: Partial<Snapshot> = {}) =>
	plain(
		scrolled(
			detailContent(here({columns: 80, rows: 24}, [session], change), size, {theme, home: undefined, details, say}),
			size.rows,
			0,
		).lines,
	);

test('titles come before branches, which mostly say the same', () => {
	const long = sessionView({title: 'refactor the payment module, part two'});
	const list = (columns: number) =>
		plain(listContent(here({columns, rows: 20}, [long]), {columns, rows: 20}, theme, say));
	expect(list(65).join('\n')).toContain('refactor the payment module, part two');
	expect(list(65).join('\n')).not.toContain('squad/fix-login');
	expect(list(90).join('\n')).toMatch(/part two .*squad\/fix-login-7k2m/);
});

test('a paused session says first how it comes back, then all about it, and its long values go on below', () => {
	const lines = shownIn({columns: 60, rows: 40}, paused);
	expect(lines[0]).toContain('❚❚ fix login · Paused 30m ago');
	expect(lines[1]).toContain('r brings it all back');
	const text = lines.join(' ').replace(/[\s│]+/g, ' ');
	expect(text).toMatch(/last action changed the login form[^…]+again by the browser/);
	expect(text).toContain('☐ one ☐ two ☐ three and 2 more tasks');
	expect(text).not.toContain('☐ four');
	expect(text).toContain('/worktrees/repo/fix-login-7k2m');
	expect(text).toContain('2 files in refs/squad/fix-login-7k2m/stash');
});

test.each([4, 6, 9, 12, 30])('a card is whole in %i rows, with its border and the way on', rows => {
	const screen = {
		session: paused.id,
		worker: 'agent',
		lines: ['last words'],
		cursor: null,
		size: {columns: 80, rows: 24},
		live: false,
	};
	const lines = shownIn({columns: 60, rows}, paused, {screen});
	expect(lines.length).toBeLessThanOrEqual(rows);
	expect(lines.findIndex(line => line.startsWith('╰'))).toBeGreaterThan(1);
	expect(lines[1]).toContain('r brings it all back');
	expect(lines.includes('last words')).toBe(rows === 30);
});

test.each([40, 60, 82, 120])('the help in %i columns says all of what keys do, and where there is more', columns => {
	const all = plain(helpContent(keymap, columns, theme));
	const text = all.join(' ').replace(/\s+/g, ' ');
	expect(Math.max(...all.map(cellsOf))).toBeLessThanOrEqual(columns);
	expect(text).not.toContain('…resume');
	expect(text).toContain('remove it with worktree and branch, into the trash; asks first'.split(' ').at(-1));
	const page = plain(helpPage(all, {columns, rows: 10}, 0, theme));
	expect(page).toHaveLength(10);
	expect(page.at(-1)).toBe(`  ↓ ${all.length - 9} more lines`);
	expect(plain(helpPage(all, {columns, rows: 10}, 1000, theme)).at(-1)).toBe(all.at(-1));
});

test('the menu keeps renaming, pausing and removing apart where there is room', () => {
	const menu = (rows: number) =>
		plain(menuContent(here({columns: 80, rows: 24}, [sessionView()]), keymap, 0, {columns: 76, rows}, {theme, say}));
	const words = (lines: readonly string[]) => lines.map(line => /[a-z]{3,}/.exec(line)?.[0] ?? '─');
	expect(words(menu(30)).slice(1, -1)).toEqual([
		'attach',
		'send',
		'terminal',
		'─',
		'rename',
		'restart',
		'─',
		'pause',
		'resume',
		'─',
		'end',
		'remove',
	]);
	expect(menu(11)).toHaveLength(11);
});

test('a row turns while squad is at work on it, and rests when it is over', () => {
	const list = (now: number, operation: Operation) => {
		const operations = new Map([[sessionView().id, operation]]);
		const at = hereOf(
			firstView({columns: 80, rows: 20}, now),
			here({columns: 80, rows: 20}, [sessionView()], {operations}).snapshot,
		);
		return plain(listContent(at, {columns: 80, rows: 20}, theme, say))[1] ?? '';
	};
	const work: Operation = {verb: 'pause', step: '', since: 0, error: null, done: false};
	expect(list(0, work)).toMatch(/^▌ ⠋ fix login/);
	expect(list(250, work)).toMatch(/^▌ ⠙ fix login/);
	expect(list(250, {...work, done: true})).toMatch(/^▌ ● fix login/);
});

test('the spinner turns only while there is something to wait for', async () => {
	const operations = new Map<string, Operation>();
	const {snapshot} = here({columns: 80, rows: 20}, [sessionView()], {operations});
	let turns = 0;
	const {spin, stop} = spinning(
		() => snapshot,
		1,
		() => turns++,
	);
	spin();
	await new Promise(resolve => setTimeout(resolve, 20));
	expect(turns).toBe(0);
	operations.set('x', {verb: 'pause', step: '', since: 0, error: null, done: false});
	spin();
	await eventually(() => turns > 3);
	operations.clear();
	spin();
	const before = turns;
	await new Promise(resolve => setTimeout(resolve, 20));
	expect(turns).toBe(before);
	stop();
});

test('where the list stands above the session a rule keeps them apart', () => {
	const head = (isBelow: boolean) =>
		plain(tabsContent(sessionView(), 'screen', {columns: 70, isBelow}, 0, theme))[0] ?? '';
	expect(head(true)).toMatch(/─{5,}$/);
	expect(cellsOf(head(true))).toBeLessThanOrEqual(70);
	expect(head(false)).not.toContain('─');
});

test('the line of keys begins with what is wanted most: the session on a small screen, the choices of a pause that waits', () => {
	const keys = (size: Size, change: Partial<Snapshot> = {}) =>
		plain(footerContent(here(size, [sessionView()], change), keymap, size.columns, theme))[1];
	expect(keys({columns: 60, rows: 15})).toMatch(/^ v view {2}⏎ attach/);
	expect(keys({columns: 80, rows: 24})).toMatch(/^ ⏎ attach/);
	const waiting: Operation = {verb: 'pause', step: 'waiting for a safe state', since: 0, error: null, done: false};
	const operations = new Map([[sessionView().id, waiting]]);
	expect(keys({columns: 60, rows: 24}, {operations})).toMatch(/^ I interrupt {2}F force {2}C cancel/);
});

test('whoever types into the live screen sees the cursor, also behind the end of a line and on a wide sign', () => {
	const screen = (x: number, visible = true): LiveScreen => ({
		session: 'x',
		worker: 'agent',
		lines: ['\x1b[32m> 日本\x1b[0m', ''],
		cursor: {x, y: 0, visible},
		size: {columns: 20, rows: 2},
		live: true,
	});
	const row = (x: number, isTyping = true, visible = true) =>
		screenLines(screen(x, visible), {columns: 20, isTyping}, theme)[0] ?? '';
	expect(row(7)).toContain('\x1b[7m \x1b[0m');
	expect(stripAnsi(row(7))).toBe('> 日本  ');
	expect(row(2)).toContain('\x1b[7m日\x1b[0m');
	expect(stripAnsi(row(2))).toBe('> 日本');
	expect(row(2, false)).not.toContain('\x1b[7m');
	expect(row(2, true, false)).not.toContain('\x1b[7m');
});

test.each([
	[{status: 'interrupted', isResumable: true}, 'r resumes it'],
	[{status: 'failed', isResumable: false}, 'this agent cannot be continued: n starts a new session'],
	[{status: 'ended', isResumable: false}, 'n starts a new one'],
] as const)('%j: the way on is said', (change, wayOn) =>
	expect(shownIn({columns: 70, rows: 20}, sessionView(change)).join('\n')).toContain(wayOn),
);

test('what failed is said with the way on, above what the session shows anyway', () => {
	const error = {code: 'conflict', message: 'a.txt is in the way', hint: 'move it away and resume again'};
	const operations = new Map([[paused.id, {verb: 'resume', step: '', since: 0, error, done: true} as Operation]]);
	const text = shownIn({columns: 70, rows: 30}, paused, {operations}).join('\n');
	expect(text).toMatch(/^Failed to resume: a\.txt is in the way\nmove it away and resume again/);
	expect(text).toContain('r brings it all back');
});
