/** Under this line a restarted worker's own output begins; what is above it is history. */
export const RESUMED_LINE = '── squad: resumed ';

/**
 * What runs in every pane. It stays as the parent: tmux lets a stopped child of its own go on at once, so only a
 * grandchild can be frozen. Nothing is ever put together into shell text: every word comes as an argument. The dot guards
 * the line ends of the prompt, which `$(…)` would drop.
 *
 * $1 the saved screen or "", $2 the line under it, $3 the file with the prompt or "", $4 the file that gets the exit
 * code (tmux sometimes misses it), then the command, in which {prompt} stands for the prompt file's content.
 */
const SCRIPT = `
[ -z "$1" ] || { cat -- "$1"; printf '\\033[0m\\033[2m%s\\033[0m\\n' "$2"; }
squad_prompt=
[ -z "$3" ] || { squad_prompt=$(cat -- "$3"; echo .); squad_prompt=\${squad_prompt%.}; }
squad_prompt_file=$3
squad_exit_file=$4
rm -f -- "$4"
shift 4
squad_left=$#
while [ "$squad_left" -gt 0 ]; do
	squad_rest=$1
	squad_word=
	shift
	while [ -n "$squad_prompt_file" ]; do
		case $squad_rest in
		*"{prompt}"*) squad_word=$squad_word\${squad_rest%%"{prompt}"*}$squad_prompt; squad_rest=\${squad_rest#*"{prompt}"} ;;
		*) break ;;
		esac
	done
	set -- "$@" "$squad_word$squad_rest"
	squad_left=$((squad_left - 1))
done
unset TMUX TMUX_PANE TMUX_TMPDIR squad_prompt squad_word squad_left squad_rest squad_prompt_file
trap : INT QUIT TSTP
"$@"
squad_exit_code=$?
(umask 077; echo "$squad_exit_code" > "$squad_exit_file")
exit "$squad_exit_code"
`;

export type Launch = {
	readonly command: readonly string[];
	/** A file with what the worker showed before; printed above its new output. */
	readonly savedScreen?: string;
	/** A file that holds the first prompt: longer than what tmux takes in a command. */
	readonly promptFile?: string;
	readonly resumedAt?: string;
	readonly exitFile: string;
};

/** The argument vector for a tmux window. PURE. */
export const launchArgv = ({
	command,
	savedScreen = '',
	promptFile = '',
	resumedAt = '',
	exitFile,
}: Launch): string[] => [
	'/bin/sh',
	'-c',
	SCRIPT,
	'squad',
	savedScreen,
	`${RESUMED_LINE}${resumedAt} ──`,
	promptFile,
	exitFile,
	...command,
];

/** The lines of a screen that the worker itself wrote since it was last started. PURE. */
export const sinceResumed = (lines: readonly string[]): readonly string[] => {
	const at = lines.findLastIndex(line => line.startsWith(RESUMED_LINE));
	return at === -1 ? lines : lines.slice(at + 1);
};
