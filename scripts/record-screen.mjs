// Makes docs/screen.svg: runs the built program in tmux, in a world of its own that is gone afterwards, and draws what
// stands on the screen. `npm run build` first; then `node scripts/record-screen.mjs`.
import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {ROOT} from './setup/root.mjs';

/** Wide enough for the longest line of the tour, high enough for all of it. */
const SIZE = {columns: 128, rows: 60};

/** What the recorded sessions are told, and what `squad ls` has to say of them before it is recorded. */
const SESSIONS = [
	{
		title: 'fix login',
		prompt: 'write login.js export const login = 1; then ask Shall I run the tests?',
		until: 'asking',
	},
	{title: 'write the docs', prompt: 'write docs/guide.md # The guide then work 600', until: 'active'},
	{title: 'upgrade packages', prompt: 'write package.json {"name": "shop"}', until: 'idle'},
	{title: 'try dark mode', prompt: 'write dark.css body {color: white}', until: 'idle', paused: true},
];

/** The 16 colours of a terminal, the bright half last. */
const COLOURS = '#3b4252 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #d8dee9'
	.concat(' #6b7280 #ff7b86 #b5e890 #ffd866 #82c7ff #e29cff #7fe0ea #ffffff')
	.split(' ');
const [BACKGROUND, FOREGROUND] = ['#1e222a', '#d8dee9'];
const CELL = {width: 8.4, height: 19, size: 14};
const MARGIN = 18;

const makeWorld = () => {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'squad-screen-')));
	const [home, bin, repo] = ['home', 'bin', 'shop'].map(name => join(folder, name));
	for (const each of [home, bin, repo]) mkdirSync(each);
	writeFileSync(join(bin, 'squad'), `#!/bin/sh\nexec '${process.execPath}' '${ROOT}/dist/cli.cjs' "$@"\n`, {
		mode: 0o755,
	});
	const env = {
		PATH: `${bin}:${process.env.PATH}`,
		HOME: home,
		LANG: 'C.UTF-8',
		TERM: 'xterm-256color',
		SHELL: '/bin/sh',
		SQUAD_HOME: join(home, '.squad'),
		SQUAD_TMUX_SOCKET: join(folder, 'squad.sock'),
	};
	const run = (program, ...args) => execFileSync(program, args, {cwd: repo, env, encoding: 'utf8'});
	const tmux = (...args) => run('tmux', '-u', '-S', join(folder, 'screen.sock'), '-f', '/dev/null', ...args);
	return {folder, repo, run, tmux, squad: (...args) => run('squad', ...args)};
};

const until = async (what, isTrue) => {
	for (const end = Date.now() + 60_000; !isTrue(); await sleep(200)) {
		if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
	}
};

const startSessions = async ({repo, run, squad}) => {
	writeFileSync(join(repo, 'login.js'), 'export const login = 0;\n');
	run('git', 'init', '-q', '-b', 'main');
	run('git', 'add', '-A');
	run('git', '-c', 'user.name=shop', '-c', 'user.email=shop@localhost', 'commit', '-q', '-m', 'start');
	for (const {title, prompt} of SESSIONS) squad('new', title, '--agent', 'demo', '--prompt', prompt);
	for (const {title, until: activity, paused} of SESSIONS) {
		await until(`${title} is ${activity}`, () => JSON.parse(squad('status', title, '--json')).activity === activity);
		if (paused) squad('pause', title);
	}
};

