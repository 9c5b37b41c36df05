import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {buildDemoAgent, demoLab, removeDemoAgent} from '../unit/demo/demo-lab.ts';

beforeAll(buildDemoAgent);
afterAll(removeDemoAgent);

describe('in a terminal', {timeout: 60_000}, () => {
	test('works, queues what is typed meanwhile, and rests', async () => {
		const {start, say, see, seeTitle, screen} = demoLab();
		start();
		await see(/─{80}\n❯ *\n─{80}\n {2}\? for shortcuts/);
		await seeTitle(/^✳ demo$/);
		say('work 10');
		await see(/[·✢*✶✻✽] \S+… \(\d+s · esc to interrupt\)/);
		await seeTitle(/^◐ demo: work 10$/);
		await seeTitle(/^◑ demo: work 10$/);
		say('say second');
		await see('queued: say second');
		await see('✻ Worked for 10s');
		await see('● second');
		await seeTitle(/^✳ demo$/);
		expect(screen()).not.toContain('esc to interrupt');
	});

	test('asks in place of the prompt, and tells the answer', async () => {
		const {start, press, see, seeTitle, screen} = demoLab();
		start(['ask']);
		await see(
			/Do you want to run npm test\?\n\n❯ 1\. Yes\n {2}2\. Yes, and don't ask again\n {2}3\. No\n\nEnter to select · Esc to cancel/,
		);
		await seeTitle(/^✋ demo: Do you want to run npm test\?$/);
		expect(screen()).not.toContain('? for shortcuts');
		press('Down', 'Down', 'Enter');
		await see('You answered: No');
		await see('? for shortcuts');
	});

	test.each([['Escape'], ['C-c']])('%s stops a turn', async key => {
		const {start, press, see, seeTitle} = demoLab();
		start(['hang']);
		await see('esc to interrupt');
		press(key);
		await see('⎿  Interrupted');
		await seeTitle(/^✳ demo$/);
	});

	test('remembers after it was killed in the middle of a turn', async () => {
		const {start, say, see, seeTitle, stop, conversations} = demoLab();
		start(['--session-id', 'token-1']);
		await seeTitle(/^✳/);
		expect(conversations()).toEqual([]);
		say('remember the blue door');
		await see('● I will remember: the blue door');
		say('hang');
		await see('esc to interrupt');
		stop();
		start(['-c']);
		await see('I remember 3 messages');
		await see(/> hang\n {2}⎿ {2}Interrupted/);
		say('recall');
		await see('- remember the blue door');
		say('/clear');
		await see('? for shortcuts');
		say('recall');
		await see('I remember nothing yet.');
		expect(conversations()).toHaveLength(2);
		stop();
		start(['--resume', 'token-1', 'recall']);
		await see('You told me 3 things:');
	});

	test('takes a paste of 100 KB as one prompt', async () => {
		const {start, press, see, seeTitle, tmux, cwd} = demoLab();
		const text = Array.from({length: 2500}, (_, index) => `line ${index} of a long text, 日本語 \x1b[31m`).join('\n');
		writeFileSync(join(cwd, 'paste'), `write out.txt ${text}`);
		start();
		await seeTitle(/^✳/);
		tmux('load-buffer', join(cwd, 'paste'), ';', 'paste-buffer', '-p', '-t', '=demo:');
		await see(/line 2499 of a long text, 日本語 \^\[\[31m/);
		press('Enter');
		await see('Wrote 2500 lines');
		expect(readFileSync(join(cwd, 'out.txt'), 'utf8')).toBe(`${text}\n`);
	});

	test('keeps one prompt on the screen through resizes', async () => {
		const {start, see, seeTitle, tmux, ask, screen} = demoLab();
		start(['hang'], ['120', '40']);
		await see('esc to interrupt');
		for (const [x, y] of [
			['60', '20'],
			['133', '50'],
			['41', '12'],
			['80', '24'],
		] as const) {
			tmux('resize-window', '-t', '=demo:', '-x', x, '-y', y);
			await see(new RegExp(`\\n─{${x}}\\n❯ *\\n─{${x}}\\n {2}\\? for shortcuts`));
		}
		await seeTitle(/^[◐◑]/);
		expect(screen().match(/\? for shortcuts/g)).toHaveLength(1);
		expect(screen().match(/esc to interrupt/g)).toHaveLength(1);
		expect(ask('#{cursor_x} #{cursor_flag}')).toBe('2 1');
	});

	test('leaves a process behind that has a session of its own', async () => {
		const {start, see, screen, ask} = demoLab();
		start(['detach 300']);
		await see(/pid \d+/);
		const pid = Number(/pid (\d+)/.exec(screen())?.[1]);
		onTestFinished(() => {
			process.kill(pid);
		});
		const session = (of: string): string => execFileSync('ps', ['-o', 'sess=', '-p', of], {encoding: 'utf8'}).trim();
		expect(session(String(pid))).toBe(String(pid));
		expect(session(ask('#{pane_pid}'))).not.toBe(String(pid));
	});

	test.each([
		['/exit', ['say hi'], ['-l /exit', 'Enter'], '0', 'Resume this session with: demo --resume '],
		['Ctrl-C twice', ['say hi'], ['C-c', 'C-c'], '0', 'Resume this session with: demo --resume '],
		['a crash', ['crash'], [], '3', 'demo agent: giving up'],
		['a crash of a certain code', ['crash 42'], [], '42', 'demo agent: giving up'],
	])('ends with %s', async (_, args, keys, code, lastWords) => {
		const {start, press, see, exitCode} = demoLab();
		start(args);
		if (keys.length > 0) await see('● hi');
		for (const key of keys) press(...key.split(' '));
		expect(await exitCode()).toBe(code);
		await see(lastWords);
	});

	test.each([
		['SIGTERM', '143'],
		['SIGHUP', '129'],
	] as const)('%s ends it at once with %s', async (signal, code) => {
		const {start, see, ask, exitCode} = demoLab();
		start(['hang']);
		await see('esc to interrupt');
		process.kill(Number(ask('#{pane_pid}')), signal);
		expect(await exitCode()).toBe(code);
		expect(ask('#{pane_title}')).toBe('');
	});
});

describe('without a terminal', {timeout: 60_000}, () => {
	test('answers line by line and ends with the input', () => {
		const {plainly, cwd} = demoLab();
		const {stdout, status} = plainly('write a.txt hello\nrun make\ny\nstream 1\n', '--session-id', 'piped');
		expect(stdout).toContain('● Write(a.txt)\n  ⎿  Wrote 1 line, 6 bytes');
		expect(stdout).toContain('Pretended to run it');
		expect(stdout).toContain('the parser reads each line');
		expect(stdout).not.toContain('\x1b');
		expect(stdout.trimEnd().endsWith('Resume this session with: demo --resume piped')).toBe(true);
		expect(status).toBe(0);
		expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('hello\n');
	});

	test('says what is wrong, with the codes of real agents', () => {
		const {plainly} = demoLab();
		const outcome = (...args: string[]) => {
			const {status, stderr} = plainly('', ...args);
			return [status, stderr.split('\n')[0]];
		};
		expect(outcome('-c')).toEqual([1, 'No conversation found to continue']);
		expect(outcome('--resume', 'gone')).toEqual([1, 'No conversation found with session ID: gone']);
		expect(outcome('--resume', '../x')).toEqual([1, 'No conversation found with session ID: ../x']);
		expect(outcome('--bogus')).toEqual([2, "Error: unknown option '--bogus'"]);
		expect(outcome('--session-id', 'x', 'say hi')).toEqual([0, '']);
		expect(outcome('--session-id', 'x')).toEqual([1, 'Error: Session ID x is already in use.']);
	});
});
