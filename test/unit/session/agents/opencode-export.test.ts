import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {opencode} from '../../../../src/session/agents/opencode.ts';
import {homeAt} from '../../../../src/session/home.ts';
import {keepExported} from '../../../../src/session/transcript-copy.ts';

const canMake = spawnSync('sqlite3', ['--version']).status === 0;

/** The tables as opencode 1.18 makes them, as far as they matter here. */
const SQL = `
create table session (id text primary key, project_id text, parent_id text, slug text, directory text, path text, title text, version text, agent text, model text, permission text, revert text, cost real, tokens_input integer, tokens_output integer, tokens_reasoning integer, tokens_cache_read integer, tokens_cache_write integer, time_created integer, time_updated integer);
create table message (id text primary key, session_id text, time_created integer, time_updated integer, data text);
create table part (id text primary key, message_id text, session_id text, time_created integer, time_updated integer, data text);
insert into session values ('ses_1', 'p', null, 'otter', '/w', null, 'It''s a title', '1.18.33', 'build', '{"id":"m"}', null, null, 0.5, 10, 2, 0, 3, 0, 1, 2);
insert into message values ('msg_b', 'ses_1', 2, 2, '{"role":"assistant"}'), ('msg_a', 'ses_1', 1, 1, '{"role":"user"}'), ('msg_x', 'ses_2', 1, 1, '{"role":"user"}');
insert into part values ('prt_2', 'msg_b', 'ses_1', 2, 2, '{"type":"text","text":"one"}'), ('prt_3', 'msg_b', 'ses_1', 2, 2, '{"type":"tool"'), ('prt_1', 'msg_a', 'ses_1', 1, 1, '{"type":"text","text":"hello"}');
`;

const lab = () => {
	const home = mkdtempSync(join(tmpdir(), 'sq-export-'));
	const folder = join(home, '.local', 'share', 'opencode');
	mkdirSync(folder, {recursive: true});
	const {status, stderr} = spawnSync('sqlite3', [join(folder, 'opencode.db')], {input: SQL, encoding: 'utf8'});
	expect(stderr).toBe('');
	expect(status).toBe(0);
	const where = {home, env: {PATH: process.env.PATH}};
	return {home, where, [Symbol.dispose]: () => rmSync(home, {recursive: true, force: true})};
};

test.skipIf(!canMake)('a conversation of opencode is given out as its own export would', () => {
	using here = lab();
	const exported = JSON.parse(opencode.exported?.('ses_1', here.where) ?? '');
	expect(exported.info).toMatchObject({id: 'ses_1', title: "It's a title", model: {id: 'm'}, tokens: {input: 10}});
	expect(exported.messages).toEqual([
		{
			info: {role: 'user', id: 'msg_a', sessionID: 'ses_1'},
			parts: [{type: 'text', text: 'hello', id: 'prt_1', sessionID: 'ses_1', messageID: 'msg_a'}],
		},
		{
			info: {role: 'assistant', id: 'msg_b', sessionID: 'ses_1'},
			parts: [
				{type: 'text', text: 'one', id: 'prt_2', sessionID: 'ses_1', messageID: 'msg_b'},
				{id: 'prt_3', sessionID: 'ses_1', messageID: 'msg_b'},
			],
		},
	]);
	expect(opencode.exported?.('ses_9', here.where)).toBeUndefined();
	expect(opencode.exported?.("ses_1' or '1'='1", here.where)).toBeUndefined();
});

test('it is kept in the session’s folder, closed to others, and written only when it differs', () => {
	const root = mkdtempSync(join(tmpdir(), 'sq-export-'));
	try {
		const home = homeAt(root);
		mkdirSync(home.session('one'), {recursive: true});
		keepExported(home, 'one', 'ses_1', '{"messages": []}\n');
		const file = join(home.transcript('one'), 'ses_1.json');
		const {ino, mode} = statSync(file);
		expect(mode & 0o077).toBe(0);
		keepExported(home, 'one', 'ses_1', '{"messages": []}\n');
		expect(statSync(file).ino).toBe(ino);
		keepExported(home, 'one', 'ses_1', '{"messages": [1]}\n');
		expect(readFileSync(file, 'utf8')).toBe('{"messages": [1]}\n');
	} finally {
		rmSync(root, {recursive: true, force: true});
	}
});
