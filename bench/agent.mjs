// The smallest program that squad can take for an agent: it shows a prompt and reads lines. Twenty of them cost nothing.

/** A new conversation has something to scroll back to; a continued one only shows its prompt again. */
export const agentScript = `#!/bin/sh
if [ "\${1:-}" != -c ]; then
	line=0
	while [ "$line" -lt 500 ]; do
		line=$((line + 1))
		printf '\\033[3%dm%s\\033[0m some words that the agent said before\\n' "$((line % 8))" "$line"
	done
fi
printf '> '
while read -r words; do printf 'did %s\\n> ' "$words"; done
`;

/** squad's settings, with this agent in them. */
export const CONFIG = command => ({
	defaultAgent: 'tiny',
	agents: {tiny: {command, continueArgs: ['-c'], patterns: {idle: ['^>']}}},
});
