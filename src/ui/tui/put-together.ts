import type {Found} from '../../session/found.ts';
import type {Squad} from '../../session/squad.ts';
import type {Watch} from '../../session/watch/watch.ts';
import {type AllActions, actionsFor} from './act/actions.ts';
import {press} from './act/press.ts';
import {typist} from './act/typing.ts';
import {keymapWith, sayWith} from './keys/keymap.ts';
import {lookupsOf} from './lookups.ts';
import type {Stage} from './stage.ts';
import {detailStore} from './state/details.ts';
import {type Here, hereOf} from './state/here.ts';
import {firstView, type Notice, viewStore} from './state/view-state.ts';
import {chooseTheme, themeNamed} from './style/theme.ts';
import {demoOnTerminal} from './terminal/demo.ts';
import {terminalOwner} from './terminal/terminal-owner.ts';

export type TuiOptions = {
	readonly squad: Squad;
	readonly colours: boolean;
	readonly cwd: string;
	/** What is said at first: settings that were not understood, what was recovered. */
	readonly greeting: string | null;
};

/** Everything that is drawn, and what is drawn with. */
export const stageFor = async ({squad, colours, cwd}: TuiOptions, watch: Watch) => {
	const {settings} = await squad.settings();
	let found: Found = {repository: null, agents: []};
	const find = async (): Promise<void> => {
		found = await squad.found(cwd);
	};
	// Only whoever has no session yet sees it at once; for others it can wait until there is a picture.
	if (watch.snapshot().sessions.length === 0) {
		await find();
	} else {
		setImmediate(() => find().catch(() => undefined));
	}
	const details = detailStore(squad.find, lookupsOf(squad));
	const theme = themeNamed(chooseTheme(settings.ui.theme, {colours, background: squad.env.COLORFGBG}));
	const view = viewStore(firstView({columns: 80, rows: 24}, Date.now()));
	const keymap = keymapWith(settings.ui.keys);
	const stage: Stage = {
		watch,
		view,
		details,
		keymap,
		say: sayWith(keymap),
		theme,
		home: squad.env.HOME,
		found: () => found,
	};
	return {settings, details, stage};
};

export type Staged = Awaited<ReturnType<typeof stageFor>>;

/** Keys and actions on one side, the terminal on the other. */
export const putTogether = (
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
		owner: {...owner, quit: () => quit(0), demo: demoOnTerminal},
		cwd,
		view: view.snapshot,
		change: view.change,
		notice,
	});
	return {act, here, notice, owner};
};
