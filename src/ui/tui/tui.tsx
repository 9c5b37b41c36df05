import {spawn} from 'node:child_process';
import * as ink from 'ink';
import type {Squad} from '../../session/squad.ts';
import {type Actions, actionsFor} from './actions.ts';
import {App} from './app.tsx';
import {news, signals} from './attention.ts';
import {detailStore} from './details.ts';
import {frameSink} from './frame-sink.ts';
import {type Here, hereOf} from './here.ts';
import {keymapWith} from './keymap.ts';
import {press} from './press.ts';
import {keepSelection} from './selection.ts';
import type {Stage} from './stage.ts';
import {terminalOwner} from './terminal-owner.ts';
import {chooseTheme, themeNamed} from './theme.ts';
import {typist} from './typing.ts';
import {firstView, viewStore} from './view-state.ts';

export type TuiOptions = {
	readonly squad: Squad;
	readonly colours: boolean;
	readonly cwd: string;
	/** What is said at first: settings that were not understood, what was recovered. */
	readonly greeting: string | null;
};

/** Runs `squad demo` as a program of its own on this terminal. */
const demo = (): Promise<unknown> =>
	new Promise(resolve => {
		const child = spawn(process.execPath, [process.argv[1] ?? '', 'demo'], {stdio: 'inherit'});
		child.once('error', resolve);
		child.once('exit', () => {
			process.stdout.write('\nEnter goes back to squad ');
			process.stdin.once('data', resolve).resume();
		});
	});

const stageFor = async ({squad, colours, cwd}: TuiOptions, watch: Stage['watch']) => {
	const [{settings}, found] = await Promise.all([squad.settings(), squad.found(cwd)]);
	const details = detailStore({find: squad.find, diff: record => squad.diff(record, false)});
	const theme = themeNamed(chooseTheme(settings.ui.theme, {colours, background: squad.env.COLORFGBG}));
	const view = viewStore(firstView({columns: 80, rows: 24}, Date.now()));
	const keymap = keymapWith(settings.ui.keys);
	return {settings, details, stage: {watch, view, details, keymap, theme, home: squad.env.HOME, found}};
};

/** Ages are shown in minutes. */
const TICK_MS = 30_000;

/** Opens the TUI on this terminal; resolves when the user leaves it. */
export const runTui = async (options: TuiOptions): Promise<number> => {
	const {squad, cwd, greeting} = options;
	const watch = await squad.watch();
	const {settings, details, stage} = await stageFor(options, watch);
	const {view, keymap} = stage;
	const here = (): Here => hereOf(view.snapshot(), watch.snapshot());
	const notice = (text: string, style: 'bad' | 'done' | 'dim' = 'dim'): void =>
		view.change({type: 'notice', notice: {text, style}});

	let act: Actions;
	const owner = terminalOwner(process.stdin, process.stdout, {
		press: key => press(key, {act, here, keymap, typeKey: typist(watch, here, text => notice(text, 'bad'))}),
		resize: size => view.change({type: 'resize', size}),
	});
	const left = new Promise<number>(resolve => {
		const quit = (): void => resolve(0);
		act = actionsFor({squad, watch, stage, details, owner: {...owner, quit, demo}, cwd, change: view.change, notice});
		process.once('SIGTERM', () => resolve(143));
		process.once('SIGHUP', () => resolve(129));
	});

	let before = watch.snapshot();
	const listen = (): void => {
		const after = watch.snapshot();
		owner.say(signals(news(before, after), settings.ui));
		before = after;
	};
	const {keep, stop: stopKeeping} = keepSelection({here, change: view.change, watch, look: details.look});
	const stops = [watch.subscribe(listen), watch.subscribe(keep), view.subscribe(keep), stopKeeping];
	const ticking = setInterval(() => view.change({type: 'tick', now: Date.now()}), TICK_MS);
	const said = keymap.unknown.length > 0 ? `ui.keys: there is no key named ${keymap.unknown.join(', ')}` : greeting;
	if (said !== null) {
		notice(said, 'bad');
	}
	// Only in the built program: there Ink's layout engine loads in the background.
	await ('yogaReady' in ink ? ink.yogaReady : undefined);
	owner.open();
	const app = ink.render(<App stage={stage} />, {
		stdout: frameSink(owner.size, owner.paint),
		debug: true,
		patchConsole: false,
		exitOnCtrlC: false,
	});
	keep();
	const code = await left;
	clearInterval(ticking);
	for (const stop of stops) {
		stop();
	}
	app.unmount();
	owner.close();
	await watch.close();
	return code;
};
