/**
 * What nothing in a session may inherit. The marks of another agent stop transcripts from being written, those of git
 * would point it at another repository, npm's come from `npm start`, and the last ones belong to the caller's terminal.
 */
const NEVER: readonly RegExp[] = [
	/^CLAUDECODE$/,
	/^CLAUDE_CODE_/,
	/^TMUX/,
	/^SQUAD_(?!DEMO_)/,
	/^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|PREFIX|NAMESPACE|CONFIG_(PARAMETERS|COUNT|KEY_.*|VALUE_.*))$/,
	/^npm_/,
	/^INIT_CWD$/,
	/^(TERM|TERM_PROGRAM|TERM_PROGRAM_VERSION|COLUMNS|LINES|PWD|OLDPWD|SHLVL|_)$/,
];

/** Cloud credentials are no agent's business, unless its user says so in `environment.allow`. */
const CREDENTIALS: readonly RegExp[] = [
	/^(AWS|AMAZON|AZURE|ARM|CLOUDSDK|GCLOUD|GCP|OCI|IBMCLOUD|ALIBABA_CLOUD|ALICLOUD|DIGITALOCEAN|HCLOUD|LINODE|SCW|VULTR)_/,
	/^GOOGLE_(APPLICATION_CREDENTIALS|CREDENTIALS|OAUTH_ACCESS_TOKEN|IMPERSONATE_SERVICE_ACCOUNT)$/,
	/^(CLOUDFLARE|CF)_API_(KEY|TOKEN)$/,
	/^(VAULT|CONSUL_HTTP|NOMAD)_TOKEN$/,
];

/** tmux takes variables over by name, so a name must be a plain word. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The settings `environment.deny` and `environment.allow`. */
export type Passing = {readonly deny: readonly string[]; readonly allow: readonly string[]};

/** Without case: `aws_profile` is as much of a credential as `AWS_PROFILE`, and so are settings. */
const matches = (patterns: readonly string[], name: string): boolean =>
	patterns.some(pattern => new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 'i').test(name));

/** Whether a variable of the caller's reaches what runs in a session: `deny` beats `allow`, which beats the built-in list. PURE. */
const passes = (name: string, {deny, allow}: Passing): boolean =>
	PLAIN_NAME.test(name) &&
	!NEVER.some(one => one.test(name)) &&
	!matches(deny, name) &&
	(matches(allow, name) || !CREDENTIALS.some(one => one.test(name.toUpperCase())));

/** The environment of everything in a session. PURE. */
export const agentEnvironment = (
	caller: NodeJS.ProcessEnv,
	agent: Readonly<Record<string, string>>,
	squad: Readonly<Record<string, string>>,
	passing: Passing = {deny: [], allow: []},
): Record<string, string> => {
	const inherited = Object.entries(caller).filter(
		(entry): entry is [string, string] => entry[1] !== undefined && passes(entry[0], passing),
	);
	return {...Object.fromEntries(inherited), ...agent, ...squad};
};
