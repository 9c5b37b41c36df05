import {describe, expect, it} from 'vitest';
import {readScreen} from '../../../../src/session/agents/read-screen.ts';
import {screenOf} from '../../../../src/session/agents/screen.ts';
import {agentLike} from '../../../../src/session/agents/table.ts';

/** Drawn after what is publicly known of these agents' screens, in our own words. None of them has rules of its own for this. */
const box = (...inside: string[]): string =>
	[`╭${'─'.repeat(58)}╮`, ...inside.map(text => `│ ${text.padEnd(57)}│`), `╰${'─'.repeat(58)}╯`].join('\n');

const read = (name: string, text: string, title: string) => {
	const agent = agentLike(name) ?? agentLike('stranger', {stranger: {}});
	if (agent === undefined) throw new Error(name);
	return readScreen(agent, screenOf(text.split('\n'), title));
};

const CASES: readonly (readonly [agent: string, activity: string, screen: string, title?: string])[] = [
	['droid', 'active', `⠹ Thinking about it (esc to stop)\n\n${box('> ')}\n  model · auto`],
	[
		'droid',
		'asking',
		'EXECUTE rm -rf build\n\n> Yes, allow\n  Yes, always allow\n  No, cancel\n\nUse ↑↓ to navigate, Enter to select, Esc to cancel',
	],
	['droid', 'idle', `⛬ All tests pass.\n\n${box('> Try "fix the tests"')}\n  ? for help`],
	['kimi', 'active', '● Reading the parser\n\n🌔\n'],
	['kimi', 'active', `⠼ Using Shell (npm test)\n\n${box('')}\n  context: 3%`],
	[
		'kimi',
		'asking',
		'▶ Run this command?\n  npm publish\n\n→ 1. Approve once\n  2. Approve for this session\n  3. Reject\n\n  ↑/↓ select · 1/2/3 choose · ↵ confirm',
	],
	[
		'grok',
		'active',
		`⠧ Waiting on subagent… 2.8s          13s ⇣29.7k [stop]\n\n${box('❯ ')}\n  Esc:cancel │ Ctrl+x:shortcuts`,
	],
	[
		'grok',
		'asking',
		'┃  Run npm publish?\n┃\n┃  1 (●) Yes, proceed\n┃  2 (○) Yes, always\n┃  3 (○) No, reject\n\n1/3:select │ Ctrl+o:yolo │ Ctrl+c:cancel',
	],
	['grok', 'asking', 'nothing to see', '⚠ Action Required - grok'],
	['kiro', 'active', '⠋ Kiro is working · esc to cancel\n\n>'],
	[
		'kiro',
		'asking',
		'Shell: npm test\n\nshell requires approval\n❯ Yes, single permission\n  Trust, always allow in this session\n  No\n\nesc to cancel · ↑↓ navigate · enter select',
	],
	['crush', 'idle', `  Done.\n\n${box('> Ready for instructions')}\n  tab focus chat · ctrl+p commands · ctrl+c quit`],
	['goose', 'active', '◒  Consulting the geese...  (Ctrl+C to interrupt)'],
	[
		'goose',
		'asking',
		'◆  Goose would like to call the above tool, do you allow?\n│  ● Allow\n│  ○ Always Allow\n│  ○ Deny\n└',
	],
	['vibe', 'active', `⠦ Pondering… (12s esc to interrupt)\n${box('> ')}`],
	['openhands', 'asking', 'Agent wants to run: ls\n\nConfirm? (y/n)'],
	['cursor', 'active', ' ⬢ Generating.  1.2k tokens\n\n  → Add a follow-up      ctrl+c to stop'],
	[
		'cursor',
		'asking',
		' Run this command?\n Not in allowlist: npm\n  → Run (once) (y) (enter)\n    Add Shell(npm) to allowlist? (tab)\n    Skip (esc or n)',
	],
	[
		'cursor',
		'idle',
		`  I changed the parser.\n\n${box('→ Add a follow-up')}\n  Auto · 12%                      / commands · @ files`,
	],
	['aider', 'active', '> fix it\n\n░█ Waiting for sonnet'],
	['aider', 'asking', "Add parser.py to the chat? (Y)es/(N)o/(A)ll/(S)kip all/(D)on't ask again [Yes]:"],
	['amp', 'asking', `${box('')}\n`.replace('╰──', '╰ waiting for approval ')],
	['nobody', 'active', '[3/7] compiling… (12s)\n'],
	['nobody', 'asking', 'The file exists. Overwrite? [y/N]'],
	['nobody', 'asking', '書き込みますか？\n❯ 1. はい\n  2. いいえ'],
	['nobody', 'active', '✻ 考え中… (12s · ↓ 40 tokens)\n\n────────────\n❯ \n────────────'],
	['nobody', 'unknown', '> fix it\n\nI will change the parser so that it reads every line.'],
	['nobody', 'unknown', 'compiling src/main.c'],
];

describe('an agent without rules for it', () => {
	it.each(CASES.map(([name, activity, text, title = '']) => ({name, activity, text, title})))(
		'$name is $activity: $text',
		({name, activity, text, title}) => {
			expect(read(name, text, title)).toMatchObject({activity});
		},
	);
});

const RULE = '─'.repeat(60);
const AT_REST = `${RULE}\n❯ \n${RULE}\n  ? for shortcuts`;
const SPINNER = '✻ Mulling… (3s · ↓ 12 tokens · esc to interrupt)';
const QUESTION = ' Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel · Tab to amend';

describe('what must not fool it', () => {
	it.each([
		['cues quoted in an answer', 'idle', `● It says:\n    ${SPINNER}\n    ❯ 1. Yes\n    2. No\n\n${AT_REST}`],
		[
			'cues in a diff',
			'idle',
			`● Update(a.ts)\n  ⎿  Updated\n       12 +  'esc to interrupt',\n       13 -  '${SPINNER}',\n\n${AT_REST}`,
		],
		['a stale spinner further up', 'idle', `${SPINNER}\n\n● Done.\n\n✻ Cooked for 6s\n\n${AT_REST}`],
		['a stale question further up', 'idle', `${QUESTION}\n\n● Done.\n\n${AT_REST}`],
		['a dialog below a spinner', 'asking', `${SPINNER}\n\n${RULE}\n Bash command\n\n   rm -rf build\n\n${QUESTION}`],
		[
			'text that was typed and not sent',
			'idle',
			`● Done.\n\n${RULE}\n❯ esc to interrupt? 1. Yes (3s · thinking…)\n${RULE}`,
		],
		['a message that waits in the queue', 'active', `${SPINNER}\n\n❯ and then the tests\n\n${AT_REST}`],
		[
			'a status line that wraps',
			'active',
			`✻ Reticulating the many splines of this\n  repository… (1m 3s · ↓ 1.2k\n  tokens)\n\n${AT_REST}`,
		],
		['a tip below the status line', 'active', `${SPINNER}\n  ⎿  Tip: press esc twice to rewind\n\n${AT_REST}`],
		[
			'a menu that the user opened',
			'idle',
			`${'▔'.repeat(60)}\n   Select model\n\n   ❯ 1. Default ✔\n     2. Opus\n\n   Enter to set as default · Esc to cancel`,
		],
		['another theme’s colours', 'active', `\x1b[38;5;174m${SPINNER}\x1b[39m\n\n${AT_REST}`],
	])('%s', (_, activity, text) => {
		expect(read('claude', text ?? '', '✳ Claude Code')).toMatchObject({activity});
	});
});
