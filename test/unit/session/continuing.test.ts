import {describe, expect, test} from 'vitest';
import type {Agent, Conversation} from '../../../src/session/agents/agent.ts';
import {agentNamed} from '../../../src/session/agents/table.ts';
import {continuing, freshStart, type Known, type Start, withToken} from '../../../src/session/continuing.ts';

const agent = (fields: Partial<Agent> = {}): Agent => ({
	...(agentNamed('mybot', {mybot: {}}) as Agent),
	continueArgs: ['-c'],
	sessionIdArgs: ['--session-id', '{token}'],
	resumeArgs: ['--resume={token}'],
	supportsResume: true,
	...fields,
});

const talk = (token: string): Conversation => ({token, file: `/${token}`, modifiedAt: 0});

const known = (fields: Partial<Known> = {}): Known => ({
	agent: agent(),
	token: 'mine',
	prompted: true,
	conversations: [talk('mine')],
	alone: true,
	ownPlace: true,
	...fields,
});

const LATEST: Partial<Start> = {how: 'latest', args: ['-c']};
const BY_TOKEN: Partial<Start> = {how: 'token', args: ['--resume=mine']};
const FRESH: Partial<Start> = {how: 'fresh', args: ['--session-id', 'mine']};
const IMPOSSIBLE: Partial<Start> = {how: 'impossible'};

const LEARNT = {token: null, agent: agent({sessionIdArgs: []})};

type Row = readonly [what: string, Partial<Known>, Partial<Start>];

const SEEN: readonly Row[] = [
	['its own is the newest: the latest', {}, LATEST],
	['its own is the newest of several: the latest', {conversations: [talk('mine'), talk('old')]}, LATEST],
	['somebody’s is newer: its own by token', {conversations: [talk('other'), talk('mine')]}, BY_TOKEN],
	['another session works there: its own by token', {alone: false}, BY_TOKEN],
	['it cannot continue the latest: its own by token', {agent: agent({continueArgs: []})}, BY_TOKEN],
	['there is none, and it was never prompted: a fresh one', {conversations: [], prompted: false}, FRESH],
	['there is none, though it was prompted: refused', {conversations: []}, IMPOSSIBLE],
	['only somebody else’s are there: refused', {conversations: [talk('other')], alone: false}, IMPOSSIBLE],
	['only others’ are there, though nobody works there now: refused', {conversations: [talk('other')]}, IMPOSSIBLE],
	[
		'only others’ are there, and it was never prompted: a fresh one',
		{conversations: [talk('other')], prompted: false},
		FRESH,
	],
	[
		'somebody’s is newer, and it cannot be told which: refused',
		{conversations: [talk('other'), talk('mine')], agent: agent({resumeArgs: []})},
		IMPOSSIBLE,
	],
];

describe('where squad can look at the conversations', () => {
	test.each(SEEN)('%s', (_, fields, start) => {
		expect(continuing(known(fields))).toMatchObject(start);
	});

	test('an agent that chose its id itself and works alone continues the latest, and squad learns the id', () => {
		expect(continuing(known({...LEARNT, conversations: [talk('new')]}))).toEqual({
			how: 'latest',
			args: ['-c'],
			token: 'new',
		});
	});
});

const UNSEEN: readonly Row[] = [
	['it works alone: the latest', {}, LATEST],
	['another works there too: by token', {alone: false}, BY_TOKEN],
	['another works there too, and the token is not known: refused', {alone: false, token: null}, IMPOSSIBLE],
	[
		'another works there too, and it takes no token: refused',
		{alone: false, agent: agent({resumeArgs: []})},
		IMPOSSIBLE,
	],
	['it works alone and only knows tokens: by token', {agent: agent({continueArgs: []})}, BY_TOKEN],
];

describe('where squad cannot look', () => {
	test.each(UNSEEN)('%s', (_, fields, start) => {
		expect(continuing(known({...fields, conversations: undefined}))).toMatchObject(start);
	});

	test('the reason for a refusal is the true one', () => {
		const start = continuing(known({conversations: undefined, token: null, agent: agent({continueArgs: []})}));
		expect(start).toMatchObject({how: 'impossible', why: expect.not.stringContaining('another session')});
	});
});

describe('an agent that cannot continue', () => {
	const cannot = agent({supportsResume: false});
	test('is refused once it was prompted', () => {
		expect(continuing(known({agent: cannot}))).toMatchObject({
			how: 'impossible',
			why: expect.stringContaining('mybot'),
		});
	});

	test('starts afresh as long as nobody said anything', () => {
		expect(continuing(known({agent: cannot, prompted: false}))).toMatchObject(FRESH);
	});
});

test.each([
	['an id of squad’s choice', agent(), 'abc', ['--session-id', 'abc'], 'abc'],
	['its own id, when it takes none', agent({sessionIdArgs: []}), 'abc', [], null],
	['no id, when there is none', agent(), null, [], null],
])('a fresh conversation gets %s', (_, one, token, args, kept) => {
	expect(freshStart(one, token)).toEqual({how: 'fresh', args, token: kept});
});

test('a token takes its place wherever it stands, as it is', () => {
	expect(withToken(['--a={token},{token}', '{token}', 'x'], '$&$1')).toEqual(['--a=$&$1,$&$1', '$&$1', 'x']);
});
