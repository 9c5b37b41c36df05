import {expect, test} from 'vitest';
import {commandQueue} from '../../../src/tmux/control-queue.ts';

const said = (...lines: string[]) => ({lines, failure: undefined});

test('sends no more than the limit, and gives answers in the order of sending', async () => {
	const queue = commandQueue(2);
	const answers = ['a', 'b', 'c'].map(line => queue.add(line));
	expect(queue.take()).toEqual(['a', 'b']);
	expect(queue.take()).toEqual([]);
	queue.answer(said('1'));
	expect(queue.take()).toEqual(['c']);
	queue.answer(said('2'));
	queue.answer(said('3'));
	expect(await Promise.all(answers)).toEqual([['1'], ['2'], ['3']]);
	expect(queue.isEmpty()).toBe(true);
});

test('a failure is told in the words of tmux, and names the command without its arguments', async () => {
	const queue = commandQueue(2);
	const answer = queue.add("send-keys -t %9 'a secret'");
	queue.take();
	queue.answer({lines: [], failure: "can't find pane: %9"});
	await expect(answer).rejects.toMatchObject({code: 'no-target', command: 'send-keys', stderr: "can't find pane: %9"});
});

test('a late answer is not given to another command', async () => {
	const queue = commandQueue(2);
	const late = queue.add('slow', 1);
	queue.take();
	await expect(late).rejects.toMatchObject({code: 'timeout', command: 'slow'});
	const next = queue.add('next');
	expect(queue.take()).toEqual(['next']);
	queue.answer(said('late'));
	queue.answer(said('right'));
	expect(await next).toEqual(['right']);
});

test('a command that gave up before it was sent is not sent any more', async () => {
	const queue = commandQueue(1);
	await expect(queue.add('never', 1)).rejects.toMatchObject({code: 'timeout'});
	expect(queue.take()).toEqual([]);
	expect(queue.isEmpty()).toBe(true);
});

test('fails whatever is on its way', async () => {
	const queue = commandQueue(1);
	const answers = ['sent', 'waiting'].map(line => queue.add(line));
	queue.take();
	queue.failAll('closed', 'server exited');
	for (const answer of answers) await expect(answer).rejects.toMatchObject({code: 'closed', stderr: 'server exited'});
	expect(queue.isEmpty()).toBe(true);
});
