import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {homeAt} from '../../../src/session/home.ts';
import {copyTranscript, putBackTranscript, savedTranscript} from '../../../src/session/transcript-copy.ts';

const lab = () => {
	const root = mkdtempSync(join(tmpdir(), 'sq-copy-'));
	const home = homeAt(join(root, 'squad'));
	const file = join(root, 'agent', 'chats', 'mine.jsonl');
	mkdirSync(home.session('one'), {recursive: true});
	mkdirSync(dirname(file), {recursive: true});
	writeFileSync(file, 'said\n');
	utimesSync(file, 1000, 1000);
	copyTranscript(home, 'one', {token: 'mine', file, modifiedAt: 0});
	return {root, home, file, [Symbol.dispose]: () => rmSync(root, {recursive: true, force: true})};
};

test('a transcript that the agent deleted is put back, with a new time', () => {
	using here = lab();
	rmSync(dirname(here.file), {recursive: true});
	expect(putBackTranscript(here.home, 'one', 'mine')).toBe(true);
	expect(readFileSync(here.file, 'utf8')).toBe('said\n');
	expect(Date.now() - statSync(here.file).mtimeMs).toBeLessThan(60_000);
	expect(existsSync(`${here.file}.tmp`)).toBe(false);
});

test('one that is there is never overwritten', () => {
	using here = lab();
	writeFileSync(here.file, 'said, and more\n');
	expect(putBackTranscript(here.home, 'one', 'mine')).toBe(false);
	expect(readFileSync(here.file, 'utf8')).toBe('said, and more\n');
});

test('the copy follows the transcript, and is of one conversation', () => {
	using here = lab();
	writeFileSync(here.file, 'said, and more\n');
	copyTranscript(here.home, 'one', {token: 'mine', file: here.file, modifiedAt: 0});
	expect(readFileSync(savedTranscript(here.home, 'one', 'mine') ?? '', 'utf8')).toBe('said, and more\n');
	expect(savedTranscript(here.home, 'one', 'another')).toBeUndefined();
	expect(putBackTranscript(here.home, 'one', 'another')).toBe(false);
});

test('a damaged note puts nothing anywhere', () => {
	using here = lab();
	rmSync(here.file);
	for (const note of ['', '{', '{"token":"mine","file":"relative","name":"mine.jsonl"}', '{"token":"mine"}']) {
		writeFileSync(join(here.home.transcript('one'), 'from.json'), note);
		expect(putBackTranscript(here.home, 'one', 'mine')).toBe(false);
	}
});

test('what the agent keeps beside a transcript comes and goes with it', () => {
	using here = lab();
	const beside = join(dirname(here.file), 'mine');
	const result = join(beside, 'tool-results', 'one.txt');
	mkdirSync(dirname(result), {recursive: true});
	mkdirSync(join(beside, 'subagents'));
	writeFileSync(result, 'a long result');
	writeFileSync(join(beside, 'subagents', 'agent-1.jsonl'), 'surveyed\n');
	copyTranscript(here.home, 'one', {token: 'mine', file: here.file, modifiedAt: 0});
	rmSync(dirname(here.file), {recursive: true});
	expect(putBackTranscript(here.home, 'one', 'mine')).toBe(true);
	expect(readFileSync(result, 'utf8')).toBe('a long result');
	expect(readFileSync(join(beside, 'subagents', 'agent-1.jsonl'), 'utf8')).toBe('surveyed\n');
	expect(Date.now() - statSync(result).mtimeMs).toBeLessThan(60_000);
});

test('where more is kept beside it than is worth a copy, the transcript is copied without', () => {
	using here = lab();
	const beside = join(dirname(here.file), 'mine');
	mkdirSync(beside);
	writeFileSync(join(beside, 'small.txt'), 'small');
	writeFileSync(join(beside, 'huge.bin'), '');
	truncateSync(join(beside, 'huge.bin'), 65 << 20);
	copyTranscript(here.home, 'one', {token: 'mine', file: here.file, modifiedAt: 0});
	expect(existsSync(join(here.home.transcript('one'), 'mine'))).toBe(false);
	expect(savedTranscript(here.home, 'one', 'mine')).toBeDefined();
});
