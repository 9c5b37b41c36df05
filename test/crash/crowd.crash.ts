import {expect, test} from 'vitest';
import {crowd} from './crowd.ts';

const {CROWD_SECONDS = '300', CROWD_SEED = '1', CROWD_SQUADS = '8', CROWD_SESSIONS = '10'} = process.env;

test(
	'many squads at random on the same sessions lose no update and get into nobody else\u2019s way',
	async () => {
		const {deeds, waiting, wrong} = await crowd({
			squads: Number(CROWD_SQUADS),
			sessions: Number(CROWD_SESSIONS),
			seconds: Number(CROWD_SECONDS),
			seed: Number(CROWD_SEED),
		});
		process.stdout.write(`${JSON.stringify({...deeds, ...waiting})}\n${wrong.join('\n')}\n`);
		expect(wrong).toEqual([]);
	},
	2 ** 31 - 1,
);
