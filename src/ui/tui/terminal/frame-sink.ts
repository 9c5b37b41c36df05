import {EventEmitter} from 'node:events';
import type {Size} from '../state/layout.ts';

/**
 * What Ink takes for a terminal: in its debug mode it writes each whole frame and nothing else. The painter then writes
 * only what differs, so nothing flickers and a quiet screen costs nothing.
 */
export const frameSink = (size: () => Size, paint: (frame: string) => void): NodeJS.WriteStream => {
	const sink = new EventEmitter();
	Object.defineProperties(sink, {
		columns: {get: () => size().columns},
		rows: {get: () => size().rows},
		isTTY: {value: false},
		write: {
			value: (frame: string): boolean => {
				paint(frame);
				return true;
			},
		},
	});
	return sink as NodeJS.WriteStream;
};
