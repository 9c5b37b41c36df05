// `squad explain --jsonl` against reading and parsing the same lines.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {interleave, rowOf} from './measure.mjs';
import {withWorld} from './world.mjs';

const LIMIT = 5;
const ROUNDS = 15;
const SCREENS = 10_000;

const FIXTURES = join(import.meta.dirname, '../test/fixtures/screens');

/** Every recorded screen in turn, so that no agent is measured alone. */
const linesOf = count => {
	const recorded = readdirSync(FIXTURES)
		.filter(name => name.endsWith('.jsonl'))
		.flatMap(name => readFileSync(join(FIXTURES, name), 'utf8').trim().split('\n'))
		.map(line => JSON.parse(line))
		.map(({agent, screen, title}) => JSON.stringify({agent, screen, title}));
	return Array.from({length: count}, (_, at) => recorded[(at * 7919) % recorded.length]);
};

/** What anybody who reads JSON lines has to do. */
const PARSE = `
let open = '', count = 0;
process.stdin.setEncoding('utf8');
process.stdin.on('data', text => {
	const lines = (open + text).split('\\n');
	open = lines.pop();
	for (const line of lines) count += JSON.parse(line).screen.length;
});
`;

export const explain = () =>
	withWorld(async ({root, squad, run}) => {
		const file = join(root, 'screens.jsonl');
		writeFileSync(file, `${linesOf(SCREENS).join('\n')}\n`);
		const input = readFileSync(file);
		const times = await interleave(
			{
				parse: async () => (await run(process.execPath, ['-e', PARSE], {input})).ms,
				explain: async () => {
					const {ms, out} = await squad(['explain', '--jsonl'], {input});
					if (out.trimEnd().split('\n').length !== SCREENS) throw new Error('not every screen was answered');
					return ms;
				},
			},
			{rounds: ROUNDS},
		);
		return [
			rowOf({
				figure: `squad explain --jsonl, ${SCREENS} screens`,
				against: 'reading and parsing them',
				baseline: times.parse,
				subject: times.explain,
				limit: LIMIT,
			}),
		];
	});
