import {expect, test} from 'vitest';
import {eventually} from '../../support/eventually.ts';
import {lab} from '../../support/lab.ts';
import {demo, tui} from '../../support/tui.ts';

/** The list, without what is measured now and then: figures of changes, memory and age. */
const listOf = (lines: readonly string[]): string[] =>
	lines
		.slice(1)
		.map(line => (line.split('│')[0] ?? '').replace(/^(.{4}.*?) {2}.*$/, '$1').trimEnd())
		.filter(line => line !== '');

/** A second, on a machine that is not busy: a busy one is given as much more as `squad ls` takes there. */
const PROMISED_MS = 1000;
const YARDSTICKS = 5;

test('two TUIs and a script: a second after the script’s end both screens show what it did, and the same', async () => {
	await using here = await lab();
	await here.running('quiet one');
	const {id} = await demo(here, 'first', 'say hi');
	await using one = await tui(here);
	await using two = await tui(here, {name: 'second'});
	await Promise.all([one.shows('✓ 2 done'), two.shows('✓ 2 done')]);
	const late: string[] = [];

	const agree = async (what: string, act: () => Promise<unknown>, says: RegExp) => {
		const begun = performance.now();
		await here.squad('ls');
		const yardstick = performance.now() - begun;
		await act();
		const ended = performance.now();
		await eventually(
			async () => {
				const lists = (await Promise.all([one.lines(), two.lines()])).map(listOf);
				expect(lists[0]?.join('\n')).toMatch(says);
				expect(lists[1]).toEqual(lists[0]);
			},
			{everyMs: 10, what},
		);
		const took = performance.now() - ended;
		const allowed = PROMISED_MS + YARDSTICKS * yardstick;
		if (took > allowed) late.push(`${what}: ${Math.round(took)} ms, allowed are ${Math.round(allowed)} ms`);
	};
	const status = (activity: string) =>
		eventually(async () => expect((await here.status(id)).activity).toBe(activity), {everyMs: 10});

	await agree('rename', () => here.squad('rename', id, 'second name'), /✓ second name/);
	await agree('pause', () => here.squad('pause', id), /○ second name/);
	await agree('resume', () => here.squad('resume', id), /✓ second name/);
	const working = () => here.squad('send', id, 'work 600').then(() => status('active'));
	await agree('work', working, /● second name/);
	const interrupt = () => here.tmux('send-keys', '-t', `=${id}:`, 'Escape').then(() => status('idle'));
	await agree('done', interrupt, /✓ second name/);
	const asking = () => here.squad('send', id, 'ask Is it so?').then(() => status('asking'));
	await agree('question', asking, /\? second name\n[▌ ]+Is it so\?/);
	await agree('answer', () => here.squad('answer', id, 'yes').then(() => status('idle')), /✓ second name/);
	await agree('new', () => demo(here, 'another', 'say hi').then(({id}) => here.status(id)), /✓ another/);
	await agree('end', () => here.squad('end', id), /■ second name/);
	await agree('rm', () => here.squad('rm', id, '--force'), /^(?!.*second name)/s);
	await agree('undo', () => here.squad('undo'), /second name/);
	expect(late).toEqual([]);
});
