// Runs the real agents, each through the whole story, against a model server of our own on this machine.
//   npm run try:agents [-- <agent>… ] [--agents <folder with what was installed before>] [--keep]
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {furnish} from './try-agents/furnish.mjs';
import {AGENTS, installAgent} from './try-agents/install.mjs';
import {modelServer} from './try-agents/model-server.mjs';
import {Missed, squadIn} from './try-agents/squad.mjs';
import {STEPS, story} from './try-agents/story.mjs';

const {values, positionals} = parseArgs({
	options: {agents: {type: 'string'}, keep: {type: 'boolean'}},
	allowPositionals: true,
});
const wanted = positionals.length > 0 ? positionals : AGENTS;
const unknown = wanted.find(agent => !AGENTS.includes(agent));
if (unknown !== undefined) {
	console.error(`there is no agent ${unknown} here\none of ${AGENTS.join(', ')}`);
	process.exit(2);
}

const root = mkdtempSync(join(tmpdir(), 'squad-try-'));
const installed = values.agents === undefined ? join(root, 'agents') : resolve(values.agents);

/** One agent in a world of its own; nothing of it is left afterwards. */
const tried = async (agent, server) => {
	const bin = join(root, agent, 'bin');
	console.log(`${agent}: installing`);
	const failure = installAgent(installed, bin, agent);
	if (failure !== undefined) return {agent, version: '–', steps: [], missed: `cannot be installed: ${failure}`};
	const world = furnish(join(root, agent), bin, server.url);
	const squad = squadIn(world);
	const version = spawnSync(join(bin, agent), ['--version'], {env: world.env, encoding: 'utf8'})
		.stdout?.trim()
		.split('\n')
		.at(-1);
	const steps = [];
	try {
		await story(squad, agent, step => {
			steps.push(step);
			console.log(`${agent}: ${step}`);
		});
		return {agent, version, steps, missed: ''};
	} catch (cause) {
		if (!(cause instanceof Missed)) throw cause;
		return {agent, version, steps, missed: cause.message};
	} finally {
		if (!values.keep) {
			for (const {id} of (await squad.json('ls')).value) await squad.run('end', id);
			await squad.close();
		}
	}
};

const server = await modelServer();
const results = [];
try {
	for (const agent of wanted) results.push(await tried(agent, server));
} finally {
	server.close();
	if (values.keep) console.log(`kept: ${root}`);
	else rmSync(root, {recursive: true, force: true, maxRetries: 5});
}

const columns = ['agent', ...STEPS];
console.log(`\n${columns.map(name => name.padEnd(9)).join(' ')}`);
for (const {agent, version, steps, missed} of results) {
	console.log(
		[agent, ...STEPS.map(step => (steps.includes(step) ? 'yes' : 'NO'))]
			.map((cell, at) => cell.padEnd(Math.max(9, columns[at].length)))
			.join(' '),
	);
	console.log(`          ${version}${missed === '' ? '' : ` · ${missed}`}`);
}
process.exit(results.every(({steps}) => steps.length === STEPS.length) ? 0 : 1);
