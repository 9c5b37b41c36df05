/**
 * What an agent must not inherit. The marks of another agent stop transcripts from being written, those of git would
 * point it at another repository, npm's come from `npm start`, and cloud credentials are nobody's business.
 */
const NEVER: readonly RegExp[] = [
	/^CLAUDECODE$/,
	/^CLAUDE_CODE_/,
	/^TMUX/,
	/^SQUAD_(?!DEMO_)/,
	/^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|PREFIX|NAMESPACE|CONFIG_(PARAMETERS|COUNT|KEY_.*|VALUE_.*))$/,
	/^npm_/,
	/^INIT_CWD$/,
	/^(AWS|AZURE|CLOUDSDK|GCLOUD|GCP|ALIBABA_CLOUD|DIGITALOCEAN)_/,
	/^GOOGLE_APPLICATION_CREDENTIALS$/,
	/^(TERM|TERM_PROGRAM|TERM_PROGRAM_VERSION|COLUMNS|LINES|PWD|OLDPWD|SHLVL|_)$/,
];

/** tmux takes variables over by name, so a name must be a plain word. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The environment of everything in a session. PURE. */
export const agentEnvironment = (
	caller: NodeJS.ProcessEnv,
	agent: Readonly<Record<string, string>>,
	squad: Readonly<Record<string, string>>,
): Record<string, string> => {
	const inherited = Object.entries(caller).filter(
		(entry): entry is [string, string] =>
			entry[1] !== undefined && PLAIN_NAME.test(entry[0]) && !NEVER.some(name => name.test(entry[0])),
	);
	return {...Object.fromEntries(inherited), ...agent, ...squad};
};
