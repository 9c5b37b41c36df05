import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {ARGS} from './furnish.mjs';
import {Missed, until} from './squad.mjs';

export const STEPS = [
	'start',
	'work',
	'ask',
	'answer',
	'idle',
	'pause',
	'resume',
	'remembers',
	'goes on',
	'two in one place',
];

const must = (holds, sentence) => {
	if (!holds) throw new Missed(sentence);
};

const parts = (squad, agent) => {
	const is = (id, activity, seconds) =>
		until(
			`${activity}`,
			async () => {
				const {activity: now, status, lastError} = await squad.status(id);
				if (status !== 'active') throw new Missed(`it is ${status} ${lastError?.message ?? ''}`);
				return now === activity;
			},
			seconds,
		);
	/** Types once the agent is ready for it, and sees to it that the prompt has arrived. */
	const say = async (id, prompt) => {
		await is(id, 'idle');
		await squad.done('send', id, prompt);
	};
	const begin = async (title, prompt, ...place) => {
		const {code, value} = await squad.json(
			'new',
			title,
			'--agent',
			agent,
			'-p',
			prompt,
			...place,
			'--',
			...(ARGS[agent] ?? []),
		);
		must(code === 0, value.error?.message);
		return value.id ?? value.session?.id;
	};
	const answered = (id, word) =>
		until(`the answer with ${word}`, async () => (await squad.shown(id)).includes(`Understood: remember ${word}`));
	return {is, say, begin, answered};
};

/** The whole story of one agent. `passed(step)` is told what held; the first thing that does not ends it. */
export const story = async (squad, agent, passed) => {
	const {is, say, begin, answered} = parts(squad, agent);
	const id = await begin('first', 'remember alpha');
	await answered(id, 'alpha');
	await is(id, 'idle');
	must((await squad.status(id)).conversation.lastPrompt === 'remember alpha', 'the last prompt is not known');
	passed('start');

	await say(id, 'work 12');
	await is(id, 'active');
	const refused = await squad.run('pause', id, '--timeout', '1');
	must(refused.code === 5, `pause while it works exits ${refused.code}: ${refused.err}`);
	passed('work');

	await is(id, 'idle', 90);
	await say(id, 'run touch asked.txt');
	await is(id, 'asking');
	passed('ask');

	await squad.done('answer', id, 'yes');
	const {locationPath} = await squad.status(id);
	await until('the command that was allowed', () => existsSync(join(locationPath, 'asked.txt')));
	passed('answer');
	await is(id, 'idle');
	passed('idle');

	await squad.done('pause', id);
	const paused = await squad.status(id);
	must(paused.status === 'paused', `it is ${paused.status}`);
	must(/ended/u.test(paused.pauseState.lastAction), `the last action is ${paused.pauseState.lastAction}`);
	must(paused.token !== null, 'its conversation is not known');
	passed('pause');

	const {value: resumed} = await squad.json('resume', id);
	must(resumed.success, resumed.error?.message);
	must(resumed.conversation.how === 'continued', `the conversation is ${resumed.conversation.how}`);
	passed('resume');
	await until('the earlier conversation', async () => (await squad.shown(id)).includes('remember alpha'));
	passed('remembers');
	await say(id, 'remember gamma');
	await answered(id, 'gamma');
	await is(id, 'idle');
	passed('goes on');

	await twoInOnePlace(squad, agent, id);
	passed('two in one place');
};

const twoInOnePlace = async (squad, agent, first) => {
	const {is, begin, answered} = parts(squad, agent);
	const second = await begin('second', 'remember beta', '--with', first);
	await answered(second, 'beta');
	for (const id of [first, second]) await is(id, 'idle');
	for (const id of [first, second]) await squad.done('pause', id);
	// The other way round, so that "the latest" would be wrong for both.
	for (const id of [second, first]) {
		await squad.done('resume', id);
		await sleep(1000);
	}
	for (const [id, own, other] of [
		[first, 'alpha', 'beta'],
		[second, 'beta', 'alpha'],
	]) {
		await until(`${own} in its own session`, async () => (await squad.shown(id)).includes(`remember ${own}`));
		must(!(await squad.shown(id)).includes(`remember ${other}`), `${own}'s session shows ${other}`);
	}
	must((await squad.status(first)).token !== (await squad.status(second)).token, 'both have one conversation');
};
