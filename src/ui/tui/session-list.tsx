import type {ReactElement} from 'react';
import {emptyList, listContent} from './content/list.ts';
import {welcomeContent} from './content/welcome.ts';
import type {Here} from './here.ts';
import type {Size} from './layout.ts';
import {Lines} from './lines.tsx';
import type {Stage} from './stage.ts';

const linesOf = ({theme, found}: Stage, here: Here, size: Size): readonly string[] => {
	if (here.snapshot.loadedAt === null) {
		return [];
	}
	if (here.listed.length > 0) {
		return listContent(here, size, theme);
	}
	return here.snapshot.sessions.length === 0
		? welcomeContent(found, size.columns, theme)
		: emptyList(here, size.columns, theme);
};

/** Who there is, those first who need somebody. */
export const SessionList = ({stage, here, size}: {stage: Stage; here: Here; size: Size}): ReactElement => (
	<Lines lines={linesOf(stage, here, size)} size={size} />
);
