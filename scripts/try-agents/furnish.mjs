import {execFileSync} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

const KEY = 'trial-key-0123456789abcdefghij';

const write = (path, content) => {
	mkdirSync(dirname(path), {recursive: true});
	writeFileSync(path, typeof content === 'string' ? content : `${JSON.stringify(content, null, '\t')}\n`, {
		mode: 0o600,
	});
};

/** A home in which no agent asks for an account or for trust, and all talk to our model server. */
const furnishHome = (home, url, trusted) => {
	write(join(home, '.gitconfig'), '[user]\n\tname = Trial\n\temail = trial@example.com\n');
	const project = {hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: []};
	write(join(home, '.claude.json'), {
		hasCompletedOnboarding: true,
		lastOnboardingVersion: '99.0.0',
		theme: 'dark',
		numStartups: 20,
		customApiKeyResponses: {approved: [KEY.slice(-20)], rejected: []},
		projects: Object.fromEntries(trusted.map(path => [path, project])),
	});
	write(
		join(home, '.codex', 'config.toml'),
		`model = "gpt-6-sol"
model_provider = "trial"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
check_for_update_on_startup = false
[model_providers.trial]
name = "trial"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "TRIAL_KEY"
[tui]
screen_reader_detection_done = true
[tui.model_availability_nux]
"gpt-6.1-sol" = 4
[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"
${trusted.map(path => `[projects.${JSON.stringify(path)}]\ntrust_level = "trusted"\n`).join('')}`,
	);
	write(join(home, '.gemini', 'settings.json'), {
		security: {auth: {selectedType: 'gemini-api-key'}},
		general: {disableAutoUpdate: true, enableAutoUpdate: false},
	});
	write(join(home, '.gemini', 'trustedFolders.json'), Object.fromEntries(trusted.map(path => [path, 'TRUST_FOLDER'])));
	write(join(home, '.config', 'opencode', 'opencode.json'), {
		model: 'trial/trial',
		small_model: 'trial/trial',
		autoupdate: false,
		share: 'disabled',
		permission: {bash: 'ask', edit: 'ask'},
		provider: {
			trial: {
				npm: '@ai-sdk/openai-compatible',
				name: 'Trial',
				options: {baseURL: `${url}/v1`, apiKey: KEY},
				models: {trial: {name: 'Trial', limit: {context: 128_000, output: 8192}}},
			},
		},
	});
};

/** What each agent is started with, so that it asks before it runs something. */
export const ARGS = {
	claude: ['--permission-mode', 'default'],
	qwen: ['--approval-mode', 'default'],
};

/** A world of its own: home, repository, squad's home, the environment that goes with them. */
export const furnish = (root, bin, url) => {
	const home = join(root, 'home');
	const repo = join(root, 'repo');
	const squadHome = join(root, 'squad');
	furnishHome(home, url, [repo, root, join(squadHome, 'worktrees')]);
	mkdirSync(repo, {recursive: true});
	writeFileSync(join(repo, 'README.md'), 'A repository for a trial.\n');
	const env = {
		PATH: `${bin}:${process.env.PATH}`,
		HOME: home,
		TMPDIR: join(root, 'tmp'),
		LANG: 'C.UTF-8',
		TERM: 'xterm-256color',
		SHELL: '/bin/sh',
		SQUAD_HOME: squadHome,
		SQUAD_TMUX_SOCKET: join(root, 'tmux.sock'),
		ANTHROPIC_BASE_URL: url,
		ANTHROPIC_API_KEY: KEY,
		DISABLE_AUTOUPDATER: '1',
		TRIAL_KEY: KEY,
		GEMINI_API_KEY: KEY,
		GOOGLE_GEMINI_BASE_URL: url,
		OPENAI_API_KEY: KEY,
		OPENAI_BASE_URL: `${url}/v1`,
		OPENAI_MODEL: 'trial',
	};
	mkdirSync(env.TMPDIR, {recursive: true});
	const git = (...args) => execFileSync('git', ['-C', repo, ...args], {env, stdio: 'ignore'});
	git('init', '-q', '-b', 'main');
	git('add', '-A');
	git('commit', '-qm', 'Begin');
	return {repo, env, socket: env.SQUAD_TMUX_SOCKET};
};
