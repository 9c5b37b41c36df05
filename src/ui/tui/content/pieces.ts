import type {Stage} from '../stage.ts';
import type {Details} from '../state/details.ts';
import type {Here} from '../state/here.ts';
import {CHROME_ROWS, HEAD_ROWS, layoutOf, MARGIN, type Size} from '../state/layout.ts';
import type {Dialog} from '../state/view-state.ts';
import type {Piece} from '../terminal/canvas.ts';
import {confirmContent} from './confirm.ts';
import {detailContent, scrolled} from './detail.ts';
import {footerContent} from './footer.ts';
import {formContent} from './form.ts';
import {headerContent} from './header.ts';
import {helpContent, helpPage} from './help.ts';
import {emptyList, listContent} from './list.ts';
import {menuContent} from './menu.ts';
import {tabsContent} from './tabs.ts';
import {welcomeContent} from './welcome.ts';

type Place = {readonly row: number; readonly column: number};

/** Below the line of counts. */
const TOP: Place = {row: 1, column: 0};

const dialogLines = (dialog: Dialog, {theme, keymap, say}: Stage, here: Here, size: Size): readonly string[] => {
	switch (dialog.kind) {
		case 'form':
			return formContent(dialog, size, theme);
		case 'confirm':
			return confirmContent(dialog, size, theme, say);
		case 'help':
			return helpPage(helpContent(keymap, size.columns, theme), size, dialog.scroll, theme);
		case 'menu':
			return menuContent(here, keymap, dialog.at, size, {theme, say});
	}
};

/** The selected session. */
const tabbed = (stage: Stage, here: Here, details: Details, size: Size, at: Place): Piece[] => {
	const {session, view} = here;
	const {theme, home, say} = stage;
	const room = {columns: size.columns - MARGIN, rows: size.rows - HEAD_ROWS};
	const parts = detailContent(here, room, {theme, home, details, say});
	const wide = {columns: size.columns, isBelow: at.row > 1};
	const head = session === null ? [] : tabsContent(session, view.tab, wide, view.now, theme);
	const below = {row: at.row + HEAD_ROWS, column: at.column + MARGIN};
	return [
		{...at, columns: size.columns, rows: HEAD_ROWS, lines: head},
		{...below, ...room, lines: scrolled(parts, room.rows, view.scroll).lines},
	];
};

/** The selected session, or the dialog that is open. */
const detailPieces = (stage: Stage, here: Here, details: Details, size: Size, at: Place): Piece[] => {
	const {dialog} = here.view;
	if (dialog === null) {
		return tabbed(stage, here, details, size, at);
	}
	const inner = {columns: size.columns - 1, rows: size.rows};
	return [{row: at.row, column: at.column + 1, ...inner, lines: dialogLines(dialog, stage, here, inner)}];
};

/** Who there is, those first who need somebody. */
const listLines = ({theme, say}: Stage, here: Here, size: Size): readonly string[] => {
	if (here.snapshot.loadedAt === null) {
		return [theme.paint('dim', ' looking …')];
	}
	const isEmpty = here.listed.length === 0 && here.snapshot.sessions.length > 0;
	return isEmpty ? emptyList(here, size.columns, theme, say) : listContent(here, size, theme, say);
};

/** Nothing to list, and nothing asked: the whole screen is for whoever begins. */
const isFirstScreen = ({view, snapshot}: Here): boolean =>
	snapshot.loadedAt !== null && snapshot.sessions.length + snapshot.damaged.length === 0 && view.dialog === null;

const bodyPieces = (stage: Stage, here: Here, details: Details): Piece[] => {
	const {size, dialog, focus} = here.view;
	const {theme, found, home, say} = stage;
	if (isFirstScreen(here)) {
		const room = {columns: size.columns, rows: Math.max(1, size.rows - CHROME_ROWS)};
		return [{...TOP, ...room, lines: welcomeContent(found(), size.columns, theme, {home, say})}];
	}
	const {list, detail, side} = layoutOf(size, dialog === null ? focus : 'dialog');
	const at = side ? {row: 1, column: (list?.columns ?? 0) + 1} : {row: 1 + (list?.rows ?? 0), column: 0};
	const rows = detail?.rows ?? 0;
	const rule = {row: 1, column: list?.columns ?? 0, columns: 1, rows, lines: Array(rows).fill(theme.paint('dim', '│'))};
	return [
		...(list ? [{...TOP, ...list, lines: listLines(stage, here, list)}] : []),
		...(list && side ? [rule] : []),
		...(detail ? detailPieces(stage, here, details, detail, at) : []),
	];
};

/** The whole screen: counts, list, detail, keys. PURE. */
export const piecesOf = (stage: Stage, here: Here, details: Details): readonly Piece[] => {
	const {columns, rows} = here.view.size;
	const {theme, keymap} = stage;
	return [
		{row: 0, column: 0, columns, rows: 1, lines: [headerContent(here, columns, theme)]},
		...bodyPieces(stage, here, details),
		{row: rows - 2, column: 0, columns, rows: 2, lines: footerContent(here, keymap, columns, theme)},
	];
};
