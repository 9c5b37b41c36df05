import {spawn} from 'node:child_process';
import * as ink from 'ink';
import type {Squad} from '../../session/squad.ts';
import {type Watch, watch as watchWorld} from '../../session/watch/watch.ts';
import {type AllActions, actionsFor} from './act/actions.ts';
import {autoResume} from './act/auto-resume.ts';
import {press} from './act/press.ts';
import {keepSelection} from './act/selection.ts';
import {typist} from './act/typing.ts';
import {App} from './app.tsx';
import {attentive} from './attention.ts';
import {firstLook} from './first-look.ts';
import {keymapWith, sayWith} from './keys/keymap.ts';
import {CanvasContext} from './lines.tsx';
import {lookupsOf} from './lookups.ts';
import {keepHeapSmall} from './small-heap.ts';
import type {Stage} from './stage.ts';
import {detailStore} from './state/details.ts';
import {type Here, hereOf} from './state/here.ts';
import {firstView, type Notice, viewStore} from './state/view-state.ts';
import {chooseTheme, themeNamed} from './style/theme.ts';
import {canvas} from './terminal/canvas.ts';
import {endings} from './terminal/endings.ts';
import {frameSink} from './terminal/frame-sink.ts';
import {terminalOwner} from './terminal/terminal-owner.ts';

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

/** Everything that is drawn, and what is drawn with. */
const stageFor = async ({squad, colours, cwd}: TuiOptions, watch: Watch) => {
	const [{settings}, found] = await Promise.all([squad.settings(), squad.found(cwd)]);
	const details = detailStore(squad.find, lookupsOf(squad));
	const theme = themeNamed(chooseTheme(settings.ui.theme, {colours, background: squad.env.COLORFGBG}));
	const view = viewStore(firstView({columns: 80, rows: 24}, Date.now()));
	const keymap = keymapWith(settings.ui.keys);
	const stage: Stage = {watch, view, details, keymap, say: sayWith(keymap), theme, home: squad.env.HOME, found};
	return {settings, details, stage};
};

type Staged = Awaited<ReturnType<typeof stageFor>>;

/** Keys and actions on one side, the terminal on the other. */
const putTogether = (
	{squad, cwd}: TuiOptions,
	watch: Watch,
	{stage, details}: Staged,
	quit: (code: number) => void,
) => {
	const {view, keymap, theme, home, say, found} = stage;
	const here = (): Here => hereOf(view.snapshot(), watch.snapshot());
	const notice = (text: string, style: Notice['style'] = 'dim'): void =>
		view.change({type: 'notice', notice: {text, style}});
	const typeKey = typist(watch, here, text => notice(text, 'bad'));
	const owner = terminalOwner(process.stdin, process.stdout, {
		press: key => press(key, {act, here, keymap, typeKey}),
		resize: size => view.change({type: 'resize', size}),
	});
	const act: AllActions = actionsFor({
		squad,
		watch,
		details,
		look: {theme, home, say},
		found,
		owner: {...owner, quit: () => quit(0), demo},
		cwd,
		view: view.snapshot,
		change: view.change,
		notice,
	});
	return {act, here, notice, owner};
};

/** Ages are shown in minutes. */
const TICK_MS = 30_000;

/** What happens by itself while the TUI is open; returns what stops it. */
const keepGoing = (watch: Watch, staged: Staged, {act, here, notice, owner}: ReturnType<typeof putTogether>) => {
	const {view} = staged.stage;
	const {settings, details} = staged;
	const {keep, stop} = keepSelection({here, change: view.change, watch, look: details.look});
	const listen = attentive(watch.snapshot, text => owner.say(text), settings.ui);
	const resume = autoResume(watch.snapshot, settings.recovery.autoResume, act, text => notice(staged.stage.say(text)));
	const ticking = setInterval(() => view.change({type: 'tick', now: Date.now()}), TICK_MS);
	const stops = [watch.subscribe(listen), watch.subscribe(resume), watch.subscribe(keep), view.subscribe(keep), stop];
	keep();
	return (): void => {
		clearInterval(ticking);
		for (const end of stops) {
			end();
		}
	};
};

/** Opens the TUI on this terminal; resolves when the user leaves it, rejects with what is a bug. */
export const runTui = async (options: TuiOptions): Promise<number> => {
	const watch = watchWorld(options.squad.world);
	const staged = await stageFor(options, watch);
	const {keymap} = staged.stage;
	let leave: (code: number) => void = () => undefined;
	let forget: () => void = () => undefined;
	const left = new Promise<number>((resolve, reject) => {
		leave = resolve;
		forget = endings(resolve, reject);
	});
	const parts = putTogether(options, watch, staged, code => leave(code));
	const {owner, notice} = parts;
	const said =
		keymap.unknown.length > 0 ? `ui.keys: there is no key named ${keymap.unknown.join(', ')}` : options.greeting;
	if (said !== null) {
		notice(said, 'bad');
	}
	// Only in the built program: there Ink's layout engine loads in the background.
	await ('yogaReady' in ink ? ink.yogaReady : undefined);
	await (watch.snapshot().loadedAt === null ? firstLook(watch) : undefined);
	owner.open();
	const screen = canvas(() => owner.size().rows, owner.paint);
	const root = (
		<CanvasContext value={screen}>
			<App stage={staged.stage} />
		</CanvasContext>
	);
	const app = ink.render(root, {
		stdout: frameSink(owner.size),
		debug: true,
		patchConsole: false,
		exitOnCtrlC: false,
	});
	const stop = keepGoing(watch, staged, parts);
	keepHeapSmall();
	try {
		return await left;
	} finally {
		stop();
		owner.close();
		app.unmount();
		forget();
		await watch.close();
	}
};
