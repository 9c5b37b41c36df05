import {closeSync, fstatSync, openSync, readSync} from 'node:fs';

/** How far a transcript was read. */
export type Cursor = {readonly file: string; readonly inode: number; readonly offset: number};

export type Appended = {
	readonly lines: readonly {readonly text: string; readonly end: number}[];
	readonly cursor: Cursor;
	/** It is another file than before, or was cut: everything in it is new. */
	readonly anew: boolean;
};

/** A piece at a time, so that a transcript of any size takes little memory. */
const PIECE = 1 << 20;

/** A record longer than this (a picture, say) is passed over. */
const LONGEST_LINE = 16 << 20;

/** What was appended to a file since, in whole lines; a line that is being written comes next time. Undefined where the file cannot be read. */
export function* appended(file: string, before: Cursor | null): Generator<Appended> {
	let descriptor: number;
	try {
		descriptor = openSync(file, 'r');
	} catch {
		return;
	}
	try {
		const {ino, size} = fstatSync(descriptor);
		let anew = before === null || before.file !== file || before.inode !== ino || before.offset > size;
		let offset = anew ? 0 : (before?.offset ?? 0);
		let rest = Buffer.alloc(0);
		const buffer = Buffer.allocUnsafe(PIECE);
		for (let at = offset; at < size; ) {
			const count = readSync(descriptor, buffer, 0, Math.min(PIECE, size - at), at);
			if (count === 0) break;
			at += count;
			rest = Buffer.concat([rest, buffer.subarray(0, count)]);
			const {lines, used} = linesIn(rest, offset);
			if (used === 0 && rest.length < LONGEST_LINE) continue;
			const skipped = used === 0 ? rest.length : used;
			rest = rest.subarray(skipped);
			offset += skipped;
			yield {lines, cursor: {file, inode: ino, offset}, anew};
			anew = false;
		}
		if (anew) yield {lines: [], cursor: {file, inode: ino, offset}, anew};
	} finally {
		closeSync(descriptor);
	}
}

/** The whole lines of a piece that begins at `start`. PURE. */
const linesIn = (piece: Buffer, start: number): {lines: Appended['lines']; used: number} => {
	const lines: {text: string; end: number}[] = [];
	let from = 0;
	for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, from)) {
		lines.push({text: piece.toString('utf8', from, end), end: start + end + 1});
		from = end + 1;
	}
	return {lines, used: from};
};
