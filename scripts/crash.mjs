// `npm run test:crash`: squad is killed at every boundary of every operation. See docs/reliability.md.
import {spawn} from 'node:child_process';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {ROOT} from './setup/root.mjs';

const USAGE = `npm run test:crash -- [--only <operation>] [--every <n>] [--offset <n>] [--turn <n>] [--minutes <n>]
npm run test:crash -- --life [--kills <n>] [--from <seed>] [--minutes <n>]
npm run test:crowd -- [--seconds <n>] [--seed <n>] [--squads <n>] [--sessions <n>]
`;

const text = {type: 'string'};
const {values} = parseArgs({
	options: {
		...{life: {type: 'boolean'}, crowd: {type: 'boolean'}, help: {type: 'boolean'}},
		...{only: text, every: text, offset: text, turn: text, minutes: text, kills: text, from: text},
		...{seconds: text, seed: text, squads: text, sessions: text},
	},
});

const ENVIRONMENT = {
	...{only: 'CRASH_ONLY', every: 'CRASH_EVERY', offset: 'CRASH_OFFSET', turn: 'CRASH_TURN'},
	...{minutes: 'CRASH_MINUTES', kills: 'LIFE_KILLS', from: 'LIFE_FROM'},
	...{seconds: 'CROWD_SECONDS', seed: 'CROWD_SEED', squads: 'CROWD_SQUADS', sessions: 'CROWD_SESSIONS'},
};

const run = () => {
	const given = Object.entries(ENVIRONMENT).filter(([option]) => values[option] !== undefined);
	const env = {...process.env, ...Object.fromEntries(given.map(([option, name]) => [name, values[option]]))};
	const file = `test/crash/${values.crowd ? 'crowd' : values.life ? 'life' : 'matrix'}.crash.ts`;
	const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
	const args = [vitest, 'run', '--config', 'test/crash/vitest.config.ts', file];
	spawn(process.execPath, args, {stdio: 'inherit', cwd: ROOT, env}).once('exit', code => {
		process.exitCode = code ?? 1;
	});
};

if (values.help) process.stdout.write(USAGE);
else run();
