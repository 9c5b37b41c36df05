import {Box} from 'ink';
import type {ReactElement} from 'react';
import {detailContent, scrolled, startsAtEnd} from './content/detail.ts';
import {confirmContent, formContent, helpContent, menuContent} from './content/dialog.ts';
import {tabsContent} from './content/tabs.ts';
import type {Here} from './here.ts';
import type {Size} from './layout.ts';
import {Lines} from './lines.tsx';
import type {Stage} from './stage.ts';
import {useStore} from './use-store.ts';
import type {Dialog} from './view-state.ts';

const dialogLines = (dialog: Dialog, {theme, keymap}: Stage, here: Here, size: Size): readonly string[] => {
	switch (dialog.kind) {
		case 'form':
			return formContent(dialog, size, theme);
		case 'confirm':
			return confirmContent(dialog, size, theme);
		case 'help':
			return scrolled(helpContent(keymap, size.columns, theme), size.rows, dialog.scroll, false).lines;
		case 'menu':
			return menuContent(here, keymap, dialog.at, size.columns, theme);
	}
};

/** Above it stand the session's name and its tabs. */
const HEAD_ROWS = 2;

type Props = {readonly stage: Stage; readonly here: Here; readonly size: Size};

const Tabbed = ({stage, here, size}: Props): ReactElement | null => {
	const details = useStore(stage.details);
	const {session, view} = here;
	if (session === null) {
		return null;
	}
	const {theme, home} = stage;
	const room = {columns: size.columns, rows: size.rows - HEAD_ROWS};
	const lines = detailContent(here, room, {theme, home, details});
	return (
		<Box flexDirection="column">
			<Lines
				lines={tabsContent(session, view.tab, size.columns, view.now, theme)}
				size={{columns: size.columns, rows: HEAD_ROWS}}
			/>
			<Lines lines={scrolled(lines, room.rows, view.scroll, startsAtEnd(view.tab, session)).lines} size={room} />
		</Box>
	);
};

/** The selected session, or the dialog that is open. */
export const Detail = (props: Props): ReactElement => {
	const {stage, here, size} = props;
	const {dialog} = here.view;
	if (dialog === null) {
		return <Tabbed {...props} />;
	}
	const inner = {columns: size.columns - 2, rows: size.rows - 1};
	return (
		<Box paddingLeft={1} paddingTop={1} width={size.columns} height={size.rows}>
			<Lines lines={dialogLines(dialog, stage, here, inner)} size={inner} />
		</Box>
	);
};
