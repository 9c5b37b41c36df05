import {safe} from '../../print.ts';
import type {Details} from '../details.ts';
import type {Theme} from '../theme.ts';

/** git's own words before each file are for programs; the name of the file is for people. */
const NOISE = /^(?:index |--- |\+\+\+ |old mode |new mode |similarity index )/;

const paintLine = (line: string, {paint}: Theme): string => {
	if (line.startsWith('@@')) {
		return paint('accent', line);
	}
	if (line.startsWith('+')) {
		return paint('added', line);
	}
	return line.startsWith('-') ? paint('removed', line) : line;
};

const fileName = (line: string): string => / b\/(.*?)"?$/.exec(line)?.[1] ?? line.slice('diff --git '.length);

const isHeader = (line: string): boolean => line.startsWith('diff --git ');

/** How many lines each file gained and lost. */
const summaryOf = (lines: readonly string[]): string[] => {
	const files: {name: string; added: number; removed: number}[] = [];
	let inside = false;
	for (const line of lines) {
		if (isHeader(line)) {
			files.push({name: fileName(line), added: 0, removed: 0});
			inside = false;
		} else if (line.startsWith('@@')) {
			inside = true;
		}
		const file = files.at(-1);
		if (file !== undefined && inside) {
			file.added += line.startsWith('+') ? 1 : 0;
			file.removed += line.startsWith('-') ? 1 : 0;
		}
	}
	return files.map(
		({name, added, removed}) => `${`+${added}`.padStart(6)} ${`−${removed}`.padStart(6)}  ${safe(name)}`,
	);
};

/** A session's work against its base: the files, then each of them. PURE. */
export const diffContent = ({diff, problem}: Details, theme: Theme): readonly string[] => {
	if (problem !== null) {
		return [theme.paint('bad', safe(problem))];
	}
	if (diff === null) {
		return [theme.paint('dim', 'looking …')];
	}
	const lines = diff.replace(/\n$/, '').split('\n');
	if (diff.trim() === '') {
		return [theme.paint('dim', 'no changes against the base')];
	}
	const body = lines
		.filter(line => !NOISE.test(line))
		.flatMap(line =>
			isHeader(line)
				? ['', theme.paint('bold', safe(fileName(line)))]
				: [paintLine(safe(line.replaceAll('\t', '    ')), theme)],
		);
	return [...summaryOf(lines), ...body];
};
