import {describe, expect, test} from 'vitest';
import type {Activity, Reading} from '../../../../src/session/agents/agent.ts';
import {type Evidence, freshest} from '../../../../src/session/hooks/freshest.ts';
import type {HookReport} from '../../../../src/session/hooks/report.ts';

const SECOND = 1_795_000_000;

const screen = (activity: Activity) =>
	({activity, rule: `claude: ${activity} screen`, line: 'a line', question: null}) as Reading;

const report = (event: string, at: number, fields: Partial<HookReport> = {}): HookReport => ({
	event,
	token: 'mine',
	busy: false,
	at: at * 1000,
	...fields,
});

const decide = (fields: Partial<Evidence>) =>
	freshest({
		agent: 'claude',
		screen: screen('idle'),
		wroteAt: SECOND,
		report: undefined,
		token: 'mine',
		now: (SECOND + 10) * 1000,
		...fields,
	});

type Row = readonly [what: string, fields: Partial<Evidence>, activity: Activity];

const ROWS: readonly Row[] = [
	['without a report the screen decides', {}, 'idle'],
	[
		'a report that is older than the screen’s own evidence loses',
		{report: report('UserPromptSubmit', SECOND - 1)},
		'idle',
	],
	[
		'Esc while it works fires nothing: the prompt that came back wins',
		{report: report('PostToolUse', SECOND - 600)},
		'idle',
	],
	[
		'No to a permission fires nothing: the prompt that came back wins',
		{report: report('PermissionRequest', SECOND - 3)},
		'idle',
	],
	[
		'a retry fires nothing: the spinner wins',
		{screen: screen('active'), report: report('StopFailure', SECOND - 3)},
		'active',
	],
	[
		'Yes to a permission fires nothing until the tool ends: the spinner wins',
		{screen: screen('active'), report: report('PermissionRequest', SECOND - 1)},
		'active',
	],
	[
		'within the same second nobody knows which came first: the screen wins',
		{report: report('UserPromptSubmit', SECOND + 0.9)},
		'idle',
	],
	['a report that is newer than the screen wins', {report: report('UserPromptSubmit', SECOND + 1.2)}, 'active'],
	['asking, too', {screen: screen('active'), report: report('PermissionRequest', SECOND + 2)}, 'asking'],
	['idle, too', {screen: screen('active'), report: report('Stop', SECOND + 2)}, 'idle'],
	[
		'a turn that is over is no rest while something runs behind it',
		{screen: screen('active'), report: report('Stop', SECOND + 2, {busy: true})},
		'active',
	],
	['an event that says nothing about it changes nothing', {report: report('SessionStart', SECOND + 2)}, 'idle'],
	[
		'on a screen that says nothing a recent report decides',
		{screen: screen('unknown'), report: report('UserPromptSubmit', SECOND - 20)},
		'active',
	],
	[
		'on a screen that says nothing a hook that went silent decides nothing',
		{screen: screen('unknown'), report: report('UserPromptSubmit', SECOND - 120)},
		'unknown',
	],
	[
		'on a screen that has not changed since, however long, the report decides',
		{screen: screen('unknown'), report: report('Stop', SECOND + 2), now: (SECOND + 9999) * 1000},
		'idle',
	],
	[
		'Codex speaks for its hidden threads: only the session’s own counts',
		{agent: 'codex', screen: screen('active'), report: report('agent-turn-complete', SECOND + 2, {token: 'title'})},
		'active',
	],
	[
		'Codex’s word for the session’s own thread counts',
		{agent: 'codex', screen: screen('active'), report: report('agent-turn-complete', SECOND + 2)},
		'idle',
	],
	[
		'and nobody’s counts while its own is not known',
		{agent: 'codex', screen: screen('active'), report: report('agent-turn-complete', SECOND + 2), token: null},
		'active',
	],
];

describe('hook and screen', () => {
	test.each(ROWS)('%s', (_, fields, activity) => {
		expect(decide(fields).activity).toBe(activity);
	});

	test('says what it rests on', () => {
		expect(decide({report: report('UserPromptSubmit', SECOND + 2)})).toMatchObject({
			rule: 'claude: hook UserPromptSubmit',
			source: 'hook',
			line: null,
		});
		expect(decide({report: report('UserPromptSubmit', SECOND - 2)}).source).not.toBe('hook');
	});
});
