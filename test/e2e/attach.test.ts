import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {eventually} from '../support/eventually.ts';
import {expectDone, expectRefusal} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';
import {screen, terminal} from '../support/terminal.ts';

const CTRL_Q = '\x11';

const plainTmux = (here: Lab, id: string) => terminal(here, 'tmux', ['-S', here.socket, 'attach', '-t', id]);

const heard = async (here: Lab, id: string) => (await here.keeper.events(id)).map(({text}) => text).filter(Boolean);

test('plain tmux attaches to the session, keys reach the agent, and C-q detaches', async () => {
	await using here = await lab();
	const {id} = await here.running('plain');
	await using client = plainTmux(here, id);
	await client.shows('keeper at your service');
	client.write('typed by hand\r');
	await eventually(async () => expect(await heard(here, id)).toEqual(['typed by hand']));
	client.write(CTRL_Q);
	expect(await client.ends()).toBe(0);
	expect(client.output()).toContain('[detached');
	expect((await here.status(id)).status).toBe('active');
});

test('a client that is attached while the session is paused is detached cleanly', async () => {
	await using here = await lab();
	const {id} = await here.running('plain');
	const other = await here.running('other');
	await using client = plainTmux(here, id);
	await using bystander = plainTmux(here, other.id);
	await client.shows('keeper at your service');
	await bystander.shows('keeper at your service');
	expectDone(await here.squad('pause', id));
	expect(await client.ends()).toBe(0);
	expect(client.output()).toMatch(/\[detached/);
	expect(client.output()).not.toMatch(/server exited|lost server|no current/);
	bystander.write('still here\r');
	await eventually(async () => expect(await heard(here, other.id)).toEqual(['still here']));
});

test('a warm pause detaches its clients too', async () => {
	await using here = await lab();
	const {id} = await here.running('plain');
	await using client = plainTmux(here, id);
	await client.shows('keeper at your service');
	expectDone(await here.squad('pause', id, '--warm'));
	expect(await client.ends()).toBe(0);
});

test('squad attach shows the session with a line that says how to get back, and C-q returns', async () => {
	await using here = await lab();
	const {id} = await here.running('by squad');
	{
		await using shown = await screen(here, `squad attach ${id}`);
		const lines = await shown.shows('keeper at your service');
		expect(lines.join('\n')).toMatch(/C-q|ctrl.?q/i);
	}
	await using client = terminal(here, 'squad', ['attach', id]);
	await client.shows('keeper at your service');
	client.write(CTRL_Q);
	expect(await client.ends()).toBe(0);
});

test('new --attach and resume --attach end in the terminal of the agent', async () => {
	await using here = await lab();
	await using made = terminal(here, 'squad', ['new', 'at once', '--attach']);
	await made.shows('keeper at your service');
	made.write(CTRL_Q);
	expect(await made.ends()).toBe(0);
	const [session] = await here.list();
	const id = session?.id ?? '?';
	expectDone(await here.squad('pause', id));
	await using back = terminal(here, 'squad', ['resume', id, '--attach']);
	await here.ready(id, 2);
	await back.shows('keeper at your service');
	back.write(CTRL_Q);
	expect(await back.ends()).toBe(0);
});

test('attach refuses in words without a terminal, to a paused session and to a worker that is not there', async () => {
	await using here = await lab();
	const {id} = await here.running('x');
	expectRefusal(await here.squad('attach', id), [1, 2, 4], /terminal/i);
	await using wrong = terminal(here, 'squad', ['attach', id, '--worker', 'no-such-worker']);
	expect(await wrong.ends()).not.toBe(0);
	expect(wrong.output()).toContain('no-such-worker');
	expectDone(await here.squad('pause', id));
	await using paused = terminal(here, 'squad', ['attach', id]);
	expect(await paused.ends()).toBe(4);
	expect(paused.output()).toContain('resume');
});

test('neither the configuration nor the server of the user’s own tmux plays a part', async () => {
	await using here = await lab();
	await writeFile(
		join(here.home, '.tmux.conf'),
		'set -g base-index 7\nset -g default-shell /bin/false\nbind -n C-q kill-server\n',
	);
	const {id} = await here.running('x');
	const option = async (name: string) => (await here.tmux('show-options', '-gqv', name)).stdout.trim();
	expect(await option('base-index')).not.toBe('7');
	expect(await option('history-limit')).toBe('50000');
	expect(await option('mouse')).toBe('on');
	expect((await here.tmux('show-options', '-gwqv', 'remain-on-exit')).stdout.trim()).toBe('on');
	await writeFile(join(here.squadHome, 'tmux.user.conf'), 'set -g @mine yes\n');
	await here.tmux('kill-server');
	expectDone(await here.squad('resume', id));
	expect(await option('@mine')).toBe('yes');
});

test('a name that another tmux session begins with is never mistaken for it', async () => {
	await using here = await lab();
	const {id} = await here.running('x');
	await here.tmux('new-session', '-d', '-s', `${id}-and-more`, 'sleep 300');
	expectDone(await here.squad('pause', id));
	expect((await here.tmux('has-session', '-t', `=${id}-and-more`)).code).toBe(0);
	expect((await here.status(id)).status).toBe('paused');
	expectRefusal(await here.squad('send', id, 'x'), 4);
});
