/**
 * The form of a line that says "at work", whoever writes it and in whatever words: a spinner, an ellipsis with a running
 * clock, or the key that would stop it.
 */

const KEY = '(?:\\besc(?:ape)?\\b|\\bctrl[-+ ]?c\\b|\\^c\\b|⎋)';
const STOP = `${KEY}[\\s:]*(?:(?:key|again|twice|esc|or ctrl\\+c)\\s+)*(?:to\\s+)?`;
/** A hint ends where it ends: `esc to interrupt the run` is a sentence. */
const END = '(?=\\s*(?:$|[)\\]·•|│,…]|\\s\\s))';

/** The text that was asked about last: each is asked about several times in a row. */
let asked = '';
let small = '';

/**
 * Whether a text has one of these words, in small letters. Asked before an expression that none of whose matches can do
 * without them: for the few screens of one list V8 spends more on making an expression ready than on using it. PURE.
 */
export const hasAny = (text: string, words: readonly string[]): boolean => {
	if (text !== asked) {
		asked = text;
		small = text.toLowerCase();
	}
	for (const word of words) if (small.includes(word)) return true;
	return false;
};

/** The same for signs and for words as they are written. PURE. */
export const hasSign = (text: string, signs: readonly string[]): boolean => {
	for (const sign of signs) if (text.includes(sign)) return true;
	return false;
};

/** Whether a text begins with one of these signs. PURE. */
export const beginsWith = (text: string, signs: string): boolean => text !== '' && signs.includes(text.charAt(0));

const isPlainAscii = (text: string): boolean => {
	for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
	return true;
};

/** `esc to interrupt`, `ctrl+c to stop`, `esc esc interrupt`, `esc again to interrupt`; narrow terminals cut the last word. */
const STOP_HINT = new RegExp(`${STOP}(?:interru\\w*|stop|abort|halt)${END}`, 'iu');
/** `(esc to cancel, 3s)`, `(3s · esc to cancel)`, `Esc:cancel`. Dialogs are cancelled as well, but without brackets or clock. */
const CANCEL_HINT = new RegExp(`\\([^()]*${STOP}cancel${END}|\\besc:cancel\\b`, 'iu');

/** The same beside an ellipsis: `Running tools…  Esc to cancel`. */
const BARE_CANCEL = new RegExp(`(?:…|\\.\\.\\.)[\\s·•|,]*(?:press\\s+)?${KEY}\\s+to\\s+cancel\\W*$`, 'iu');

/** What a sentence quotes is nobody's hint. */
const QUOTED = /"[^"]*"|“[^”]*”|`[^`]*`|«[^»]*»|「[^」]*」/gu;

/** `enter to confirm · esc to cancel`: a dialog names both keys. */
const CHOICE_HINT =
	/(?:\benter\b|\breturn\b|↵|⏎)[\s:]*(?:to )?(?:select|confirm|submit|choose|accept|approve|continue|proceed|toggle|allow|save|open|log ?in)\b|(?:↑ ?\/? ?↓|⇆|\barrows?\b)[^·|│]{0,20}\b(?:navigate|select|choose|move)\b|\bnumber keys\b/iu;

/** Glyphs that turn; none of them begins a list or a message. */
const TURNING = '⠁-⣿✢✶✻✽∗◐-◓◴-◷◜-◟◉◎◌◍⬡⬢⊶⊷⏳⌛';
const SPINNER = new RegExp(`^[${TURNING}]{1,3}\\uFE0E?\\s+\\S`, 'u');
/** A Braille spinner needs no more than itself; the others also head lines that tell what was. */
const BRAILLE = /^[⠁-⣿]{1,3}\s+\S/u;
const MOON = /^[\u{1F311}-\u{1F318}](?:\s|$)/u;

