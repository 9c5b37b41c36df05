import {TmuxError, type TmuxErrorCode, tmuxErrorOf} from './tmux-error.ts';

/** What came back for one line: the lines of all its blocks, and tmux's words if one of them failed. */
export type Reply = {readonly lines: readonly string[]; readonly failure: string | undefined};

type Asked = {
	readonly line: string;
	readonly resolve: (lines: readonly string[]) => void;
	readonly reject: (error: TmuxError) => void;
};

/** Its first word: the arguments may hold a prompt of many pages, or a value of somebody's environment. */
const nameOf = (line: string) => line.split(/[\s;]/, 1)[0] ?? '';

/** Commands on their way: at most `limit` are with tmux, the others wait their turn. Answers come in the order of sending. */
export const commandQueue = (limit: number) => {
	let waiting: Asked[] = [];
	let sent: Asked[] = [];

	const add = (line: string, timeoutMs?: number): Promise<readonly string[]> =>
		new Promise((resolve, reject) => {
			let timer: NodeJS.Timeout | undefined;
			const asked: Asked = {
				line,
				resolve: lines => {
					clearTimeout(timer);
					resolve(lines);
				},
				reject: error => {
					clearTimeout(timer);
					reject(error);
				},
			};
			const giveUp = () => {
				// One that was sent keeps its place in line: its answer may still come, and is nobody else's.
				waiting = waiting.filter(other => other !== asked);
				asked.reject(new TmuxError('timeout', nameOf(line), `no answer within ${timeoutMs} ms`));
			};
			if (timeoutMs !== undefined) timer = setTimeout(giveUp, timeoutMs);
			waiting.push(asked);
		});

	return {
		add,
		isEmpty: () => waiting.length === 0 && sent.length === 0,
		/** The lines to send now. From here on they count as sent. */
		take: (): readonly string[] => {
			const next = waiting.splice(0, limit - sent.length);
			sent.push(...next);
			return next.map(({line}) => line);
		},
		/** Gives the oldest sent command its answer. */
		answer: ({lines, failure}: Reply): void => {
			const asked = sent.shift();
			if (failure === undefined) asked?.resolve(lines);
			else asked?.reject(tmuxErrorOf(failure, nameOf(asked.line)));
		},
		failAll: (code: TmuxErrorCode, stderr: string): void => {
			const all = [...sent, ...waiting];
			sent = [];
			waiting = [];
			for (const {line, reject} of all) reject(new TmuxError(code, nameOf(line), stderr));
		},
	};
};
