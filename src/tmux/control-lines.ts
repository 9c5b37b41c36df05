/** What tmux wrote, cut into its parts. */
export type Frame =
	/** A `%begin` … `%end` block. Not `own`: the greeting, or a hook; `own`: the answer to a line we sent. */
	| {readonly kind: 'block'; readonly own: boolean; readonly ok: boolean; readonly lines: readonly string[]}
	/** Our mark came back: every block of the command before it has been seen. `torn`: one of them could not be read. */
	| {readonly kind: 'mark'; readonly torn: boolean}
	/** A line outside any block, in bytes, because a pane's output may end in the middle of a character. */
	| {readonly kind: 'line'; readonly line: Buffer};

type Block = {readonly tail: string; readonly own: boolean; readonly lines: string[]};

const NEWLINE = 0x0a;
const PERCENT = 0x25;
const BEGIN = /^%begin (\d+ \d+(?: (\d+))?)$/;
const STRAY_END = /^%(?:end|error) \d+ \d+(?: \d+)?$/;

/** Bit of a block's flags: the command came in through this client's standard input. */
const FROM_INPUT = 1;

/**
 * The framing of control mode. A block ends only at the line that repeats its own time, number and flags, so a payload may
 * hold any other line that begins with `%`. Text which still manages to look like a border (a folder may have a newline in
 * its name, and tmux prints it as it is) spoils one answer at most: the mark cannot be guessed, and it closes any block.
 */
export const controlLines = (mark: string): ((chunk: Buffer) => readonly Frame[]) => {
	let open: Block | undefined;
	let partial: Buffer[] = [];

	const inside = (block: Block, line: Buffer): Frame | undefined => {
		const text = line.toString('utf8');
		if (text !== `%end ${block.tail}` && text !== `%error ${block.tail}`) {
			block.lines.push(text);
			return undefined;
		}
		open = undefined;
		return {kind: 'block', own: block.own, ok: text.startsWith('%end'), lines: block.lines};
	};
	const outside = (line: Buffer): Frame | undefined => {
		const text = line[0] === PERCENT ? line.toString('latin1') : '';
		const begin = BEGIN.exec(text);
		if (begin) open = {tail: begin[1] ?? '', own: (Number(begin[2] ?? 1) & FROM_INPUT) !== 0, lines: []};
		return begin || STRAY_END.test(text) ? undefined : {kind: 'line', line};
	};
	const frameOf = (line: Buffer): Frame | undefined => {
		if (line.length === mark.length && line.toString('latin1') === mark) {
			const torn = open === undefined || open.lines.length > 0;
			open = undefined;
			return {kind: 'mark', torn};
		}
		return open ? inside(open, line) : outside(line);
	};

	return chunk => {
		const frames: Frame[] = [];
		let from = 0;
		for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
			const rest = chunk.subarray(from, end);
			const frame = frameOf(partial.length > 0 ? Buffer.concat([...partial, rest]) : rest);
			if (frame) frames.push(frame);
			partial = [];
			from = end + 1;
		}
		if (from < chunk.length) partial.push(chunk.subarray(from));
		return frames;
	};
};