/** `(3s`, `(1m 4s · ↓ 12 tokens)`, `5.6s`; also `[00:12]`. */
const CLOCK = /[([]\s*(?:\d+h ?)?(?:\d+m ?)?\d+(?:\.\d+)? ?s(?:ec)?\b|[([]\d{1,2}:\d\d[)\]]/u;

/** A bar that runs along: `⬝⬝■■■⬝`. */
const RUNNING_BAR = /(?=[■⬝▪▫▰▱█░▒▓]*[⬝▫▱░])[■⬝▪▫▰▱█░▒▓]{4,}/u;

/** Letters drawn with blocks. */
const LOGO = /[█░▒▓▀▄]{2,}\s+[█░▒▓▀▄]{2,}/u;

/** `attempt 3/10`, in whatever words. */
const RETRY = /\bretrying in \d+|\b\d+ ?\/ ?\d+\b/iu;

/** What is said of something that is over carries the same glyphs and clocks. */
const IS_OVER = /^\S{0,2}\s*(?:\p{Lu}\p{Ll}+(?:ed|ought)|Done|Finished) (?:for|in|after) /u;

/** Whether a line is a message of the agent, or tells that something is over: what stands above it is history. PURE. */
export const isSaid = (text: string): boolean =>
	(beginsWith(text, '●⏺•✦◆*') && /^[●⏺•✦◆*]\uFE0E?\s/u.test(text)) || isOver(text);

const isOver = (text: string): boolean => hasSign(text, [' for ', ' in ', ' after ']) && IS_OVER.test(text);

/** Both keys, whatever the words: enough where options stand above. */
const BOTH_KEYS = /(?:\benter\b|↵|⏎).*(?:[·|,│]| {2}).*\besc\b/iu;

/** Whether a line names the keys of a dialog, in any language. PURE. */
export const namesDialogKeys = (text: string): boolean =>
	isChoiceHint(text) || (hasAny(text, ['esc']) && BOTH_KEYS.test(text));

/** Whether a line offers to choose something, which is a question and not work. PURE. */
export const isChoiceHint = (text: string): boolean =>
	hasAny(text, ['enter', 'return', '↵', '⏎', '↑', '⇆', 'arrow', 'number k']) && CHOICE_HINT.test(text);

/** Whether a line names the key that stops what is going on; what it quotes does not count. */
const offersToStop = (text: string): boolean =>
	hasAny(text, ['esc', 'ctrl', '^c', '⎋']) && !isChoiceHint(text) && (STOP_HINT.test(text) || CANCEL_HINT.test(text));

/** `esc to cancel` and not a word more. PURE. */
export const isLoneCancel = (text: string): boolean => /^(?:press )?(?:esc|ctrl\+c) to cancel$/iu.test(text);

/** Whether a line, without its frame, says that work is going on. PURE. */
export const isStatusLine = (line: string): boolean => {
	const isAscii = isPlainAscii(line);
	if (!isAscii && (BRAILLE.test(line) || MOON.test(line))) return true;
	const text = hasSign(line, isAscii ? ['"', '`'] : ['"', '“', '`', '«', '「']) ? line.replaceAll(QUOTED, '') : line;
	if (isOver(text)) return false;
	const hasClock = hasSign(text, ['(', '[']) && CLOCK.test(text);
	const hasEllipsis = hasSign(text, ['…', '...']);
	if (!isAscii && SPINNER.test(text) && (hasClock || hasEllipsis || RETRY.test(text))) return true;
	if (hasEllipsis && hasAny(text, ['cancel']) && !isChoiceHint(text) && BARE_CANCEL.test(text)) return true;
	if (hasEllipsis && (hasClock || text.startsWith('· ') || text.startsWith('* '))) return true;
	// `(2s • esc …)`: a running clock beside a key, in any language.
	if (hasClock && /\([^()]*\besc\b/iu.test(text)) return true;
	if (
		(!isAscii && hasSign(text, ['⬝', '▫', '▱', '░']) && RUNNING_BAR.test(text) && !LOGO.test(text)) ||
		text.endsWith('[stop]')
	)
		return true;
	return offersToStop(text);
};

/** `esc cancel • … • ctrl+c quit`: keys of the whole program, and one of them cancels what is going on. */
const KEYS_OF_ALL = /^esc cancel\b.*\bctrl\+c quit$/u;

/** The same below a prompt, where a turning circle needs only a key beside it. PURE. */
export const isStatusFooter = (text: string): boolean =>
	(beginsWith(text, '●○◉◎◌◍') && /^[●○◉◎◌◍] \S.*\besc\b/u.test(text)) ||
	(beginsWith(text, 'e') && KEYS_OF_ALL.test(text)) ||
	isStatusLine(text);
