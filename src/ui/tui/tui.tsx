import {listAnew} from '../../session/list/list-anew.ts';
import {listNow} from '../../session/list/list-now.ts';
import {watch as watchWorld} from '../../session/watch/watch.ts';
import {piecesOf} from './content/pieces.ts';
import {firstLook} from './first-look.ts';
import {keepGoing} from './keep-going.ts';
import {putTogether, stageFor, type TuiOptions} from './put-together.ts';
import {keepHeapSmall} from './small-heap.ts';
import {canvas} from './terminal/canvas.ts';
import {endings} from './terminal/endings.ts';

/** Opens the TUI on this terminal; resolves when the user leaves it, rejects with what is a bug. */
export const runTui = async (options: TuiOptions): Promise<number> => {
	const {squad, greeting} = options;
	// Not where tmux does not answer at once: then the first look of the watch says so.
	const listed = await listNow(squad.world, () => listAnew, {patient: false});
	const watch = watchWorld(squad.world, {seen: listed?.views});
	const staged = await stageFor(options, watch);
	const {stage} = staged;
	let leave: (code: number) => void = () => undefined;
	let forget: () => void = () => undefined;
	const left = new Promise<number>((resolve, reject) => {
		leave = resolve;
		forget = endings(resolve, reject, () => parts.owner.isLent());
	});
	const parts = putTogether(options, watch, staged, code => leave(code));
	const {owner, notice, here} = parts;
	const {unknown} = stage.keymap;
	const said = unknown.length > 0 ? `ui.keys: there is no key named ${unknown.join(', ')}` : greeting;
	if (said !== null) {
		notice(said, 'bad');
	}
	await (watch.snapshot().loadedAt === null ? firstLook(watch) : undefined);
	owner.open();
	const screen = canvas(() => owner.size().rows, owner.paint);
	// The first picture without Ink, which takes longer to load than all that is in it.
	screen.show(piecesOf(stage, here(), stage.details.snapshot()));
	const stop = keepGoing(watch, staged, parts);
	let unmount: () => void = () => undefined;
	try {
		const {mount} = await import('./mount.tsx');
		unmount = await mount(stage, screen, owner.size);
		listed?.remember();
		keepHeapSmall();
		return await left;
	} finally {
		stop();
		owner.close();
		unmount();
		forget();
		await watch.close();
	}
};
