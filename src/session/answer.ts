import {colouredScreen, pressKeys} from '../tmux/pane.ts';
import type {Agent, Option, Reading} from './agents/agent.ts';
import {optionFor} from './agents/choice.ts';
import {withoutColours} from './agents/colours.ts';
import {paneOfAgent, refuseHalfWay} from './at-agent.ts';
import {SquadError} from './errors.ts';
import {type Held, type World, withSession} from './held.ts';
import {activityIn} from './hooks/report.ts';
import {readPane} from './reading.ts';
import {reportOf} from './report-of.ts';
import {panesOf} from './screen-layer.ts';
import type {SessionRecord} from './session.ts';

/** An agent under load takes a moment to draw again. */
const PATIENCE_MS = 4000;
/** Long enough for an agent that takes the number alone, before Enter is thought of. */
const FIRST_LOOK_MS = 1200;
const LOOK_EVERY_MS = 80;

type Look = {readonly reading: Reading; readonly lastLine: string};

/** What somebody who answers has to see of a question. */
const shapeOf = ({activity, question, options}: Reading): string =>
	JSON.stringify([activity, question, options.map(({label, chosen}) => [label, chosen])]);

const listOf = (options: readonly Option[]): string =>
	options.map(({number, label}) => `${number} ${label}`).join(', ');

const nothingAsked = (id: string, {activity, rule}: Reading): SquadError =>
	new SquadError(
		'wrong_state',
		`${id} asks nothing: it is ${activity} (${rule})`,
		activity === 'unknown' ? `look yourself: \`squad attach ${id}\`` : `\`squad send ${id} <text>\` types into it`,
		id,
	);

const noSuchOption = (id: string, choice: string, {question, options}: Reading): SquadError =>
	new SquadError(
		'wrong_state',
		`${id} asks ${JSON.stringify(question ?? 'something')}, and no option of it is ${choice}`,
		options.length > 0 ? `choose one of: ${listOf(options)}` : `answer it there: \`squad attach ${id}\``,
		id,
	);

const stillThere = (id: string, keys: readonly string[], {question}: Reading): SquadError =>
	new SquadError(
		'failed',
		`${id} still asks ${JSON.stringify(question ?? 'the same')} after ${keys.join(' ')}`,
		`look and answer it there: \`squad attach ${id}\``,
		id,
	);

/** Answers one question in one pane; every key is pressed on what is seen then, never blindly. */
const answering = (held: Held, agent: Agent, paneId: string) => {
	const {id} = held.record();
	const look = async (): Promise<Look> => {
		const pane = (await panesOf(held)).find(one => one.paneId === paneId);
		if (pane === undefined || pane.dead) {
			throw new SquadError('wrong_state', `the agent of ${id} has ended meanwhile`, `\`squad logs ${id}\``, id);
		}
		const lines = await colouredScreen(held.tmux, paneId);
		const lastLine = lines.map(withoutColours).findLast(line => line.trim() !== '');
		return {reading: readPane(agent, pane, lines), lastLine: lastLine?.trimEnd() ?? ''};
	};
	/** The first look that is as wished; the last one when time is up. */
	const lookFor = async (wished: (now: Look) => boolean, withinMs: number): Promise<Look> => {
		const until = Date.now() + withinMs;
		for (;;) {
			await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS));
			const now = await look();
			if (wished(now) || Date.now() > until) return now;
		}
	};
	const press = (keys: readonly string[]) => pressKeys(held.tmux, paneId, keys);
	/** Makes sure that this question is gone, or has become another. */
	const gone = async (before: Reading, keys: readonly string[]): Promise<void> => {
		const isGone = ({reading}: Look) => shapeOf(reading) !== shapeOf(before);
		if (!isGone(await lookFor(isGone, PATIENCE_MS))) throw stillThere(id, keys, before);
	};
	return {id, look, lookFor, press, gone};
};

type Hand = ReturnType<typeof answering>;

const isChosen = ({activity, options}: Reading, label: string): boolean =>
	activity === 'asking' && options.some(one => one.chosen && one.label === label);

