const BACKSLASH = 0x5c;

const isOctal = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x37;

/** Undoes `\ooo`, in which tmux writes control characters and the backslash. Everything else is the pane's raw bytes. */
export const unescapeOctal = (escaped: Uint8Array): Buffer => {
	const bytes = Buffer.allocUnsafe(escaped.length);
	let length = 0;
	for (let at = 0; at < escaped.length; at++) {
		const isEscape =
			escaped[at] === BACKSLASH && isOctal(escaped[at + 1]) && isOctal(escaped[at + 2]) && isOctal(escaped[at + 3]);
		bytes[length++] = isEscape
			? Number.parseInt(String.fromCharCode(...escaped.subarray(at + 1, at + 4)), 8)
			: (escaped[at] ?? 0);
		if (isEscape) at += 3;
	}
	return bytes.subarray(0, length);
};

/** How many bytes the UTF-8 sequence begun by this byte has; 0 for a continuation or an impossible byte. */
const sequenceLength = (byte: number) => {
	if (byte < 0x80) return 1;
	if (byte >= 0xc2 && byte < 0xe0) return 2;
	if (byte >= 0xe0 && byte < 0xf0) return 3;
	return byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
};

/** Where a character begins that ends beyond these bytes; their length when there is none. */
const incompleteFrom = (bytes: Uint8Array) => {
	for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - 3); at--) {
		const length = sequenceLength(bytes[at] ?? 0);
		if (length > 0) return at + length > bytes.length ? at : bytes.length;
	}
	return bytes.length;
};

/** Text of many panes out of pieces that may end in the middle of a character. Holds at most three bytes per pane. */
export const paneTexts = () => {
	const begun = new Map<string, Buffer>();
	return (pane: string, piece: Buffer): string => {
		const bytes = Buffer.concat([begun.get(pane) ?? Buffer.alloc(0), piece]);
		const end = incompleteFrom(bytes);
		if (end < bytes.length) begun.set(pane, bytes.subarray(end));
		else begun.delete(pane);
		return bytes.toString('utf8', 0, end);
	};
};
