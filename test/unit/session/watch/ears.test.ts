import {spawn} from 'node-pty';
import {expect, test} from 'vitest';
import {ears, HEARS} from '../../../../src/session/watch/ears.ts';
import {eventually} from '../../../support/eventually.ts';

/** A terminal in which somebody writes when told to. */
const terminal = async () => {
	const pty = spawn('sh', ['-c', 'tty; while read -r words; do echo "$words"; done'], {
		cols: 80,
		rows: 24,
		name: 'xterm',
		cwd: '/',
		env: process.env as Record<string, string>,
	});
	let output = '';
	pty.onData(data => {
		output += data;
	});
	const tty = await eventually(() => /^(\/dev\/\S+)/m.exec(output)?.[1] ?? false);
	return {tty, write: (text: string) => pty.write(`${text}\r`), [Symbol.dispose]: () => pty.kill('SIGKILL')};
};

const seconds = (ago: number) => Math.floor(Date.now() / 1000) - ago;
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

test.runIf(HEARS)(
	'a terminal that was written to just before is looked at again, an old one is left alone',
	async () => {
		using fresh = await terminal();
		using old = await terminal();
		const looks: string[] = [];
		const listening = ears(true, pane => looks.push(pane));
		try {
			listening.set(
				new Map([
					['%1', {tty: fresh.tty, wroteAt: seconds(0)}],
					['%2', {tty: old.tty, wroteAt: seconds(60)}],
				]),
				undefined,
			);
			await eventually(() => looks.length >= 2);
			await pause(500);
			expect(looks).toEqual(['%1', '%1']);
		} finally {
			listening.close();
		}
	},
);

test.runIf(HEARS)('what is written is heard, and looked at again once tmux has had time to read it', async () => {
	using talker = await terminal();
	const looks: string[] = [];
	const listening = ears(true, pane => looks.push(pane));
	try {
		listening.set(new Map([['%1', {tty: talker.tty, wroteAt: seconds(60)}]]), undefined);
		await pause(300);
		expect(looks).toEqual([]);
		talker.write('hello');
		await eventually(() => looks.length >= 3);
	} finally {
		listening.close();
	}
});
