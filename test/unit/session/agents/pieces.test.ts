import {describe, expect, it} from 'vitest';
import {readScreen} from '../../../../src/session/agents/read-screen.ts';
import {screenOf} from '../../../../src/session/agents/screen.ts';
import {agentLike} from '../../../../src/session/agents/table.ts';

/** Pieces of screens without a title: a status line, a dialog, a prompt alone. Drawn by hand after the forms that the agents use. */
const RULE = '─'.repeat(50);
const box = (text: string): string =>
	[`╭${RULE}╮`, ...text.split('\n').map(line => `│ ${line.padEnd(49)}│`), `╰${RULE}╯`].join('\n');

const read = (name: string, text: string, title = '') => {
	const agent = agentLike(name) ?? agentLike('stranger', {stranger: {}});
	if (agent === undefined) throw new Error(name);
	return readScreen(agent, screenOf(text.split('\n'), title));
};

const PIECES: readonly (readonly [agent: string, activity: string, piece: string])[] = [
	['claude', 'active', `✽ Sorting… (12s · ↑ 340 tokens · esc to interrupt)\n\n${box('> ')}`],
	['claude', 'active', '⏺ Bash(npm test)\n  ⎿  Running… (3s)\n     (ctrl+b to run in background)'],
	['claude', 'active', `✶ Mending… (2m 3s · ↓ 3.1k tokens)\n  ⎿  ☒ Read it\n     ☐ Mend it\n\n${RULE}\n> \n${RULE}`],
	[
		'claude',
		'asking',
		'│ Do you want to proceed?      │\n│ ❯ 1. Yes                     │\n│   2. No (esc)                │',
	],
	['claude', 'asking', 'Do you want to write notes.md?\n  1. Yes\n  2. No'],
	['claude', 'idle', box('> ')],
	[
		'claude',
		'idle',
		`${box('✻ Welcome back\n\n  /help for help')}\n\n${box('> Try "edit a file"')}\n  ? for shortcuts`,
	],
	['claude', 'idle', `  ⎿  Interrupted · what now?\n\n${RULE}\n❯ \n${RULE}`],
	['codex', 'active', '• Working (0s • esc to interrupt)\n\n\n› Explain this\n\n  ? for shortcuts'],
	['codex', 'active', '• Ran ls\n\n› one more thing\n\n  tab to queue message        90% context left'],
	['codex', 'asking', 'Allow command?\n\n▌ Yes (y)   Always (a)   No (n)\n  Approve and run the command'],
	['codex', 'asking', '▌Allow command?\n▌\n▌▷ Yes   Always   No, provide feedback'],
	[
		'codex',
		'asking',
		'  Enable full access?\n\n› 1. Yes, go on\n  2. Cancel\n\n  Press enter to confirm or esc to go back',
	],
	[
		'codex',
		'idle',
		'  Select a model\n\n› 1. small (current)\n  2. large\n\n  Press enter to confirm or esc to go back',
	],
	['codex', 'idle', '› \n\n  ? for shortcuts                      100% context left'],
	['codex', 'idle', '› see\n\n  / for commands         ! for shell\n  @ for paths            ctrl + c to exit'],
	['codex', 'idle', '› what is\n  this? (y/n)\n  ❯ 1. Yes\n  esc to interrupt\n\n  100% context left'],
	['codex', 'idle', '• Done.\n\n\n› Explain this\n\n  gpt-5 · ~/depot'],
	['codex', 'unknown', '• The first thing that I would change is how the\n\n\n› Explain this\n\n  gpt-5 · ~/depot'],
	['gemini', 'active', ' ⠋A tip that stands right (esc to ca\n──────────────────\n > '],
	['gemini', 'active', 'esc to cancel'],
	[
		'gemini',
		'asking',
		'│ 3. Modify it               │\n│ 4. No, suggest changes (esc) │\n╰──────────────────────────────╯',
	],
	[
		'gemini',
		'asking',
		box('Who counts?\n\n● 1. Nora\n  2. Ivo\n\nEnter to submit · Tab/Shift+Tab to switch questions · Esc to cancel'),
	],
	['opencode', 'active', '⬝⬝⬝■■■  esc interrupt    ctrl+p commands'],
	['opencode', 'asking', '△ Permission required'],
	['opencode', 'idle', 'tab agents  ctrl+p commands'],
	['copilot', 'active', 'Reading (esc to cancel)'],
	['copilot', 'idle', ` Agents\n\n None yet.\n\n n new agent · ? learn more · esc cancel\n${RULE}`],
	['amp', 'active', `  ⠋ Running tools\n${box('')}\n  Esc to cancel`],
	['amp', 'asking', 'Run this?\n\nrm -rf build\n\n▸ Approve\n  Allow all\n  Deny with feedback'],
	['kiro', 'asking', 'Allow this? Use t to trust it. [y/n/t]:\n\n> '],
	['kiro', 'idle', '[default] 5% !> '],
	['droid', 'idle', `  Auto (Off) - all actions require approval\n${box('> Try "mend it"')}\n  ? for help`],
	['droid', 'asking', '> Yes, allow\n  Yes, and always allow\n  No, cancel'],
	['crush', 'active', '  Working...\n\n  > \n  ::: \n\n  esc cancel • tab focus chat • ctrl+c quit'],
	['auggie', 'asking', 'Tool approval\n\nnpm test\n\n[A] Allow once  [Y] Always allow  [D] Deny'],
	['kimi', 'idle', 'me@depot💫 '],
	['cline', 'active', ` ⠧ Here is the overview.\n\n   one line\n\n\n${RULE}\n❯ Ask anything\n${RULE}\n depot`],
	['stranger', 'active', 'Running tools…  Esc to cancel'],
	['stranger', 'asking', 'Permission needed\n\n  [1] Allow\n  [2] Deny'],
	['stranger', 'asking', 'Approve? (a)ccept / (r)eject'],
	['stranger', 'asking', '? Select a template › - Use arrow-keys. Return to submit.\n❯   basic\n    full'],
	['stranger', 'unknown', 'Two ways are open:\n\n  1. Move them at night\n  2. Rent another bay'],
];

