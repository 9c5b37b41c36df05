import type {Found} from '../../../session/found.ts';
import {tilde} from '../../print.ts';
import type {Say} from '../keys/keymap.ts';
import {wrap} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';

/** A line that is longer is hard to read, however wide the screen is. */
const WIDEST = 76;

/** The first screen ever: what to do next, a line each. PURE. */
export const welcomeContent = (
	{repository, agents}: Found,
	columns: number,
	{paint}: Theme,
	{home, say}: {home: string | undefined; say: Say},
): readonly string[] => {
	const width = Math.min(WIDEST, columns - 8);
	const next: readonly (readonly [string, string])[] = [
		repository === null
			? ['{new}', 'starts a session. This is no git repository: the form asks for one, or takes a directory as it is']
			: ['{new}', `starts an agent in ${tilde(repository, home)}, in a worktree and a branch of its own`],
		['{demo}', 'shows everything in a minute, with three demo agents in a throw-away place'],
		['{help}', 'lists all keys'],
		['{quit}', 'leaves; agents go on without squad'],
	];
	const found =
		agents.length > 0
			? `Agents found: ${agents.join(', ')}.`
			: 'No agent is installed yet (Claude Code, Codex, Gemini, opencode …). The agent “demo” is built in and needs no account.';
	return [
		'',
		`  ${paint('bold', 'No sessions yet.')}`,
		'',
		...next.flatMap(([key, text]) => {
			const lines = wrap(text, width);
			return lines.map((line, at) => (at === 0 ? `  ${paint('key', say(key))}  ${line}` : `     ${line}`));
		}),
		'',
		...wrap(found, width).map(line => `  ${paint(agents.length > 0 ? 'dim' : 'paused', line)}`),
	];
};
