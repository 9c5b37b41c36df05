import {safe} from '../../print.ts';
import type {Details} from '../state/details.ts';
import {cut, cutColoured} from '../style/cells.ts';
import type {Theme} from '../style/theme.ts';

/** git's own words before each file are for programs; the name of the file is for people. */
const NOISE = /^(?:index |--- |\+\+\+ |old mode |new mode |similarity index |new file mode |deleted file mode )/;

type File = {readonly name: string; readonly about: string; readonly lines: string[]; added: number; removed: number};

const isHeader = (line: string): boolean => line.startsWith('diff --git ');

const fileName = (line: string): string => / b\/(.*?)"?$/.exec(line)?.[1] ?? line.slice('diff --git '.length);

/** What git says of the file as a whole, in a word. */
const aboutFile = (rest: readonly string[]): string => {
	const head = rest.slice(0, 6);
	const says = (beginning: string): boolean => head.some(line => line.startsWith(beginning));
	return says('new file') ? 'new' : says('deleted file') ? 'deleted' : says('rename from') ? 'renamed' : '';
};

/** A diff file by file. PURE. */
const filesOf = (diff: string): readonly File[] => {
	const files: File[] = [];
	let inside = false;
	const all = diff.replace(/\n$/, '').split('\n');
	for (const [at, line] of all.entries()) {
		if (isHeader(line)) {
			files.push({name: fileName(line), about: aboutFile(all.slice(at + 1, at + 7)), lines: [], added: 0, removed: 0});
			inside = false;
			continue;
		}
		inside ||= line.startsWith('@@');
		const file = files.at(-1);
		if (file !== undefined && (inside || !NOISE.test(line))) {
			file.lines.push(line);
			file.added += inside && line.startsWith('+') ? 1 : 0;
			file.removed += inside && line.startsWith('-') ? 1 : 0;
		}
	}
	return files;
};

const paintLine = (line: string, {paint}: Theme): string => {
	if (line.startsWith('@@')) {
		return paint('accent', line);
	}
	return line.startsWith('+') ? paint('added', line) : line.startsWith('-') ? paint('removed', line) : line;
};

const figures = ({added, removed}: File, {paint}: Theme): string =>
	`${paint('added', `+${added}`.padStart(6))} ${paint('removed', `−${removed}`.padStart(6))}`;

const heading = ({name, about}: File, width: number, {paint}: Theme): string =>
	`${paint('bold', cut(name, width - 10))}${about === '' ? '' : paint('dim', `  ${about}`)}`;

/** Where each file begins in `diffContent`: the summary has a line for each, and a blank one stands before each. */
export const fileStarts = ({diff}: Details): readonly number[] => {
	const files = filesOf(diff ?? '');
	let at = files.length + 1;
	return files.map(({lines}) => {
		const start = at;
		at += lines.length + 2;
		return start;
	});
};

const diffLines = ({diff, problem}: Details, width: number, theme: Theme): readonly string[] => {
	if (problem !== null) {
		return [theme.paint('bad', safe(problem))];
	}
	if (diff === null) {
		return [theme.paint('dim', 'looking …')];
	}
	const files = filesOf(diff);
	if (files.length === 0) {
		return [theme.paint('dim', 'no changes against the base')];
	}
	return [
		...files.map(file => `${figures(file, theme)}  ${cut(file.name, width - 16)}`),
		...files.flatMap(file => [
			'',
			heading(file, width, theme),
			...file.lines.map(line => cutColoured(paintLine(safe(line.replaceAll('\t', '    ')), theme), width)),
		]),
	];
};

/** A diff may have ten thousand lines, and is drawn at every key. */
const made = new WeakMap<Details, {readonly width: number; readonly theme: Theme; readonly lines: readonly string[]}>();

/** A session's work against its base: the files, then each of them. PURE. */
export const diffContent = (details: Details, width: number, theme: Theme): readonly string[] => {
	const before = made.get(details);
	if (before?.width === width && before.theme === theme) {
		return before.lines;
	}
	const lines = diffLines(details, width, theme);
	made.set(details, {width, theme, lines});
	return lines;
};
