import {createContext, useContext, useLayoutEffect} from 'react';
import type {Size} from './state/layout.ts';
import type {Canvas} from './terminal/canvas.ts';

export type Place = {readonly row: number; readonly column: number};

const nowhere: Canvas = {put: () => undefined, remove: () => undefined};

export const CanvasContext = createContext<Canvas>(nowhere);

type Props = {readonly name: string; readonly at: Place; readonly size: Size; readonly lines: readonly string[]};

/** Finished lines in a place of fixed size. */
export const Lines = ({name, at, size, lines}: Props): null => {
	const canvas = useContext(CanvasContext);
	useLayoutEffect(() => canvas.put(name, {...at, ...size, lines}));
	useLayoutEffect(() => () => canvas.remove(name), [canvas, name]);
	return null;
};
