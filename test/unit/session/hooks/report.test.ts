import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {readReport, reportedTokens} from '../../../../src/session/hooks/report.ts';
import {REPORT_SCRIPT, reportArgv, reportLine} from '../../../../src/session/hooks/report-script.ts';

/** A folder with a name that a shell would misread. */
const lab = () => {
	const root = mkdtempSync(join(tmpdir(), 'sq it\'s $(a) "hook" '));
	const script = join(root, 'report.sh');
	const file = join(root, '3.jsonl');
	writeFileSync(script, REPORT_SCRIPT);
	const run = (event: string, input: string) =>
		spawnSync('sh', ['-c', reportLine(script, file, event)], {input, encoding: 'utf8'});
	return {root, script, file, run, [Symbol.dispose]: () => rmSync(root, {recursive: true, force: true})};
};

const said = (fields: object) => JSON.stringify({session_id: 'a1b2-c3', transcript_path: '/x', ...fields});

describe('the report of a hook', () => {
	test('is one line with event and conversation, for its owner alone', () => {
		using here = lab();
		expect(here.run('Stop', said({background_tasks: []}))).toMatchObject({status: 0, stdout: '', stderr: ''});
		expect(readReport(here.file)).toMatchObject({event: 'Stop', token: 'a1b2-c3', busy: false});
		expect(statSync(here.file).mode & 0o777).toBe(0o600);
	});

	test('never holds what was said', () => {
		using here = lab();
		here.run('PostToolUse', said({prompt: 'my secret', tool_input: {command: 'export KEY=hunter2'}}));
		expect(readFileSync(here.file, 'utf8')).toBe('{"event":"PostToolUse","token":"a1b2-c3","busy":false}\n');
	});

	test('knows that something still runs', () => {
		using here = lab();
		here.run('Stop', said({background_tasks: [{id: 'x', status: 'running'}]}));
		expect(readReport(here.file)?.busy).toBe(true);
	});

	test('takes no conversation id that is not one', () => {
		using here = lab();
		here.run('Stop', '{"session_id":"a; touch $(pwned) \\u0022"}');
		expect(readReport(here.file)).toMatchObject({event: 'Stop', token: null});
		here.run('Stop', 'no JSON at all');
		expect(readReport(here.file)).toMatchObject({event: 'Stop', token: null});
	});

	test('comes as an argument as well', () => {
		using here = lab();
		const [shell = '', ...args] = reportArgv(here.script, here.file, 'agent-turn-complete');
		const payload = JSON.stringify({
			type: 'agent-turn-complete',
			'thread-id': 'thread-1',
			'input-messages': ['x'.repeat(9000)],
		});
		expect(spawnSync(shell, [...args, payload], {encoding: 'utf8'})).toMatchObject({status: 0, stdout: '', stderr: ''});
		expect(readReport(here.file)).toMatchObject({event: 'agent-turn-complete', token: 'thread-1'});
	});

	test('stays small: a new prompt makes the earlier ones go', () => {
		using here = lab();
		for (let turn = 0; turn < 3; turn++) {
			here.run('UserPromptSubmit', said({}));
			here.run('PostToolUse', said({}));
			here.run('Stop', said({background_tasks: []}));
		}
		expect(readFileSync(here.file, 'utf8').split('\n')).toHaveLength(4);
	});

	test('takes a megabyte on its input, and lines of many at once whole', async () => {
		using here = lab();
		const large = said({tool_response: 'é"'.repeat(300_000)});
		const runs = Array.from({length: 8}, () => {
			const child = spawn('sh', ['-c', reportLine(here.script, here.file, 'PostToolUse')]);
			child.stdin.end(large);
			return once(child, 'exit');
		});
		expect((await Promise.all(runs)).map(([code]) => code)).toEqual(Array(8).fill(0));
		const lines = readFileSync(here.file, 'utf8').trimEnd().split('\n');
		expect(lines.map(line => JSON.parse(line).token)).toEqual(Array(8).fill('a1b2-c3'));
	});

	test('does nothing once squad is gone', () => {
		using here = lab();
		rmSync(here.root, {recursive: true});
		expect(here.run('Stop', said({}))).toMatchObject({status: 0, stdout: '', stderr: ''});
		expect(existsSync(here.root)).toBe(false);
	});

	test.each([
		['a line that is being written', '{"event":"Stop","token":"a"}\n{"event":"UserPr', {event: 'Stop', token: 'a'}],
		['the end of a line', 'ken":"b"}\n{"event":"Stop","token":""}\n', {event: 'Stop', token: null}],
		['what is no report', '{"event":"Stop","token":"a"}\nnull\n3\n', {event: 'Stop', token: 'a'}],
	])('does not count: %s', (_, text, expected) => {
		using here = lab();
		writeFileSync(here.file, text);
		expect(readReport(here.file)).toMatchObject(expected);
	});

	test('names every conversation, the last first', () => {
		using here = lab();
		for (const token of ['a', 'b', 'a', 'title']) here.run('Stop', JSON.stringify({session_id: token}));
		expect(reportedTokens(here.file)).toEqual(['title', 'a', 'b']);
		expect(reportedTokens(join(here.root, 'none'))).toEqual([]);
	});
});
