import {execFileSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** Packages by agent, and what their installation does where npm runs no scripts. */
const PACKAGES = {
	claude: {package: '@anthropic-ai/claude-code', bin: 'claude', after: '@anthropic-ai/claude-code/install.cjs'},
	codex: {package: '@openai/codex', bin: 'codex'},
	gemini: {package: '@google/gemini-cli', bin: 'gemini'},
	opencode: {package: 'opencode-ai', bin: 'opencode', after: 'opencode-ai/postinstall.mjs'},
	qwen: {package: '@qwen-code/qwen-code', bin: 'qwen', node: 22},
};

export const AGENTS = Object.keys(PACKAGES);

const NODE_22 = `node-${process.platform}-${process.arch}@22`;

const quiet = {stdio: ['ignore', 'ignore', 'pipe']};

/** Installs one agent into a folder of its own and puts a starter for it into `bin`; says why where that fails. */
export const installAgent = (root, bin, agent) => {
	const {package: name, bin: program, after, node} = PACKAGES[agent];
	const folder = join(root, agent);
	const inside = join(folder, 'node_modules', '.bin', program);
	try {
		if (!existsSync(inside)) {
			mkdirSync(folder, {recursive: true});
			writeFileSync(join(folder, 'package.json'), '{"private": true}\n');
			const packages = [`${name}@latest`, ...(node ? [NODE_22] : [])];
			// --force: some ask for a newer node than they need.
			execFileSync('npm', ['install', '--no-audit', '--no-fund', '--force', ...packages], {...quiet, cwd: folder});
			if (after) execFileSync(process.execPath, [join(folder, 'node_modules', after)], {...quiet, cwd: folder});
		}
		mkdirSync(bin, {recursive: true});
		const starter = join(bin, program);
		const path = node ? `PATH='${join(folder, 'node_modules', '.bin')}':"$PATH" ` : '';
		writeFileSync(starter, `#!/bin/sh\n${path}exec '${inside}' "$@"\n`);
		chmodSync(starter, 0o755);
		return undefined;
	} catch (cause) {
		return String(cause.stderr || cause.message)
			.trim()
			.split('\n')
			.at(-1);
	}
};
