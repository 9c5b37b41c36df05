// The smallest program that squad can take for an agent: it shows a prompt and reads lines. A hundred of them cost nothing.

/**
 * A new conversation has something to scroll back to; a continued one only shows its prompt again. `ask` makes it ask,
 * `work` makes it work until the next line, `talk` makes it print ten lines a second until its terminal is closed.
 */
export const agentScript = `#!/bin/sh
if [ "\${1:-}" != -c ]; then
	line=0
	while [ "$line" -lt 500 ]; do
		line=$((line + 1))
		printf '\\033[3%dm%s\\033[0m some words that the agent said before\\n' "$((line % 8))" "$line"
	done
fi
printf '> '
while read -r words; do
	case $words in
	ask) printf 'really do it? [Y/n] ' ;;
	work)
		printf 'working on it\\n'
		read -r words
		printf '\\033[H\\033[2Jdid it\\n> '
		;;
	talk) exec perl -e '$| = 1; while (1) { print "working on line ", $n++, "\\n"; select undef, undef, undef, 0.1 }' ;;
	*) printf 'did %s\\n> ' "$words" ;;
	esac
done
`;

/** squad's settings, with this agent in them. */
export const CONFIG = command => ({
	defaultAgent: 'tiny',
	agents: {
		tiny: {
			command,
			continueArgs: ['-c'],
			patterns: {asking: ['\\[Y/n\\]\\s*$'], active: ['^working on'], idle: ['^>']},
		},
	},
});
