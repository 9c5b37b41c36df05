import {mkdirSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Agent} from './agents/agent.ts';
import type {Held} from './held.ts';
import {wireClaude} from './hooks/claude-settings.ts';
import {wireCodex} from './hooks/codex-notify.ts';
import {wireOpencode} from './hooks/opencode-plugin.ts';
import {REPORT_SCRIPT} from './hooks/report-script.ts';
import {unwired, type Wire, type Wiring} from './hooks/wiring.ts';
import {putFile} from './write-file.ts';

const WIRES: Readonly<Record<string, Wire>> = {claude: wireClaude, codex: wireCodex, opencode: wireOpencode};

const REPORTS = /^hooks-\d+\.jsonl$/;

const read = (path: string): string | undefined => {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		// Not there, or not for us: then there is nothing of the user's in it.
		return undefined;
	}
};

/** Gives an agent's launch what makes it report to this session alone. Nothing of the user's or the repository's is changed. */
export const layWires = (held: Held, agent: Agent, launch: number): Wiring => {
	const {id, args, locationPath} = held.record();
	const wire = Object.hasOwn(WIRES, agent.name) ? WIRES[agent.name] : undefined;
	const folder = held.home.hooks(id);
	const script = join(folder, 'report.sh');
	const file = held.home.reports(id, launch);
	// Earlier launches are over, and what they told was learnt when they ended.
	const session = held.home.session(id);
	for (const name of readdirSync(session)) if (REPORTS.test(name)) rmSync(join(session, name), {force: true});
	const {env} = held.world;
	const place = {script, file, folder, directory: locationPath, home: env.HOME ?? '', env, userArgs: args, read};
	if (wire === undefined) {
		rmSync(folder, {recursive: true, force: true});
		return unwired(place);
	}
	mkdirSync(folder, {recursive: true, mode: 0o700});
	const wiring = wire(place);
	putFile(script, REPORT_SCRIPT);
	for (const [name, content] of Object.entries(wiring.files)) putFile(join(folder, name), content);
	return wiring;
};
