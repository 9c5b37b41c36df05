import {expect, test} from 'vitest';
import {eventually} from '../../support/eventually.ts';
import {lab} from '../../support/lab.ts';
import {killProcess, processesWith} from '../../support/processes.ts';
import {demo, rawTui, tui} from '../../support/tui.ts';

const tuisOf = (squadHome: string) =>
	processesWith(`SQUAD_HOME=${squadHome}`).filter(({command}) => /cli\.cjs\s*$/.test(command));

test('what a script does is on the screen of two TUIs within moments, and killing them changes nothing', async () => {
	await using here = await lab();
	const {id} = await here.running('watched');
	await using first = await tui(here);
	await using second = await tui(here, {name: 'second'});
	await first.shows('watched');
	await second.shows('watched');
	const before = await here.status(id);
	await here.squad('rename', id, 'seen by both');
	await Promise.all([first.shows('seen by both'), second.shows('seen by both')]);
	await second.press('p');
	await Promise.all([first.shows(/○ seen by both/), second.shows(/○ seen by both/)]);
	await first.press('r');
	await Promise.all([first.shows(/✓ seen by both/), second.shows(/✓ seen by both/)]);
	await first.lacks('resume:');
	const resumed = await here.status(id);
	expect(resumed.workers.map(({id: worker}) => worker)).toEqual(before.workers.map(({id: worker}) => worker));
	for (const {pid} of tuisOf(here.squadHome)) killProcess(pid);
	await first.shows('Pane is dead');
	expect(await here.status(id)).toMatchObject({status: 'active', workers: resumed.workers});
	// tmux is alive, with the session of the dead watchers: destroying that as they die could crash it.
	expect((await here.tmux('ls', '-F', '#{session_name}')).stdout.trim()).toBe(`_squad\n${id}`);
	await using third = await tui(here, {name: 'third'});
	await third.shows(/✓ seen by both/);
});

test('the live screen follows its agent, and a session paused from elsewhere says so to whoever was in it', async () => {
	await using here = await lab();
	const {id} = await here.running('followed');
	await using shown = await tui(here);
	await shown.shows('keeper at your service');
	await here.squad('send', id, '/print "fresh \\u001b[35mlive\\u001b[39m line"');
	await shown.shows('fresh live line');
	await eventually(async () => expect(await shown.coloured()).toMatch(/\x1b\[35mlive/));
	await shown.press('Enter');
	await shown.shows('C-q goes back');
	await here.squad('pause', id);
	await shown.shows('“followed” was paused meanwhile');
	await shown.shows('followed · Paused');
	await shown.shows('fresh live line');
});

test('asking and done ring the bell and notify, unless switched off', async () => {
	await using here = await lab();
	const {id} = await demo(here, 'bell; one', 'say hi');
	await using shown = rawTui(here);
	await shown.shows('bell; one');
	await eventually(async () => expect((await here.status(id)).activity).toBe('idle'));
	await here.squad('send', id, 'work 1 then ask Really now?');
	await shown.shows('\x1b]9;bell, one asks: Really now?\x07');
	await shown.shows('\x1b]777;notify;squad;bell, one asks: Really now?\x07');
	await here.squad('answer', id, 'yes');
	await eventually(async () => expect((await here.status(id)).activity).toBe('idle'));
	await here.squad('send', id, 'work 2');
	await shown.shows('\x1b]9;bell, one is done\x07');
	await here.squad('config', 'set', 'ui.notify', 'false');
	await here.squad('config', 'set', 'ui.bell', 'false');
	await using quiet = rawTui(here);
	await quiet.shows('bell; one');
	const before = shown.output().length;
	await here.squad('send', id, 'work 1 then ask Once more?');
	await quiet.shows('Once more?');
	await shown.shows('\x1b]9;bell, one asks: Once more?\x07');
	expect(shown.output().slice(before)).toContain('\x07');
	expect(quiet.output()).not.toContain('\x07');
});

test('whoever is attached sees in the status line how many ask, and no number when nobody watches', async () => {
	await using here = await lab();
	await here.running('quiet one');
	const {id} = await demo(here, 'asking one', 'say hi');
	await using shown = await tui(here);
	await shown.shows('quiet one');
	await shown.press('/');
	await shown.type('quiet');
	await shown.press('Enter', 'Enter');
	await shown.shows('C-q goes back');
	await shown.lacks('waiting for you');
	await here.squad('send', id, 'ask Is anybody there?');
	await shown.shows('1 waiting for you');
	for (const {pid} of tuisOf(here.squadHome)) killProcess(pid);
	await using other = await tui(here, {name: 'other', env: 'true;'});
	await other.shows('asking one');
	await other.press('q');
	await other.shows('Pane is dead');
	const line = await here.tmux('display-message', '-p', '-t', '=asking-one', '#{T:status-right}');
	expect(line.stdout).not.toContain('waiting for you');
});

test('after a reboot interrupted sessions are offered, or resumed by themselves where that is set', async () => {
	await using here = await lab();
	const one = await demo(here, 'one', 'say hi');
	await demo(here, 'two', 'say hi');
	await here.tmux('kill-server');
	{
		await using shown = await tui(here);
		await shown.shows('2 sessions were interrupted: A resumes all');
		await shown.shows('its processes are gone and nobody asked for it');
		await shown.press('A');
		await shown.shows('✓ 2 done');
	}
	await here.tmux('kill-session', '-t', `=${one.id}`);
	await here.squad('config', 'set', 'recovery.autoResume', 'auto');
	await using again = await tui(here, {name: 'again'});
	await again.shows('✓ 2 done');
	expect((await here.status(one.id)).status).toBe('active');
});

const [ENTER, LEAVE] = ['\x1b[?1049h', '\x1b[?1049l'];

test.each([
	['SIGTERM', 143],
	['SIGHUP', 129],
	['SIGINT', 130],
] as const)('%s leaves the terminal in order', async (signal, code) => {
	await using here = await lab();
	await here.running('goes on');
	await using shown = rawTui(here);
	await shown.shows('goes on');
	process.kill(shown.pid, signal);
	expect(await shown.ends()).toBe(code);
	const end = shown.output().slice(shown.output().lastIndexOf(ENTER));
	for (const sequence of ['\x1b[?2004l', '\x1b[?7h', '\x1b[?25h', LEAVE]) expect(end).toContain(sequence);
	expect((await here.list())[0]?.status).toBe('active');
});

test('C-z gives the terminal back to the shell, and fg draws everything anew', async () => {
	await using here = await lab();
	await here.running('still there');
	const {screen} = await import('../../support/terminal.ts');
	await using shown = await screen(here, 'bash --norc -i', {cols: 120, rows: 30});
	await shown.type('squad');
	await shown.press('Enter');
	await shown.shows('still there');
	await shown.press('C-z');
	await shown.shows('Stopped');
	await shown.lacks('still there');
	await shown.type('echo in the $((1+1))nd shell; fg');
	await shown.press('Enter');
	await shown.shows('still there');
	await shown.press('q');
	await shown.shows('in the 2nd shell');
	await shown.lacks('still there');
});
