import {readdirSync} from 'node:fs';
import {expect, test} from 'vitest';
import {eventually} from '../../support/eventually.ts';
import {lab} from '../../support/lab.ts';
import {tui} from '../../support/tui.ts';

test('the first screen offers the tour: D runs it on the terminal, Enter comes back, and nothing of it stays', async () => {
	await using here = await lab();
	await using shown = await tui(here);
	await shown.shows(/D {2}shows everything in a minute/);
	const before = readdirSync(here.tmp);
	await shown.press('D');
	await shown.shows('squad new "fix login" --agent demo');
	await shown.lacks('No sessions yet');
	await shown.shows('squad pause --all');
	await shown.shows('Enter goes back to squad');
	await shown.press('Enter');
	await shown.shows('No sessions yet');
	await shown.shows('q quit');
	expect((await here.list()).length).toBe(0);
	expect(readdirSync(here.tmp)).toEqual(before);
	// Keys are squad's again.
	await shown.press('?');
	await shown.shows('save everything, end its processes');
});

test('C-c in the tour ends the tour, not squad, and nothing of it stays', async () => {
	await using here = await lab();
	await using shown = await tui(here);
	await shown.shows('No sessions yet');
	const before = readdirSync(here.tmp);
	await shown.press('D');
	await shown.shows('squad new "write the docs" --agent demo');
	await shown.press('C-c');
	await shown.shows('Enter goes back to squad');
	await shown.press('Enter');
	await shown.shows('No sessions yet');
	await eventually(() => expect(readdirSync(here.tmp)).toEqual(before));
	await shown.press('q');
	await shown.shows('Pane is dead');
});
