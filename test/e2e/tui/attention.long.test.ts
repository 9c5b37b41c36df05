import {expect, test} from 'vitest';
import {eventually} from '../../support/eventually.ts';
import {lab} from '../../support/lab.ts';
import {demo, tui} from '../../support/tui.ts';

/** Notifications, and the bell outside of any sequence. */
const notesIn = (bytes: string): string[] => bytes.match(/\x1b\](?:9|777);[^\x07]*\x07/g) ?? [];
const bellsIn = (bytes: string): number =>
	bytes.replace(/\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g, '').split('\x07').length - 1;

test('while its terminal is lent to a session the TUI neither rings nor notifies; before and after it does', async () => {
	await using here = await lab();
	const {id} = await demo(here, 'curious one', 'say hi');
	await here.running('attached to');
	await using shown = await tui(here);
	await shown.shows(/✓ curious one/);
	const asks = async (question: string) => {
		await here.squad('send', id, `work 1 then ask ${question}`);
		await eventually(async () => expect((await here.status(id)).question).toBe(question));
	};
	const tellsWhenItAsks = async (question: string) => {
		const bytes = await shown.record();
		await asks(question);
		await eventually(async () => {
			// An answer that came before may have been news as well.
			expect(notesIn(await bytes()).filter(note => note.includes('asks'))).toEqual([
				`\x1b]9;curious one asks: ${question}\x07`,
				`\x1b]777;notify;squad;curious one asks: ${question}\x07`,
			]);
			expect(bellsIn(await bytes())).toBeGreaterThan(0);
		});
		await here.squad('answer', id, 'yes');
		await shown.lacks('1 asks');
		await shown.shows('✓ 2 done');
	};

	await tellsWhenItAsks('Before?');
	await shown.press('G');
	await shown.shows(/▌.*attached to/);
	await shown.press('Enter');
	await shown.shows('C-q goes back');
	const attached = await shown.record();
	await asks('Meanwhile?');
	// squad has seen it: it counts those who ask in the status line.
	await shown.shows('1 waiting for you');
	await shown.press('C-q');
	await shown.shows('? 1 asks');
	expect(notesIn(await attached())).toEqual([]);
	expect(bellsIn(await attached())).toBe(0);
	await here.squad('answer', id, 'yes');
	await shown.shows('✓ 2 done');
	await tellsWhenItAsks('Afterwards?');
});
