// PURE: a screen as tmux captures it, with colours, as an SVG picture.
import stringWidth from 'string-width';

/** The 16 colours of a terminal, the bright half last. */
const DARK = {
	background: '#1e222a',
	foreground: '#d8dee9',
	colours: '#3b4252 #e06c75 #98c379 #e5c07b #61afef #b267c9 #56b6c2 #d8dee9'
		.concat(' #6b7280 #ff7b86 #b5e890 #ffd866 #82c7ff #e29cff #7fe0ea #ffffff')
		.split(' '),
};
const LIGHT = {
	background: '#fbfbf8',
	foreground: '#30343c',
	colours: '#30343c #c4303a #3a7d22 #9a6700 #1f5fc4 #9a3bb0 #0f7785 #d0d3d9'
		.concat(' #7a7f88 #e0454f #4c9a2f #b98000 #3b7de0 #b858d0 #1b93a3 #ffffff')
		.split(' '),
};

const CELL = {width: 8.4, height: 19, size: 14};
const MARGIN = 16;

/** The steps of a colour cube of 256 colours. */
const STEPS = [0, 95, 135, 175, 215, 255];
const hex = numbers => `#${numbers.map(number => number.toString(16).padStart(2, '0')).join('')}`;

const colourNumber = (number, colours) => {
	if (number < 16) return colours[number];
	if (number >= 232) return hex(Array(3).fill(8 + (number - 232) * 10));
	const at = number - 16;
	return hex([STEPS[Math.floor(at / 36)], STEPS[Math.floor(at / 6) % 6], STEPS[at % 6]]);
};

const FLAGS = {1: {bold: true}, 2: {dim: true}, 3: {italic: true}, 4: {underline: true}, 7: {inverse: true}};
const UNFLAGS = {
	22: {bold: false, dim: false},
	23: {italic: false},
	24: {underline: false},
	27: {inverse: false},
	39: {colour: undefined},
	49: {ground: undefined},
};

/** A style after one escape sequence of colours. */
const styleAfter = (style, codes, colours) => {
	const [code, kind, ...rest] = codes;
	if (code === undefined) return style;
	const next = (change, after) => styleAfter({...style, ...change}, after, colours);
	const after = codes.slice(1);
	if (code === 0) return styleAfter({}, after, colours);
	if (code === 38 || code === 48) {
		const name = code === 38 ? 'colour' : 'ground';
		return kind === 5
			? next({[name]: colourNumber(rest[0], colours)}, rest.slice(1))
			: next({[name]: hex(rest.slice(0, 3))}, rest.slice(3));
	}
	const plain = [
		[30, 'colour', 0],
		[90, 'colour', 8],
		[40, 'ground', 0],
		[100, 'ground', 8],
	].find(([from]) => code >= from && code < from + 8);
	if (plain !== undefined) return next({[plain[1]]: colours[code - plain[0] + plain[2]]}, after);
	return next(FLAGS[code] ?? UNFLAGS[code] ?? {}, after);
};

/** Words that stand together. Wider gaps are not drawn but left, so that columns line up in any font. */
const wordsOf = (text, column, style) =>
	[...text.matchAll(/\S+(?: \S+)*/g)].map(({0: piece, index}) => ({
		column: column + stringWidth(text.slice(0, index)),
		text: piece,
		style,
	}));

/** Lines of runs, each with its column, text and style; a style goes on over the end of a line. */
const runsByLine = (screen, colours) => {
	let style = {};
	return screen.split('\n').map(line => {
		let column = 0;
		return line.split(/(\x1b\[[\d;]*m)/).flatMap(part => {
			if (part.startsWith('\x1b')) {
				style = styleAfter(style, part.slice(2, -1).split(';').map(Number), colours);
				return [];
			}
			if (part === '') return [];
			const run = {column, text: part, cells: stringWidth(part), style};
			column += run.cells;
			return [run];
		});
	});
};

const escapeXml = text => text.replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`);

const xOf = column => Number((MARGIN + column * CELL.width).toFixed(1));

const drawWord = ({column, text, style}, ground) => {
	const {bold, dim, italic, underline, inverse} = style;
	const fill = inverse ? (style.ground ?? ground.background) : (style.colour ?? ground.foreground);
	const look = [
		fill === ground.foreground ? '' : ` fill="${fill}"`,
		bold ? ' font-weight="bold"' : '',
		dim ? ' fill-opacity=".6"' : '',
		italic ? ' font-style="italic"' : '',
		underline ? ' text-decoration="underline"' : '',
	].join('');
	return `<tspan x="${xOf(column)}"${look}>${escapeXml(text)}</tspan>`;
};

const drawGround = ({column, cells, style}, row, ground) => {
	const fill = style.inverse ? (style.colour ?? ground.foreground) : style.ground;
	if (fill === undefined) return '';
	const size = `width="${Number((cells * CELL.width).toFixed(1))}" height="${CELL.height}"`;
	return `<rect x="${xOf(column)}" y="${MARGIN + row * CELL.height}" ${size} fill="${fill}"/>`;
};

/** A screen as a picture. */
export const drawScreen = (screen, {columns, title, light = false}) => {
	const ground = light ? LIGHT : DARK;
	const lines = runsByLine(screen, ground.colours);
	const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
	const height = lines.length * CELL.height + 2 * MARGIN;
	const drawn = lines.map((runs, row) => {
		const words = runs.flatMap(({column, text, style}) => wordsOf(text, column, style));
		const y = MARGIN + row * CELL.height + CELL.size;
		const grounds = runs.map(run => drawGround(run, row, ground)).join('');
		const texts = words.map(word => drawWord(word, ground)).join('');
		return `${grounds}${texts === '' ? '' : `<text y="${y}">${texts}</text>\n`}`;
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
		` font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${CELL.size}"`,
		` fill="${ground.foreground}">\n<title>${escapeXml(title)}</title>`,
		`<rect width="100%" height="100%" rx="8" fill="${ground.background}"/>\n${drawn.join('')}</svg>\n`,
	].join('');
};
