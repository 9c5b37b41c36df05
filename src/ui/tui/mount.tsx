import * as ink from 'ink';
import {App} from './app.tsx';
import type {Stage} from './stage.ts';
import type {Size} from './state/layout.ts';
import type {Canvas} from './terminal/canvas.ts';
import {frameSink} from './terminal/frame-sink.ts';

/** From here on every change is drawn; returns what ends that. */
export const mount = async (stage: Stage, canvas: Canvas, size: () => Size): Promise<() => void> => {
	// Only in the built program: there Ink's layout engine loads in the background.
	await ('yogaReady' in ink ? ink.yogaReady : undefined);
	const app = ink.render(<App stage={stage} canvas={canvas} />, {
		stdout: frameSink(size),
		debug: true,
		patchConsole: false,
		exitOnCtrlC: false,
	});
	return () => app.unmount();
};
