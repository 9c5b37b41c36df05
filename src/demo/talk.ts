import {type Clock, demoClock} from './clock.ts';
import {type Conversation, openConversation} from './conversation.ts';
import {headerLines} from './header.ts';
import {earlierLines} from './message-lines.ts';
import {inlineScreen} from './screen.ts';
import {type Desk, deskOn, draw, keyboard, nextPrompt, terminalStage} from './terminal-stage.ts';
import {type Agent, takeTurn} from './turn.ts';
import {PROMPTS} from './words.ts';

/** Everything that a conversation is started with. */
export type Beginning = {
	readonly conversation: Conversation;
	readonly folder: string;
	readonly newToken: () => string;
	readonly cwd: string;
	readonly home: string;
	readonly model: string | undefined;
	readonly prompt: string;
	readonly speed: number;
};

export const resumeLine = ({token}: Conversation): string => `Resume this session with: demo --resume ${token}`;

/** The current conversation, which /clear exchanges. */
type Current = {conversation: Conversation};

const terminalSize = (): {columns: number; rows: number} => ({
	// A terminal that does not know its size yet says 0.
	columns: process.stdout.columns || 80,
	rows: process.stdout.rows || 24,
});

/** Never throws: a terminal that has gone away is no reason for a stack trace. */
const write = (text: string): void => {
	try {
		process.stdout.write(text);
	} catch {
		// EIO or EPIPE: the pane was closed; the hang-up signal ends the program.
	}
};

const openTerminal = (current: Current): {desk: Desk; quit: (code: number, ...lastLines: string[]) => never} => {
	const screen = inlineScreen(terminalSize, write);
	const quit = (code: number, ...lastLines: string[]): never => {
		screen.close(lastLines);
		process.exit(code);
	};
	const leave = (): never =>
		quit(0, ...(current.conversation.messages.length > 0 ? ['', resumeLine(current.conversation)] : []));
	const desk = deskOn(screen, terminalSize, leave);
	process.stdin.setRawMode(true).setEncoding('utf8').on('data', keyboard(desk));
	for (const [signal, code] of [
		['SIGHUP', 129],
		['SIGINT', 130],
		['SIGTERM', 143],
	] as const) {
		process.on(signal, () => quit(code));
	}
	process.stdin.on('end', () => quit(129)).on('error', () => quit(129));
	process.stdout.on('error', () => process.exit(129)).on('resize', () => draw(desk));
	// After a stop somebody else may have drawn over it.
	process.on('SIGCONT', () => draw(desk));
	return {desk, quit};
};

const startAfresh = (current: Current, {folder, newToken}: Beginning): void => {
	current.conversation = openConversation(folder, newToken());
};

/** Returns false for what is no command but a prompt. */
const obey = (prompt: string, desk: Desk, current: Current, beginning: Beginning): boolean => {
	if (!/^\/[a-z]/i.test(prompt)) return false;
	switch (prompt.toLowerCase()) {
		case '/exit':
		case '/quit':
			return desk.leave();
		case '/clear':
			startAfresh(current, beginning);
			draw(desk, ['', ...headerLines({...beginning, token: current.conversation.token}, desk.size().columns)]);
			return true;
		case '/help':
			draw(desk, ['', ...PROMPTS.split('\n')]);
			return true;
		default:
			terminalStage(desk, () => desk.leave()).show(
				'assistant',
				`Unknown command: ${prompt.split(/\s/)[0]}. Try /help.`,
			);
			return true;
	}
};

/** Talks in the terminal until the user leaves. */
export const talk = async (beginning: Beginning): Promise<never> => {
	const current: Current = {conversation: beginning.conversation};
	const {desk, quit} = openTerminal(current);
	const clock: Clock = demoClock(beginning.speed);
	const agent: Agent = {stage: terminalStage(desk, quit), clock, cwd: beginning.cwd, allowed: new Set()};
	const {messages, token} = beginning.conversation;
	draw(desk, [
		...headerLines({...beginning, token}, desk.size().columns),
		...(messages.length > 0 ? earlierLines(messages, desk.size().columns) : []),
	]);
	for (let prompt = beginning.prompt.trim() || (await nextPrompt(desk)); ; prompt = await nextPrompt(desk)) {
		if (!obey(prompt, desk, current, beginning)) await takeTurn(prompt, current.conversation, agent);
	}
};
