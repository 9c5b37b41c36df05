import {Box} from 'ink';
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

const Body = ({stage, here}: {stage: Stage; here: Here}): ReactElement => {
	const {size, dialog, focus} = here.view;
	const {theme, found, home, say} = stage;
	if (isFirstScreen(here)) {
		const room = {columns: size.columns, rows: Math.max(1, size.rows - CHROME_ROWS)};
		return <Lines lines={welcomeContent(found, size.columns, theme, {home, say})} size={room} />;
	}
	const {list, detail, side} = layoutOf(size, dialog === null ? focus : 'dialog');
	return (
		<Box flexDirection={side ? 'row' : 'column'}>
			{list && <SessionList stage={stage} here={here} size={list} />}
			{list && detail && side && (
				<Lines lines={Array(detail.rows).fill(theme.paint('dim', '│'))} size={{columns: 1, rows: detail.rows}} />
			)}
			{detail && <Detail stage={stage} here={here} size={detail} />}
		</Box>
	);
};

/** The whole screen: counts, list, detail, keys. */
export const App = ({stage}: {stage: Stage}): ReactElement => {
	const snapshot = useStore(stage.watch);
	const view = useStore(stage.view);
	const here = useMemo(() => hereOf(view, snapshot), [view, snapshot]);
	const {columns, rows} = view.size;
	return (
		<Box flexDirection="column" width={columns} height={rows} overflow="hidden">
			<Lines lines={[headerContent(here, columns, stage.theme)]} size={{columns, rows: 1}} />
			<Body stage={stage} here={here} />
			<Lines lines={footerContent(here, stage.keymap, columns, stage.theme)} size={{columns, rows: 2}} />
		</Box>
	);
};
