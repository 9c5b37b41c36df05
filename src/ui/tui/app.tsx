import {useLayoutEffect, useMemo} from 'react';
import {piecesOf} from './content/pieces.ts';
import type {Stage} from './stage.ts';
import {hereOf} from './state/here.ts';
import type {Canvas} from './terminal/canvas.ts';
import {useStore} from './use-store.ts';

/** Shows what the stores hold, whenever that has changed. */
export const App = ({stage, canvas}: {stage: Stage; canvas: Canvas}): null => {
	const snapshot = useStore(stage.watch);
	const view = useStore(stage.view);
	const details = useStore(stage.details);
	const pieces = useMemo(() => piecesOf(stage, hereOf(view, snapshot), details), [stage, view, snapshot, details]);
	useLayoutEffect(() => canvas.show(pieces), [canvas, pieces]);
	return null;
};
