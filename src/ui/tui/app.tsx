import {Box} from 'ink';
import {type ReactElement, useMemo} from 'react';
import {footerContent} from './content/footer.ts';
import {headerContent} from './content/header.ts';
import {Detail} from './detail.tsx';
import {hereOf} from './here.ts';
import {layoutOf} from './layout.ts';
import {Lines} from './lines.tsx';
import {SessionList} from './session-list.tsx';
import type {Stage} from './stage.ts';
import {useStore} from './use-store.ts';

/** The whole screen: counts, list, detail, keys. */
export const App = ({stage}: {stage: Stage}): ReactElement => {
	const snapshot = useStore(stage.watch);
	const view = useStore(stage.view);
	const here = useMemo(() => hereOf(view, snapshot), [view, snapshot]);
	const {columns, rows} = view.size;
	const {list, detail, side} = layoutOf(view.size, view.dialog === null ? view.focus : 'detail');
	return (
		<Box flexDirection="column" width={columns} height={rows} overflow="hidden">
			<Lines lines={[headerContent(here, columns, stage.theme)]} size={{columns, rows: 1}} />
			<Box flexDirection={side ? 'row' : 'column'}>
				{list && <SessionList stage={stage} here={here} size={list} />}
				{list && detail && side && (
					<Lines
						lines={Array(detail.rows).fill(stage.theme.paint('dim', '│'))}
						size={{columns: 1, rows: detail.rows}}
					/>
				)}
				{detail && <Detail stage={stage} here={here} size={detail} />}
			</Box>
			<Lines lines={footerContent(here, stage.keymap, columns, stage.theme)} size={{columns, rows: 2}} />
		</Box>
	);
};
