import stripAnsi from 'strip-ansi';
import {LIST_PANES, type Pane, parsePanes} from './format.ts';
import type {Command, TmuxServer} from './server.ts';

/** Between two captures in one output. Another in each process, so that no screen holds it, not even one that shows this line. */
const MARK = `␞squad-next-${Math.random().toString(36).slice(2)}␞`;

const captureVisible = (paneId: string): Command[] => [
	['capture-pane', '-p', '-t', paneId],
	['display-message', '-p', MARK],
];

const splitScreens = (out: string): string[][] =>
	out
		.split(`${MARK}\n`)
		.slice(0, -1)
		.map(screen => screen.replace(/\n$/, '').split('\n'));

export const screens = async (server: TmuxServer, paneIds: readonly string[]): Promise<string[][]> =>
	paneIds.length === 0 ? [] : splitScreens(await server.run(paneIds.flatMap(captureVisible)));

/** What one pane shows, with its colours. */
export const colouredScreen = async (server: TmuxServer, paneId: string): Promise<string[]> =>
	(await server.run([['capture-pane', '-p', '-e', '-t', paneId]])).replace(/\n$/, '').split('\n');

export const captureAll = (target: string): Command => [
	'capture-pane',
	'-p',
	'-e',
	'-J',
	'-S',
	'-',
	'-E',
	'-',
	'-t',
	target,
];

/** Begins what a pane has shown, in which the version of tmux says how to read it. */
const BEGIN: Command = ['display-message', '-p', `${MARK}#{version}`];
const BEGUN = new RegExp(`${MARK}(.*)\n`);

/** Before 3.3 tmux fills lines that it joins up with spaces. */
const FILLS = /^2\.|^3\.[0-2]/;

/** What such a capture says, without the empty lines below it. PURE. */
export const scrollbackOf = (text: string, version: string): string => {
	const lines = FILLS.test(version) ? text.split('\n').map(line => line.trimEnd()) : [text];
	return `${lines.join('\n').trimEnd()}\n`;
};

/** Everything a pane has shown, with its colours, wrapped lines joined. */
export const scrollback = async (server: TmuxServer, paneId: string): Promise<string> => {
	const [, version = '', text = ''] = (await server.run([BEGIN, captureAll(paneId)])).split(BEGUN);
	return scrollbackOf(text, version);
};

/** All panes, and everything that some of them have shown, in one tmux process. */
export const panesWithScrollback = async (
	server: TmuxServer,
	paneIds: readonly string[],
): Promise<{panes: Pane[]; scrollbacks: Map<string, string>}> => {
	const captures = paneIds.flatMap((paneId): Command[] => [BEGIN, captureAll(paneId)]);
	// A version and a text for each.
	const [list = '', ...found] = (await server.run([LIST_PANES, ...captures])).split(BEGUN);
	return {
		panes: parsePanes(list),
		scrollbacks: new Map(paneIds.map((id, at) => [id, scrollbackOf(found[2 * at + 1] ?? '', found[2 * at] ?? '')])),
	};
};

/** Only colours and attributes pass; whatever else a program wrote could move the cursor or speak to the terminal. */
export const onlyColours = (text: string): string =>
	text
		// OSC, DCS, APC, PM, SOS with everything in them
		.replace(/\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\|$)/g, '')
		.replace(/\x1b\[([0-9;:]*)m|\x1b\[[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]?/g, (_, colour) =>
			colour === undefined ? '' : `\x1b[${colour}m`,
		)
		.replace(/[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, '');

/** No colours either. */
export const plain = (text: string): string => stripAnsi(onlyColours(text));

/** How long an agent needs to take in a paste before Enter means "send". */
const PASTE_SETTLES_MS = 150;

/** Types text as it is, whatever is in it: through a buffer, so that nothing is a key name, a flag or a separator. */
export const typeText = async (server: TmuxServer, paneId: string, text: string, enter: boolean): Promise<void> => {
	if (text !== '') {
		const buffer = `squad-${process.pid}-${Date.now()}`;
		// -p: bracketed where the program asked for it. -r: line ends stay line ends.
		await server.run(
			[
				['load-buffer', '-b', buffer, '-'],
				['paste-buffer', '-p', '-r', '-d', '-b', buffer, '-t', paneId],
			],
			{input: text},
		);
	}
	if (enter) {
		await new Promise(resolve => setTimeout(resolve, text === '' ? 0 : PASTE_SETTLES_MS));
		await pressKeys(server, paneId, ['Enter']);
	}
};

/** Some agents take two presses for one when they come at once. */
const BETWEEN_KEYS_MS = 60;

export const pressKeys = async (server: TmuxServer, paneId: string, keys: readonly string[]): Promise<void> => {
	for (const [at, key] of keys.entries()) {
		await new Promise(resolve => setTimeout(resolve, at === 0 ? 0 : BETWEEN_KEYS_MS));
		await server.run([['send-keys', '-t', paneId, '--', key]]);
	}
};
