import {expect, test} from 'vitest';
import {openSquad} from '../../src/session/squad.ts';
import type {SessionEvent} from '../../src/session/watch/events.ts';
import {watch as watchWorld} from '../../src/session/watch/watch.ts';
import {eventually} from '../support/eventually.ts';
import {expectDone} from '../support/expect-run.ts';
import {type Lab, lab} from '../support/lab.ts';

/** Everything that is told of one session, or of all, until the end of the test. */
const hearing = async (here: Lab) => {
	const watch = watchWorld(openSquad({env: here.env}).world);
	await eventually(() => watch.snapshot().loadedAt !== null, {what: 'the first look'});
	const listen = (session?: string) => {
		const heard: SessionEvent[] = [];
		return {heard, stop: watch.events(event => heard.push(event), session)};
	};
	return {watch, listen, [Symbol.asyncDispose]: watch.close};
};

const said = (events: readonly SessionEvent[]): string[] =>
	events.flatMap(event => ('message' in event ? [`${event.message.type}: ${event.message.content}`] : []));

test('tells whoever listens what sessions do and what is said in them', async () => {
	await using here = await lab();
	await here.agent('claude', 'talker');
	const old = await here.running('old', '-a', 'claude', '-p', 'long ago');
	await using hears = await hearing(here);
	const all = hears.listen();
	const {id} = await here.running('work', '-a', 'claude', '-p', 'first');
	const one = hears.listen(id);
	await eventually(() => said(all.heard).includes('assistant: noted first'), {what: 'the first answer'});
	expectDone(await here.squad('send', id, 'second'));
	await eventually(() => said(one.heard).includes('assistant: noted second'), {what: 'the second answer'});
	expectDone(await here.squad('pause', id));
	const isPaused = (event: SessionEvent) =>
		event.type === 'session.state_changed' && event.to?.status === 'paused' && event.session_id === id;
	await eventually(() => one.heard.some(isPaused), {what: 'the pause'});
	expectDone(await here.squad('resume', id));
	const types = () => one.heard.slice(one.heard.findIndex(isPaused)).map(({type}) => type);
	await eventually(() => types().includes('session.executor_ready'), {what: 'the resume'});

	expect(said(all.heard)).toEqual(expect.arrayContaining(['user: first', 'user: second', 'assistant: noted second']));
	expect(said(all.heard).filter(text => text === 'user: first')).toHaveLength(1);
	expect(said(all.heard)).not.toContain('user: long ago');
	expect(new Set(one.heard.map(({session_id}) => session_id))).toEqual(new Set([id]));
	expect(all.heard.every(event => 'task_id' in event)).toBe(true);
	one.stop();
	const count = one.heard.length;
	expectDone(await here.squad('send', old.id, 'again'));
	await eventually(() => said(all.heard).includes('user: again'), {what: 'what is said in the old one'});
	expect(one.heard).toHaveLength(count);
});