/** Types two commands, as it were, and takes what the terminal shows when both are done. */
const recordScreen = async ({tmux}) => {
	const line = command => `printf '\\033[1m$ ${command}\\033[0m\\n'; ${command} || exit`;
	const script = `${line('squad ls')}; echo; ${line('squad demo')}`;
	const {columns, rows} = SIZE;
	const start = ['new-session', '-d', '-x', columns, '-y', rows, 'sh', '-c', script].map(String);
	tmux('start-server', ';', 'set-option', '-g', 'remain-on-exit', 'on', ';', ...start);
	const ask = format => tmux('display-message', '-p', `#{${format}}`).trim();
	await until('squad demo ends', () => ask('pane_dead_status') !== '');
	// With the history: tmux says below that the pane is dead, which pushes the first line out.
	const screen = tmux('capture-pane', '-p', '-e', '-S', '-');
	if (ask('pane_dead_status') !== '0') throw new Error(`it did not end well:\n${screen}`);
	return screen.replace(/\n(\x1b\[\d*m)*Pane is dead.*$/s, '').trimEnd();
};

const endWorld = ({folder, tmux, squad}) => {
	const quietly = work => {
		try {
			work();
		} catch {
			// Not there any more, or never was: both are what we want.
		}
	};
	quietly(() => squad('end', ...JSON.parse(squad('ls', '--json')).map(({id}) => id)));
	quietly(() => tmux('kill-server'));
	rmSync(folder, {recursive: true, force: true, maxRetries: 5});
};

/** What one escape sequence makes of the style before it; of all that there is, only what squad prints. */
const styleAfter = (style, code) => {
	if (code === 0) return {};
	if (code === 1) return {...style, bold: true};
	if (code === 2) return {...style, dim: true};
	if (code === 22) return {...style, bold: false, dim: false};
	if (code >= 30 && code <= 37) return {...style, colour: COLOURS[code - 30]};
	if (code >= 90 && code <= 97) return {...style, colour: COLOURS[code - 82]};
	return code === 39 ? {...style, colour: undefined} : style;
};

/** Words that stand together. Wider gaps are not drawn but left: so columns line up in any font. */
const piecesOf = (text, column, style) =>
	[...text.matchAll(/\S+(?: \S+)*/g)].map(({0: piece, index}) => {
		const before = [...text.slice(0, index)].length;
		return {column: column + before, text: piece, style};
	});

/** PURE: lines of pieces, each with its column, text and style; a style goes on over the end of a line. */
const piecesByLine = screen => {
	let style = {};
	return screen.split('\n').map(line => {
		let column = 0;
		return line.split(/(\x1b\[[\d;]*m)/).flatMap(part => {
			if (part.startsWith('\x1b')) {
				style = part.slice(2, -1).split(';').map(Number).reduce(styleAfter, style);
				return [];
			}
			const pieces = piecesOf(part, column, style);
			column += [...part].length;
			return pieces;
		});
	});
};

const escapeXml = text => text.replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`);

const drawPiece = ({column, text, style: {colour = FOREGROUND, bold, dim}}) => {
	const x = (MARGIN + column * CELL.width).toFixed(1);
	const look = `${bold ? ' font-weight="bold"' : ''}${dim ? ' fill-opacity="0.6"' : ''}`;
	return `<tspan x="${x}" fill="${colour}"${look}>${escapeXml(text)}</tspan>`;
};

/** PURE: a screen with the 16 colours as a picture. */
const drawScreen = (screen, columns) => {
	const lines = piecesByLine(screen);
	const width = Math.ceil(columns * CELL.width + 2 * MARGIN);
	const height = lines.length * CELL.height + 2 * MARGIN;
	const texts = lines.map((pieces, at) => {
		const y = MARGIN + at * CELL.height + CELL.size;
		return pieces.length === 0 ? '' : `<text y="${y}">${pieces.map(drawPiece).join('')}</text>\n`;
	});
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
		` font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${CELL.size}">\n`,
		`<title>squad ls and squad demo</title><rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>\n${texts.join('')}</svg>\n`,
	].join('');
};

const world = makeWorld();
try {
	await startSessions(world);
	const screen = await recordScreen(world);
	writeFileSync(join(ROOT, 'docs/screen.svg'), drawScreen(screen, SIZE.columns));
	process.stdout.write(`${screen}\x1b[0m\n`);
} finally {
	endWorld(world);
}
