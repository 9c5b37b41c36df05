import {type Key, keyDecoder} from '../terminal/keys.ts';
import {widthOf} from '../terminal/text.ts';
import {frameOf, type Size, titleOf} from './frame.ts';
import {type Effect, type Live, press, RESTING} from './live.ts';
import {messageLines} from './message-lines.ts';
import {accent} from './paint.ts';
import type {InlineScreen} from './screen.ts';
import type {Answer, Stage, Work} from './stage.ts';

/** Five steps a second; no timer at all while nothing moves. */
const TICK = 200;
const NOTICE_LASTS = 2000;

/** The agent in a terminal: what is shown, and who waits for the user. */
export type Desk = {
	live: Live;
	work: Work | undefined;
	tick: number;
	/** Whether the answer being written has its bullet already. */
	hasStreamed: boolean;
	ticker: NodeJS.Timeout | undefined;
	noticeTimer: NodeJS.Timeout | undefined;
	wake: ((prompt: string) => void) | undefined;
	answer: ((answer: Answer | undefined) => void) | undefined;
	readonly screen: InlineScreen;
	readonly size: () => Size;
	readonly leave: () => never;
};

export const deskOn = (screen: InlineScreen, size: () => Size, leave: () => never): Desk => ({
	live: RESTING,
	work: undefined,
	tick: 0,
	hasStreamed: false,
	ticker: undefined,
	noticeTimer: undefined,
	wake: undefined,
	answer: undefined,
	screen,
	size,
	leave,
});

export const draw = (desk: Desk, above: readonly string[] = []): void => {
	desk.screen.setTitle(titleOf(desk.live, desk.work, desk.tick));
	desk.screen.update(frameOf(desk.live, desk.work, desk.tick, desk.size()), above);
};

const change = (desk: Desk, change: Partial<Live>, above: readonly string[] = []): void => {
	desk.live = {...desk.live, ...change};
	draw(desk, above);
};

/** The first of two prompts in one piece wakes whoever waits, the second has to queue. */
const submit = (desk: Desk, prompt: string): void => {
	const {wake} = desk;
	desk.wake = undefined;
	if (wake) wake(prompt);
	else desk.live = {...desk.live, queue: [...desk.live.queue, prompt]};
};

const carryOut = (desk: Desk, effect: Effect): void => {
	switch (effect.kind) {
		case 'submit':
			submit(desk, effect.text);
			break;
		case 'answer':
			desk.answer?.(effect.answer);
			break;
		case 'interrupt':
			desk.work?.interrupt();
			break;
		case 'exit':
			desk.leave();
	}
};

const onKey = (desk: Desk, key: Key): void => {
	const {live, effect} = press(desk.live, key);
	desk.live = live;
	clearTimeout(desk.noticeTimer);
	if (live.notice) desk.noticeTimer = setTimeout(() => change(desk, {notice: ''}), NOTICE_LASTS);
	if (effect) carryOut(desk, effect);
};

/** Returns what is to be called with everything that the terminal sends. */
export const keyboard = (desk: Desk): ((input: string) => void) => {
	const decoder = keyDecoder();
	let timer: NodeJS.Timeout | undefined;
	const press = (keys: readonly Key[]): void => {
		for (const key of keys) onKey(desk, key);
		if (keys.length > 0) draw(desk);
	};
	return input => {
		clearTimeout(timer);
		press(decoder.feed(input));
		const patience = decoder.patience();
		if (patience !== undefined) timer = setTimeout(() => press(decoder.flush()), patience);
	};
};

/** The next prompt: one that was queued, or what the user sends. */
export const nextPrompt = async (desk: Desk): Promise<string> => {
	const [queued, ...rest] = desk.live.queue;
	if (queued !== undefined) {
		desk.live = {...desk.live, queue: rest};
		return queued;
	}
	return new Promise(resolve => {
		desk.wake = resolve;
	});
};

const begin = (desk: Desk, work: Work): void => {
	desk.work = work;
	desk.tick = 0;
	desk.ticker = setInterval(() => {
		desk.tick++;
		// A question stands still: a screen that only waits must not look busy.
		if (!desk.live.question) draw(desk);
	}, TICK);
	change(desk, {isWorking: true});
};

const end = (desk: Desk): void => {
	clearInterval(desk.ticker);
	desk.work = undefined;
	change(desk, {isWorking: false});
};

const bulleted = (desk: Desk, line: string): string => (desk.hasStreamed ? `  ${line}` : `${accent('●')} ${line}`);

const streamWord = (desk: Desk, word: string): void => {
	const {partial} = desk.live;
	const longer = partial === '' ? bulleted(desk, word) : `${partial} ${word}`;
	if (widthOf(longer) <= desk.size().columns) {
		change(desk, {partial: longer}, partial === '' ? [''] : []);
	} else {
		desk.hasStreamed = true;
		change(desk, {partial: bulleted(desk, word)}, [partial]);
	}
};

const endStream = (desk: Desk): void => {
	const {partial} = desk.live;
	desk.hasStreamed = false;
	if (partial !== '') change(desk, {partial: ''}, [partial]);
};

const ask = async (desk: Desk, text: string): Promise<Answer | undefined> => {
	change(desk, {question: {text, selected: 0}});
	const answer = await new Promise<Answer | undefined>(resolve => {
		desk.answer = resolve;
	});
	desk.answer = undefined;
	return answer;
};

/** The stage that a turn is performed on. */
export const terminalStage = (desk: Desk, quit: Stage['quit']): Stage => ({
	begin: work => begin(desk, work),
	end: () => end(desk),
	show: (type, content) => draw(desk, messageLines({type, content}, desk.size().columns)),
	printLines: lines => draw(desk, lines),
	streamWord: word => streamWord(desk, word),
	endStream: () => endStream(desk),
	ask: question => ask(desk, question),
	quit,
});