/** Arrows first, Enter only once the wanted option is seen to be chosen. */
const takeByArrows = async (hand: Hand, before: Look, {keys, label}: Option): Promise<void> => {
	const moves = keys.slice(0, -1);
	await hand.press(moves);
	const {reading} =
		moves.length === 0 ? before : await hand.lookFor(now => isChosen(now.reading, label), FIRST_LOOK_MS);
	if (!isChosen(reading, label)) {
		throw new SquadError(
			'failed',
			`${JSON.stringify(label)} could not be chosen: ${moves.join(' ')} led elsewhere`,
			`nothing was answered; answer it there: \`squad attach ${hand.id}\``,
			hand.id,
		);
	}
	await hand.press(['Enter']);
	await hand.gone(reading, keys);
};

/** A letter behind a question in the last line, which then says whether it was taken. Where the letter was only typed, Enter follows. */
const takeInLine = async (hand: Hand, before: Look, {keys}: Option): Promise<void> => {
	const [key = ''] = keys;
	await hand.press([key]);
	const {lastLine} = await hand.lookFor(now => now.lastLine !== before.lastLine, FIRST_LOOK_MS);
	const isTyped = lastLine.startsWith(before.lastLine) && lastLine.endsWith(key) && lastLine !== before.lastLine;
	if (isTyped) {
		await hand.press(['Enter']);
		// It may go on without a word: only the same question once more is no answer.
		await hand.lookFor(now => now.lastLine !== lastLine, FIRST_LOOK_MS);
	} else if (lastLine === before.lastLine) throw stillThere(hand.id, [key], before.reading);
};

/** A number. Where it only moved the choice, Enter follows. */
const takeByNumber = async (hand: Hand, before: Look, {keys, label}: Option): Promise<void> => {
	await hand.press(keys);
	const {reading} = await hand.lookFor(now => shapeOf(now.reading) !== shapeOf(before.reading), PATIENCE_MS);
	if (shapeOf(reading) === shapeOf(before.reading)) throw stillThere(hand.id, keys, reading);
	if (reading.question === before.reading.question && isChosen(reading, label)) {
		await hand.press(['Enter']);
		await hand.gone(reading, [...keys, 'Enter']);
	}
};

const take = (hand: Hand, before: Look, option: Option): Promise<void> => {
	const [first = '', second] = option.keys;
	if (!/^[a-z\d]$/iu.test(first)) return takeByArrows(hand, before, option);
	return second === 'Enter' ? takeInLine(hand, before, option) : takeByNumber(hand, before, option);
};

/** What the agent asks. One that has reported a question may not have drawn it yet. */
const question = async (held: Held, hand: Hand): Promise<Look> => {
	const first = await hand.look();
	const report = first.reading.activity === 'asking' ? undefined : reportOf(held.home, held.record());
	const isComing = report !== undefined && activityIn(report) === 'asking';
	const now = isComing ? await hand.lookFor(({reading}) => reading.activity === 'asking', PATIENCE_MS) : first;
	if (now.reading.activity !== 'asking') throw nothingAsked(hand.id, now.reading);
	return now;
};

/** Answers what an agent asks: `yes`, `no` or the number of an option. */
export const answerQuestion = (world: World, record: SessionRecord, choice: string): Promise<SessionRecord> =>
	withSession(world, record, 'answer', async held => {
		const {id} = record;
		if (!/^(?:yes|no|[1-9])$/u.test(choice)) {
			throw new SquadError(
				'usage',
				`${JSON.stringify(choice)} is no answer`,
				'answer yes, no or a number from 1 to 9',
				id,
			);
		}
		refuseHalfWay(held);
		const pane = await paneOfAgent(held);
		const agent = await held.agent();
		if (agent === null) {
			throw new SquadError('wrong_state', `${id} has no agent that could ask`, `\`squad attach ${id}\` opens it`, id);
		}
		const hand = answering(held, agent, pane.paneId);
		const before = await question(held, hand);
		const {reading} = before;
		const option = optionFor(reading.options, choice);
		if (option === undefined && choice === 'no') {
			await hand.press(['Escape']);
			await hand.gone(reading, ['Escape']);
		} else if (option === undefined || option.keys.length === 0) throw noSuchOption(id, choice, reading);
		else await take(hand, before, option);
		return held.record();
	});
