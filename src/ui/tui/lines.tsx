import {Box, Text} from 'ink';
import {memo, type ReactElement} from 'react';
import type {Size} from './state/layout.ts';

const Line = memo(({text}: {text: string}): ReactElement => <Text wrap="truncate">{text === '' ? ' ' : text}</Text>);

/** Finished lines in a place of fixed size. */
export const Lines = ({lines, size}: {lines: readonly string[]; size: Size}): ReactElement => (
	<Box flexDirection="column" width={size.columns} height={size.rows} overflow="hidden">
		{lines.slice(0, size.rows).map((text, at) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: a line is its place on the screen
			<Line key={at} text={text} />
		))}
	</Box>
);
