import {type ReactElement, useMemo} from 'react';
import {footerContent} from './content/footer.ts';
import {headerContent} from './content/header.ts';
import {welcomeContent} from './content/welcome.ts';
import {Detail} from './detail.tsx';
import {Lines} from './lines.tsx';
import {SessionList} from './session-list.tsx';
import type {Stage} from './stage.ts';
import {type Here, hereOf} from './state/here.ts';
import {CHROME_ROWS, layoutOf} from './state/layout.ts';
import {useStore} from './use-store.ts';

/** Nothing to list, and nothing asked: the whole screen is for whoever begins. */
const isFirstScreen = ({view, snapshot}: Here): boolean =>
	snapshot.loadedAt !== null && snapshot.sessions.length + snapshot.damaged.length === 0 && view.dialog === null;

/** Below the line of counts. */
const TOP = {row: 1, column: 0};

const Body = ({stage, here}: {stage: Stage; here: Here}): ReactElement => {
	const {size, dialog, focus} = here.view;
	const {theme, found, home, say} = stage;
	if (isFirstScreen(here)) {
		const room = {columns: size.columns, rows: Math.max(1, size.rows - CHROME_ROWS)};
		return (
			<Lines name="welcome" at={TOP} size={room} lines={welcomeContent(found, size.columns, theme, {home, say})} />
		);
	}
	const {list, detail, side} = layoutOf(size, dialog === null ? focus : 'dialog');
	const beside = {row: 1, column: (list?.columns ?? 0) + 1};
	const below = {row: 1 + (list?.rows ?? 0), column: 0};
	const rule = {columns: 1, rows: detail?.rows ?? 0};
	return (
		<>
			{list && <SessionList stage={stage} here={here} size={list} at={TOP} />}
			{list && side && (
				<Lines
					name="rule"
					at={{row: 1, column: list.columns}}
					size={rule}
					lines={Array(rule.rows).fill(theme.paint('dim', '│'))}
				/>
			)}
			{detail && <Detail stage={stage} here={here} size={detail} at={side ? beside : below} />}
		</>
	);
};

/** The whole screen: counts, list, detail, keys. */
export const App = ({stage}: {stage: Stage}): ReactElement => {
	const snapshot = useStore(stage.watch);
	const view = useStore(stage.view);
	const here = useMemo(() => hereOf(view, snapshot), [view, snapshot]);
	const {columns, rows} = view.size;
	const footer = footerContent(here, stage.keymap, columns, stage.theme);
	return (
		<>
			<Lines
				name="header"
				at={{row: 0, column: 0}}
				size={{columns, rows: 1}}
				lines={[headerContent(here, columns, stage.theme)]}
			/>
			<Body stage={stage} here={here} />
			<Lines name="footer" at={{row: rows - 2, column: 0}} size={{columns, rows: 2}} lines={footer} />
		</>
	);
};
