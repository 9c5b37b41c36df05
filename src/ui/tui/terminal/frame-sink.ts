import {EventEmitter} from 'node:events';
import type {Size} from '../state/layout.ts';

/** What Ink takes for a terminal. It draws nothing itself: components put their lines on the canvas. */
export const frameSink = (size: () => Size): NodeJS.WriteStream => {
	const sink = new EventEmitter();
	Object.defineProperties(sink, {
		columns: {get: () => size().columns},
		rows: {get: () => size().rows},
		isTTY: {value: false},
		write: {value: (): boolean => true},
	});
	return sink as NodeJS.WriteStream;
};
