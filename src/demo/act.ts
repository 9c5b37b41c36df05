import {shorten} from '../terminal/text.ts';
import {asDuration, Interrupted} from './clock.ts';
import type {Message} from './conversation.ts';
import {appendInside, deleteInside, editTarget, writeInside} from './files.ts';
import type {Step} from './script.ts';
import type {Answer, Scene} from './stage.ts';
import {progressLine, streamWord} from './words.ts';

const SECONDS_PER_WORD = 0.05;
const SECONDS_PER_PROGRESS_LINE = 2;
const LINES_AT_ONCE = 200;
const TODO = 'Todo\n';

/** Says something and keeps it. */
const tell = ({conversation, stage}: Scene, type: Message['type'], content: string): void => {
	try {
		// On disk before it is on the screen: whoever sees the answer also finds it in the file.
		conversation.append(type, content);
	} finally {
		stage.show(type, content);
	}
};

/** The first line is the call, the others its result; so a call must stay on one line. */
const tool = (scene: Scene, call: string, result: string): void =>
	tell(scene, 'tool', `${shorten(call, 300)}\n${result}`);

const work = async ({clock, signal, stage}: Scene, seconds: number): Promise<void> => {
	const end = clock.now() + seconds;
	for (let index = 0; ; index++) {
		const left = end - clock.now();
		if (left <= SECONDS_PER_PROGRESS_LINE) return clock.wait(Math.max(0, left), signal);
		await clock.wait(SECONDS_PER_PROGRESS_LINE, signal);
		stage.show('assistant', progressLine(index));
	}
};

const workAndTell = async (scene: Scene, seconds: number): Promise<void> => {
	await work(scene, seconds);
	tell(scene, 'assistant', `Done after ${asDuration(seconds)} of work.`);
};

const hang = async ({clock, signal}: Scene): Promise<never> => {
	for (;;) await clock.wait(3600, signal);
};

const stream = async ({clock, conversation, signal, stage}: Scene, seconds: number): Promise<void> => {
	const start = clock.now();
	const words: string[] = [];
	try {
		// By the clock rather than by counting waits: at a high speed a timer is too coarse for single words.
		for (let passed = 0; passed < seconds; passed = clock.now() - start) {
			await clock.wait(SECONDS_PER_WORD, signal);
			const due = Math.floor(Math.min(seconds, clock.now() - start) / SECONDS_PER_WORD);
			while (words.length < due) {
				words.push(streamWord(words.length));
				stage.streamWord(words.at(-1) ?? '');
			}
		}
	} finally {
		stage.endStream();
		conversation.append('assistant', words.join(' '));
	}
};

/** Waiting for a person is no work: the clock stands still. */
const ask = async ({stage, watch}: Scene, question: string): Promise<Answer> => {
	watch.hold();
	const answer = await stage.ask(question);
	watch.go();
	if (!answer) throw new Interrupted();
	return answer;
};

const askAndTell = async (scene: Scene, question: string): Promise<void> =>
	tool(scene, question, `You answered: ${await ask(scene, question)}`);

/** Pretends only: whatever is typed here must never reach a shell. */
const run = async (scene: Scene, command: string): Promise<void> => {
	const call = `Run(${command})`;
	if (!scene.allowed.has(command)) {
		const answer = await ask(scene, `Do you want to run ${shorten(command, 200)}?`);
		if (answer === 'No') return tool(scene, call, 'Not run: you answered No');
		if (answer !== 'Yes') scene.allowed.add(command);
	}
	await scene.clock.wait(1, scene.signal);
	tool(scene, call, 'Pretended to run it: all good');
};

/** Real agents leave development servers behind like this; whoever ends a session has to find it. In real seconds. */
const detach = async (scene: Scene, seconds: number): Promise<void> => {
	// Loaded only here: few conversations need it.
	const {spawn} = await import('node:child_process');
	const child = spawn('sleep', [String(seconds)], {detached: true, stdio: 'ignore'});
	child.on('error', error => scene.stage.show('system', error.message));
	child.unref();
	tool(scene, `Detach(sleep ${seconds})`, `Left running in the background, pid ${child.pid}`);
};

const recall = (scene: Scene): void => {
	const said = scene.conversation.messages.filter(({type}) => type === 'user').slice(0, -1);
	const list = said.slice(-50).map(({content}) => `- ${shorten(content, 200)}`);
	const count = `${said.length} ${said.length === 1 ? 'thing' : 'things'}`;
	tell(
		scene,
		'assistant',
		said.length === 0 ? 'I remember nothing yet.' : [`You told me ${count}:`, ...list].join('\n'),
	);
};

/** The list lives in the conversation itself, so it is there again after a resume. */
const todo = (scene: Scene, items: readonly string[]): void => {
	const kept = scene.conversation.messages.findLast(({type, content}) => type === 'tool' && content.startsWith(TODO));
	if (items.length > 0) tell(scene, 'tool', TODO + items.map(item => `☐ ${item}`).join('\n'));
	else if (kept) scene.stage.show('tool', kept.content);
	else tell(scene, 'assistant', 'There is nothing to do yet.');
};

const spam = async (scene: Scene, count: number): Promise<void> => {
	for (let from = 0; from < count; from += LINES_AT_ONCE) {
		const length = Math.min(LINES_AT_ONCE, count - from);
		scene.stage.printLines(Array.from({length}, (_, index) => `  line ${from + index + 1} of ${count}`));
		// Lets keys in between two bundles, so that it can be interrupted.
		await scene.clock.wait(0, scene.signal);
	}
	tell(scene, 'assistant', `Printed ${count} lines.`);
};

const chat = async (scene: Scene, text: string): Promise<void> => {
	await scene.clock.wait(1, scene.signal);
	tell(scene, 'assistant', `I had a good look at “${shorten(text, 60)}” and it all makes sense. What is next?`);
};

/** Carries out one step. */
export const act = async (step: Step, scene: Scene): Promise<void> => {
	switch (step.kind) {
		case 'work':
			return workAndTell(scene, step.seconds);
		case 'stream':
			return stream(scene, step.seconds);
		case 'ask':
			return askAndTell(scene, step.question);
		case 'write':
			return tool(scene, `Write(${step.path})`, writeInside(scene.cwd, step.path, step.text));
		case 'append':
			return tool(scene, `Append(${step.path})`, appendInside(scene.cwd, step.path, step.text));
		case 'delete':
			return tool(scene, `Delete(${step.path})`, deleteInside(scene.cwd, step.path));
		case 'edit': {
			const path = editTarget(scene.cwd);
			const line = `Edited by the demo agent at ${new Date().toISOString()}.`;
			return tool(scene, `Edit(${path})`, appendInside(scene.cwd, path, line));
		}
		case 'run':
			return run(scene, step.command);
		case 'detach':
			return detach(scene, step.seconds);
		case 'remember':
			return tell(scene, 'assistant', `I will remember: ${shorten(step.text, 200)}`);
		case 'recall':
			return recall(scene);
		case 'say':
			return tell(scene, 'assistant', step.text);
		case 'todo':
			return todo(scene, step.items);
		case 'crash':
			return scene.stage.quit(step.code, 'demo agent: giving up');
		case 'hang':
			return hang(scene);
		case 'spam':
			return spam(scene, step.lines);
		case 'chat':
			return chat(scene, step.text);
	}
};
