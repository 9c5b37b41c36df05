import {describe, expect, test} from 'vitest';
import type {Conversation} from '../../../../src/session/agents/agent.ts';
import {type Clues, exitToken, tokenFrom} from '../../../../src/session/conversation/token.ts';

const LAUNCH = 1_000_000;

const talk = (token: string, createdAt: number, modifiedAt = createdAt): Conversation => ({
	token,
	file: `/${token}`,
	modifiedAt: LAUNCH + modifiedAt,
	createdAt: LAUNCH + createdAt,
});

const MINE = talk('mine', 5000, 20_000);

const clues = (fields: Partial<Clues>): Clues => ({
	token: 'mine',
	reported: [],
	exited: null,
	conversations: [MINE],
	claimed: new Set(),
	alone: true,
	launchedAt: LAUNCH,
	createdAt: LAUNCH,
	...fields,
});

type Row = readonly [what: string, fields: Partial<Clues>, token: string | null];

const CLEARED = talk('cleared', 30_000, 40_000);

const ROWS: readonly Row[] = [
	['the one that was chosen at launch', {}, 'mine'],
	['what the hook names, after /clear', {reported: ['cleared', 'mine'], conversations: [CLEARED, MINE]}, 'cleared'],
	[
		'what the hook names, after /resume of an old one',
		{reported: ['old'], conversations: [MINE, talk('old', -90_000)]},
		'old',
	],
	['the one before, while nothing was said after /clear', {reported: ['cleared'], conversations: [MINE]}, 'mine'],
	['never a hidden thread without a file', {token: null, reported: ['title', 'mine']}, 'mine'],
	[
		'never another session’s, whatever the hook says',
		{reported: ['theirs'], conversations: [talk('theirs', 1), MINE], claimed: new Set(['theirs'])},
		'mine',
	],
	['what the agent named as it ended', {exited: 'cleared', conversations: [CLEARED, MINE]}, 'cleared'],
	['not what the screen names without a file', {exited: 'invented'}, 'mine'],
	['without hooks: the one that was begun when the known one was left', {conversations: [CLEARED, MINE]}, 'cleared'],
	['without hooks, in a shared place: the known one', {conversations: [CLEARED, MINE], alone: false}, 'mine'],
	['without hooks, two new ones: the known one', {conversations: [CLEARED, talk('more', 31_000), MINE]}, 'mine'],
	[
		'of two that are written to side by side, the known one',
		{conversations: [talk('beside', 10_000, 40_000), MINE]},
		'mine',
	],
	[
		'where the file system does not know when files were made, the known one',
		{conversations: [{...CLEARED, createdAt: undefined}, MINE]},
		'mine',
	],
	['one that is not known yet: the only new one', {token: null}, 'mine'],
	['not known, two new ones: nobody knows', {token: null, conversations: [talk('a', 1), talk('b', 2)]}, null],
	[
		'not known, two new ones, one of them another’s',
		{token: null, conversations: [talk('a', 1), talk('b', 2)], claimed: new Set(['a'])},
		'b',
	],
	['not known, only old ones', {token: null, conversations: [talk('old', -5000)]}, null],
	[
		'not known since --fresh: the one since then',
		{token: null, launchedAt: LAUNCH + 25_000, conversations: [CLEARED, MINE]},
		'cleared',
	],
	['where squad cannot look: what the hook names', {conversations: undefined, reported: ['told']}, 'told'],
	['where squad cannot look and nobody says: the known one', {conversations: undefined}, 'mine'],
	['where squad cannot look: never what the screen names', {conversations: undefined, exited: 'quoted'}, 'mine'],
];

describe('the conversation of a session', () => {
	test.each(ROWS)('%s', (_, fields, token) => {
		expect(tokenFrom(clues(fields))).toBe(token);
	});
});

test.each([
	[
		'Claude',
		['Resume this session with:', 'claude --resume 092cf92d-8b62-422c-b692-48eb854aff22'],
		'092cf92d-8b62-422c-b692-48eb854aff22',
	],
	[
		'Codex',
		['To continue this session, run codex resume 01a1eed5-73e9-72b0-9a7b-02e72e5d0121'],
		'01a1eed5-73e9-72b0-9a7b-02e72e5d0121',
	],
	['opencode', ['  Continue  opencode -s ses_e112d7e55ffe859O4sn0UPoh99', ''], 'ses_e112d7e55ffe859O4sn0UPoh99'],
	['the last of several', ['codex resume 11111111-aaaa', 'codex resume 22222222-bbbb'], '22222222-bbbb'],
	['nothing', ['bye'], null],
	['far above the end', ['codex resume 11111111-aaaa', ...Array.from({length: 20}, (_, at) => `line ${at}`)], null],
])('last words: %s', (_, lines, token) => {
	expect(exitToken(lines)).toBe(token);
});
