import {version} from '../../package.json';
import {clean, shorten, widthOf} from '../terminal/text.ts';
import {accent, bold, dim} from './paint.ts';

export const VERSION: string = version;

const WIDEST = 72;

/** PURE: the end of a path tells more than its beginning. */
const shortPath = (path: string, home: string, cells: number): string => {
	const text = clean(path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
	return widthOf(text) <= cells ? text : `…${text.slice(1 - cells)}`;
};

/** PURE: the box that a conversation begins with. */
export const headerLines = (
	about: {
		readonly cwd: string;
		readonly home: string;
		readonly token: string;
		readonly model: string | undefined;
	},
	columns: number,
): string[] => {
	const inside = Math.max(1, Math.min(WIDEST, columns) - 4);
	const row = (name: string, value: string): string => `  ${dim(name.padEnd(11))}${value}`;
	const room = Math.max(4, inside - 13);
	const rows = [
		`${accent('✻')} ${bold('demo agent')} ${dim(`v${VERSION}`)}`,
		'',
		row('directory', shortPath(about.cwd, about.home, room)),
		row('session', shorten(about.token, room)),
		...(about.model === undefined ? [] : [row('model', shorten(about.model, room))]),
	];
	return [
		accent(`╭${'─'.repeat(inside + 2)}╮`),
		...rows.map(line => `${accent('│')} ${line}${' '.repeat(Math.max(0, inside - widthOf(line)))} ${accent('│')}`),
		accent(`╰${'─'.repeat(inside + 2)}╯`),
		`  ${dim('Try')} work 5${dim(',')} ask${dim(',')} write notes.txt hello${dim(', or')} /help`,
	];
};