describe('a piece of a screen, without a title', () => {
	it.each(PIECES.map(([name, activity, text]) => ({name, activity, text})))(
		'$name is $activity: $text',
		({name, activity, text}) => {
			expect(read(name, text)).toMatchObject({activity});
		},
	);
});

const QUOTED = `  ${box('Do you want to proceed?\n❯ 1. Yes\n  2. No (esc)').replaceAll('\n', '\n  ')}\n\n  ⠋ Thinking... (esc to cancel, 12s)\n  ✶ Baking… (8s · esc to interrupt)\n\n  It has been closed since.\n`;

describe('a screen that somebody quotes, its beginning out of sight', () => {
	it.each([
		['claude', `${RULE}\n> \n${RULE}\n  ? for shortcuts`],
		['claude', `${box('> ')}\n  ? for shortcuts`],
		['codex', '\n› Explain this\n\n  gpt-5 · ~/depot'],
		['kimi', `${box('> ')}\n depot  ctrl+c: quit`],
	])('%s is at rest', (name, prompt) => {
		expect(read(name, `${QUOTED}\n${prompt}`, 'depot')).toMatchObject({activity: 'idle'});
	});
});

it('a turn of Claude Code without the end that the one before it has may go on', () => {
	const turns = '❯ count\n\n● All is counted.\n\n✻ Sorted for 3s · done 4:24 PM\n\n❯ count again\n\n● The first bay';
	const text = `${turns}\n\n${RULE}\n❯ one more thing\n${RULE}`;
	expect(read('claude', text).activity).toBe('unknown');
	expect(read('claude', text, '✳ Claude Code').activity).toBe('idle');
});
