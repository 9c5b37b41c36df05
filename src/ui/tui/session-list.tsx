import type {ReactElement} from 'react';
import {emptyList, listContent} from './content/list.ts';
import {Lines, type Place} from './lines.tsx';
import type {Stage} from './stage.ts';
import type {Here} from './state/here.ts';
import type {Size} from './state/layout.ts';

type Props = {readonly stage: Stage; readonly here: Here; readonly size: Size; readonly at: Place};

/** Who there is, those first who need somebody. */
export const SessionList = ({stage, here, size, at}: Props): ReactElement => {
	const {theme, say} = stage;
	const isEmpty = here.listed.length === 0 && here.snapshot.sessions.length > 0;
	const lines = isEmpty ? emptyList(here, size.columns, theme, say) : listContent(here, size, theme, say);
	return <Lines name="list" at={at} size={size} lines={here.snapshot.loadedAt === null ? [] : lines} />;
};
