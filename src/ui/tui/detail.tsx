import type {ReactElement} from 'react';
import {confirmContent} from './content/confirm.ts';
import {detailContent, scrolled} from './content/detail.ts';
import {formContent} from './content/form.ts';
import {helpContent} from './content/help.ts';
import {menuContent} from './content/menu.ts';
import {tabsContent} from './content/tabs.ts';
import {Lines, type Place} from './lines.tsx';
import type {Stage} from './stage.ts';
import type {Here} from './state/here.ts';
import {HEAD_ROWS, MARGIN, type Size} from './state/layout.ts';
import type {Dialog} from './state/view-state.ts';
import {useStore} from './use-store.ts';

const dialogLines = (dialog: Dialog, {theme, keymap, say}: Stage, here: Here, size: Size): readonly string[] => {
	switch (dialog.kind) {
		case 'form':
			return formContent(dialog, size, theme);
		case 'confirm':
			return confirmContent(dialog, size, theme, say);
		case 'help': {
			const body = helpContent(keymap, size.columns, theme);
			return scrolled({top: [], body, fromEnd: false}, size.rows, dialog.scroll).lines;
		}
		case 'menu':
			return menuContent(here, keymap, dialog.at, size.columns, {theme, say});
	}
};

type Props = {readonly stage: Stage; readonly here: Here; readonly size: Size; readonly at: Place};

const Tabbed = ({stage, here, size, at}: Props): ReactElement => {
	const details = useStore(stage.details);
	const {session, view} = here;
	const {theme, home, say} = stage;
	const room = {columns: size.columns - MARGIN, rows: size.rows - HEAD_ROWS};
	const parts = detailContent(here, room, {theme, home, details, say});
	const head = session === null ? [] : tabsContent(session, view.tab, size.columns, view.now, theme);
	const below = {row: at.row + HEAD_ROWS, column: at.column + MARGIN};
	return (
		<>
			<Lines name="tabs" at={at} size={{columns: size.columns, rows: HEAD_ROWS}} lines={head} />
			<Lines name="tab" at={below} size={room} lines={scrolled(parts, room.rows, view.scroll).lines} />
		</>
	);
};

/** The selected session, or the dialog that is open. */
export const Detail = (props: Props): ReactElement => {
	const {stage, here, size, at} = props;
	const {dialog} = here.view;
	if (dialog === null) {
		return <Tabbed {...props} />;
	}
	const inner = {columns: size.columns - 1, rows: size.rows};
	const inside = {row: at.row, column: at.column + 1};
	return <Lines name="dialog" at={inside} size={inner} lines={dialogLines(dialog, stage, here, inner)} />;
};
