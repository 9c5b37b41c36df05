import {
	appendFileSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {readOn} from '../../../../src/session/conversation/follow.ts';
import {readLog} from '../../../../src/session/conversation/log.ts';
import {homeAt} from '../../../../src/session/home.ts';
import {keep, remembered} from '../../../../src/session/remember-conversation.ts';

const lab = () => {
	const root = mkdtempSync(join(tmpdir(), 'sq-talk-'));
	const home = homeAt(root);
	const file = join(root, 'transcript.jsonl');
	mkdirSync(home.session('one'), {recursive: true});
	writeFileSync(file, '');
	const say = (text: string) => appendFileSync(file, `${JSON.stringify({type: 'user', message: {content: text}})}\n`);
	/** Reads on and writes it down, as `squad status` does. */
	const follow = (token = 't', remembers = true) => {
		const before = remembers ? remembered(home, 'one') : undefined;
		const {followed, entries} = readOn(before, {agent: 'claude', token, file, where: {home: root, env: {}}});
		if (followed !== undefined) keep(home, 'one', followed, entries);
		return {followed, entries};
	};
	const written = () => readLog(home.conversation('one')).map(({content}) => content);
	return {root, home, file, say, follow, written, [Symbol.dispose]: () => rmSync(root, {recursive: true, force: true})};
};

describe('a conversation is followed', () => {
	test('by what was appended, and no further than whole lines', () => {
		using here = lab();
		here.say('one');
		expect(here.follow().entries).toHaveLength(1);
		appendFileSync(here.file, '{"type":"user","message":{"content":"tw');
		expect(here.follow().entries).toHaveLength(0);
		appendFileSync(here.file, 'o"}}\n');
		expect(here.follow().followed?.digest.lastPrompt).toBe('two');
		expect(here.follow().entries).toHaveLength(0);
		expect(here.written()).toEqual(['one', 'two']);
	});

	test('reads only what is new', () => {
		using here = lab();
		for (let at = 0; at < 2000; at++) here.say(`${at} ${'x'.repeat(1000)}`);
		here.follow();
		const {cursor} = remembered(here.home, 'one') as NonNullable<ReturnType<typeof remembered>>;
		expect(cursor.offset).toBe(statSync(here.file).size);
		// What was read already may be anything now: it is not looked at again.
		const bytes = readFileSync(here.file);
		bytes.fill('#', 0, cursor.offset);
		writeFileSync(here.file, bytes);
		here.say('the last');
		expect(here.follow().entries.map(({content}) => content)).toEqual(['the last']);
	});

	test('from the beginning when the file is another one, and nothing is written down twice', () => {
		using here = lab();
		here.say('one');
		here.say('two');
		here.follow();
		writeFileSync(`${here.file}.new`, readFileSync(here.file));
		renameSync(`${here.file}.new`, here.file);
		here.say('three');
		expect(here.follow().followed?.digest.lastPrompt).toBe('three');
		expect(here.written()).toEqual(['one', 'two', 'three']);
	});

	test('a crash between writing down and remembering repeats nothing', () => {
		using here = lab();
		here.say('one');
		here.follow();
		here.say('two');
		here.follow('t', false);
		rmSync(here.home.digest('one'));
		here.follow();
		expect(here.written()).toEqual(['one', 'two']);
	});

	test('a torn last line is mended: it costs itself alone', () => {
		using here = lab();
		here.say('one');
		here.follow();
		here.say('two');
		here.follow();
		const log = here.home.conversation('one');
		truncateSync(log, statSync(log).size - 10);
		here.say('three');
		here.follow();
		expect(here.written()).toEqual(['one', 'three']);
		expect(readFileSync(log, 'utf8').trimEnd().split('\n')).toHaveLength(3);
	});

	test('damaged memory is no obstacle', () => {
		using here = lab();
		here.say('one');
		for (const damage of ['', '{', 'null', '{"schema":1}', '{"schema":2,"token":"t"}']) {
			writeFileSync(here.home.digest('one'), damage);
			expect(here.follow().followed?.digest.lastPrompt).toBe('one');
		}
		expect(here.written()).toEqual(['one']);
	});

	test('damaged lines of a transcript cost themselves alone', () => {
		using here = lab();
		appendFileSync(here.file, 'garbage\n\0\0\0\n[]\nnull\n');
		here.say('one');
		expect(here.follow().followed?.digest.lastPrompt).toBe('one');
	});

	test('another conversation begins anew', () => {
		using here = lab();
		here.say('one');
		here.follow();
		const {followed} = here.follow('another');
		expect(followed?.token).toBe('another');
		expect(followed?.digest.lastPrompt).toBe('one');
		expect(here.written()).toEqual(['one', 'one']);
	});

	test('a transcript that is gone is not known', () => {
		using here = lab();
		rmSync(here.file);
		expect(here.follow().followed).toBeUndefined();
	});
});
