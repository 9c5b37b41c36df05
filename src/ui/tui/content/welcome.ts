import type {Found} from '../../../session/found.ts';
import {wrap} from '../cells.ts';
import type {Theme} from '../theme.ts';

/** The first screen ever: what to do next, a line each. PURE. */
export const welcomeContent = ({repository, agents}: Found, columns: number, {paint}: Theme): readonly string[] => {
	const next: readonly (readonly [string, string])[] = [
		repository === null
			? ['n', 'starts a session; this is not a git repository, so choose one in the form (or a directory as it is)']
			: ['n', `starts a session in ${repository}: its own worktree, its own branch`],
		['D', 'shows everything in a minute with three demo agents, in a throw-away place'],
		['?', 'all keys'],
	];
	const found =
		agents.length > 0
			? `agents found: ${agents.join(', ')}`
			: 'no agent found: install one (Claude Code, Codex, Gemini, opencode …), or try with the agent “demo”';
	return [
		paint('bold', ' No sessions yet.'),
		'',
		...next.flatMap(([key, text]) => {
			const lines = wrap(text, columns - 6);
			return lines.map((line, at) => (at === 0 ? ` ${paint('key', key)}  ${line}` : `    ${line}`));
		}),
		'',
		...wrap(found, columns - 2).map(line => ` ${paint(agents.length > 0 ? 'dim' : 'paused', line)}`),
	];
};
