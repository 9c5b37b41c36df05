/**
 * What an agent's hook runs: one line more in the file of this launch, and nothing else. No node, and one `cat` at
 * most: an agent waits for its hooks. It never fails, never says anything, and does nothing once the session's folder
 * is gone. Of what the agent tells it keeps the conversation's id and whether something still runs; prompts, commands
 * and answers are never written.
 *
 * $1 the file, $2 the event, $3 what the agent tells where that does not come on standard input.
 */
export const REPORT_SCRIPT = `exec 2>/dev/null
umask 077
LC_ALL=C
if [ $# -gt 2 ]; then said=$3; else said=$(cat); fi
[ -d "\${1%/*}" ] || exit 0
case $said in
*'"session_id":"'*) token=\${said#*'"session_id":"'} ;;
*'"thread-id":"'*) token=\${said#*'"thread-id":"'} ;;
*) token= ;;
esac
token=\${token%%'"'*}
case $token in *[!0-9A-Za-z_-]*) token= ;; esac
busy=false
case $said in *'"background_tasks":[{'*) busy=true ;; esac
line="{\\"event\\":\\"$2\\",\\"token\\":\\"$token\\",\\"busy\\":$busy}"
# What was told before a new prompt is of no use any more: so the file stays small.
case $2 in
UserPromptSubmit) printf '%s\\n' "$line" > "$1" ;;
*) printf '%s\\n' "$line" >> "$1" ;;
esac
exit 0
`;

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** The shell line for a hook. It is short, since some agents show it; without the script it does nothing. PURE. */
export const reportLine = (script: string, file: string, event: string): string =>
	`[ ! -f ${quoted(script)} ] || sh ${quoted(script)} ${quoted(file)} ${event}`;

/** The same for an agent that runs a program with its message as the last argument. PURE. */
export const reportArgv = (script: string, file: string, event: string): string[] => [
	'/bin/sh',
	'-c',
	'[ ! -f "$1" ] || sh "$@"',
	'squad',
	script,
	file,
	event,
];
