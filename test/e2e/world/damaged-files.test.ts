import {randomBytes} from 'node:crypto';
import {appendFile, mkdir, readFile, rm, rmdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {expectDone, expectRefusal} from '../../support/expect-run.ts';
import {type Lab, lab} from '../../support/lab.ts';
import type {Failure, Session} from '../../support/session-json.ts';

let here: Lab;
let mine: Session;
let other: Session;
let good: string;
const file = (...names: string[]) => join(here.squadHome, 'sessions', mine.id, ...names);

beforeAll(async () => {
	here = await lab();
	[mine, other] = [await here.running('mine', '-p', 'a'), await here.running('other', '-p', 'b')];
	good = await readFile(file('session.json'), 'utf8');
});
afterAll(() => here[Symbol.asyncDispose]());

const otherIsFine = async () => {
	const run = expectDone(await here.squad('ls', '--json'));
	expect(JSON.parse(run.stdout).find((one: Session) => one.id === other.id)?.status).toBe('active');
	return run;
};

describe('a record that is', () => {
	const changed = (change: object) => JSON.stringify({...JSON.parse(good), ...change});
	test.each<[string, () => string | Buffer, RegExp]>([
		['empty', () => '', /it is empty/],
		['truncated', () => good.slice(0, 300), /it is not JSON/],
		['from the future', () => changed({schema: 7}), /written by a newer squad \(schema 7.*update squad/],
		['full of nonsense', () => randomBytes(4096), /it is not JSON/],
		['a list', () => '[]', /schema/],
		['null', () => 'null', /the whole/],
		['of another session', () => changed({id: 'somebody-else'}), /it says that it is somebody-else/],
		['in a relative place', () => changed({locationPath: '../..'}), /locationPath: is not an absolute path/],
		['an option for git', () => changed({baseCommit: '--output=/tmp/x'}), /baseCommit: is not a commit/],
		['on a branch that is an option', () => changed({branch: '--upload-pack=x'}), /branch: is not a name in git/],
	])('%s is named, kept as it is, and hides no other session', async (_, content, why) => {
		const bad = content();
		await writeFile(file('session.json'), bad);
		expect((await otherIsFine()).stderr).toMatch(why);
		for (const verb of ['status', 'pause', 'resume', 'logs', 'rm', 'end'])
			expectRefusal(await here.squad(verb, mine.id), 1, why);
		const {error} = (await here.squad('status', mine.id, '--json')).json<Failure>();
		expect(error).toMatchObject({code: 'damaged_record', session: mine.id});
		const doctor = await here.squad('doctor');
		expect(doctor.code).toBe(1);
		expect(doctor.stdout).toMatch(why);
		expect(await readFile(file('session.json'))).toEqual(Buffer.from(bad));
		await writeFile(file('session.json'), good);
		expect((await here.status(mine.id)).status).toBe('active');
	});
});

describe('a journal', () => {
	test('that is random bytes, or has lines that are no entries, stops nobody', async () => {
		await writeFile(file('journal.jsonl'), randomBytes(5000));
		await otherIsFine();
		const odd = ['[1]', '7', 'null', '"x"', '{"verb":1,"event":2}', '{"verb":"pause","event":"begin","wants":"much"}'];
		await appendFile(file('journal.jsonl'), `\n${odd.join('\n')}\n`);
		await otherIsFine();
		expectDone(await here.squad('pause', mine.id));
		expectDone(await here.squad('resume', mine.id));
	});

	test('with an operation that this squad does not know is nobody’s to finish', async () => {
		await appendFile(file('journal.jsonl'), '{"verb":"explode","event":"begin"}\n');
		expect((await otherIsFine()).stderr).toBe('');
		expect(expectDone(await here.squad('recover')).stdout).toMatch(/nothing was left half-way/);
	});

	test('that is a folder stops its own session with a clear error, and no other', async () => {
		await rm(file('journal.jsonl'));
		await mkdir(file('journal.jsonl'));
		await otherIsFine();
		expectRefusal(await here.squad('pause', mine.id), 1, /EISDIR/);
		await rmdir(file('journal.jsonl'));
		expectDone(await here.squad('pause', mine.id));
		expectDone(await here.squad('resume', mine.id));
	});
});

describe('locks', () => {
	test('with files and folders in them that name nobody are free', async () => {
		const lock = join(here.squadHome, 'locks', mine.id);
		await mkdir(join(lock, 'a folder'), {recursive: true});
		for (const name of ['nonsense', '~~~~~', '1~x~y~pause~z', `${process.pid}~0~boot`])
			await writeFile(join(lock, name), '');
		expectDone(await here.squad('pause', mine.id));
		expectDone(await here.squad('resume', mine.id));
		await rm(lock, {recursive: true});
	});

	test('whose folder is a file: a clear error, ls goes on, doctor says it', async () => {
		const locks = join(here.squadHome, 'locks');
		await rm(locks, {recursive: true, force: true});
		await writeFile(locks, '');
		await otherIsFine();
		expectRefusal(await here.squad('pause', mine.id), 1, /locks/);
		expect((await here.squad('doctor')).stdout).toMatch(/✗ locks/);
		await rm(locks);
		expectDone(await here.squad('pause', mine.id));
		expectDone(await here.squad('resume', mine.id));
	});
});

describe('config.json', () => {
	test('that cannot be read: the sessions are still listed, and nothing is started on it', async () => {
		const text = await readFile(here.config, 'utf8');
		await rm(here.config);
		await mkdir(here.config);
		expect((await otherIsFine()).stderr).toMatch(/config\.json: cannot be read \(EISDIR\)/);
		const run = await here.squad('new', 'x');
		expect(run.code).toBe(1);
		expect(run.stderr).toMatch(/cannot be read \(EISDIR\)[\s\S]*nothing was changed/);
		await rmdir(here.config);
		await writeFile(here.config, text);
	});
});

test('saved screens that are nonsense do not stop a resume', async () => {
	expectDone(await here.squad('pause', mine.id));
	for (const [name, content] of [
		['agent.ansi', randomBytes(3000)],
		['agent.json', '{"size":{"columns":"many","rows":-3}}'],
	] as const) {
		await writeFile(file('scrollback', name), content);
	}
	expectDone(await here.squad('logs', mine.id));
	expectDone(await here.squad('resume', mine.id));
});
