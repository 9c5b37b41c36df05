import {addSpans, type Span} from './span.ts';

/** How sure a name makes us: a password is one whatever it looks like, a token must not be a plain number, a key must look like one. */
type Kind = 'password' | 'secret' | 'key';

const PASSWORDS = /(?:password|passwd|passphrase|passcode)$/;
const SECRETS = /^(?:secrets?|credentials?|token|jwt|apikey|accesskey|secretkey|privatekey|authtoken|pat)$/;
/** `primary_key` and `sort_key` are none; these are. */
const BEFORE_KEY =
	/^(?:api|access|secret|private|encryption|signing|auth|master|account|shared|service|license|deploy|ssh|webhook|client|app|application|session|storage|admin|anon|role|subscription|token)$/;

const wordsOf = (name: string): string[] =>
	name
		.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[_.-]+/);

/** The last letters of every name that says anything: most names end otherwise. */
const LAST_LETTER = /[desltnyh]$/i;

const known = new Map<string, Kind | undefined>();
const MOST_KNOWN = 10_000;

/** What a name says of its value; undefined for nothing. The same few names come again and again. */
const kindOf = (name: string): Kind | undefined => {
	if (known.has(name)) {
		return known.get(name);
	}
	if (known.size >= MOST_KNOWN) {
		known.clear();
	}
	const kind = LAST_LETTER.test(name) ? kindOfWords(name) : undefined;
	known.set(name, kind);
	return kind;
};

/** PURE. */
const kindOfWords = (name: string): Kind | undefined => {
	const words = wordsOf(name);
	const [last = '', before = ''] = words.toReversed();
	if (PASSWORDS.test(last) || (words.length > 1 && /^(?:pass|pwd)$/.test(last))) {
		return 'password';
	}
	if (SECRETS.test(last) || (last === 'key' && BEFORE_KEY.test(before)) || (last === 'id' && before === 'secret')) {
		return 'secret';
	}
	return /^(?:[A-Z][A-Z0-9_]*_(?:KEY|TOKENS|AUTH|DSN|SALT)|_auth)$/.test(name) ? 'key' : undefined;
};

/** Not the thing itself: a variable, a call, a place to fill in. */
const PLACEHOLDER =
	/^(?:[$<{%*[(]|process\.env|os\.environ|env\.|x{3,}$|\.{3}|(?:true|false|null|none|nil|undefined|required|optional|string|str|number|bool|boolean|changeme|yes|no|redacted)$)|[([{]|=>/i;

const hasDigitAndLetter = (value: string): boolean => /\d/.test(value) && /[A-Za-z]/.test(value);

/** Whether a value is hidden. `firm`: it is quoted or stands right behind `=`, so that it is no prose. PURE. */
const isHidden = (kind: Kind, value: string, firm: boolean): boolean => {
	if (value.length < 3 || PLACEHOLDER.test(value)) {
		return false;
	}
	if (kind === 'password') {
		return firm || (value.length >= 5 && /[^A-Za-z.]/.test(value));
	}
	if (kind === 'secret' && firm) {
		return !/^\d{1,9}$/.test(value);
	}
	return value.length >= 8 && hasDigitAndLetter(value);
};

/** Part of every name that says anything. */
const SOME_NAME = /pass|pwd|secret|credential|token|jwt|key|pat|auth|dsn|salt/i;

/** A name, a separator and perhaps a quote. Lengths are limited, so that every text is searched in one go. */
const ASSIGNED =
	/(?<![\w.-])(?:--)?(\\?["']?)([A-Za-z_][\w.-]{0,79})\1([ \t]{0,2}(?:=>|:=|[:=])[ \t]{0,2})(\\?["'`]?)/g;

/** `--password hunter2` */
const FLAG = /(?<![\w-])--([a-z][a-z0-9-]{0,40}) (?=[^\s-])(["']?)/g;

/** As much of a value as it takes to judge it; what is hidden is hidden whole. */
const ENOUGH = 256;

/** Where a value ends that stands in no quotes: in an .env file with the word, elsewhere also with what code puts behind it. */
const WORD_END = /[\s"'`│┃]/g;
const CODE_END = /[\s"'`│┃,;&|<>)}\]]/g;

const endOf = (line: string, from: number, quote: string, isEnv: boolean, limit: number): number => {
	const rest = line.slice(from, limit);
	const end = quote === '' ? rest.search(isEnv ? WORD_END : CODE_END) : rest.indexOf(quote);
	return end === -1 ? from + rest.trimEnd().length : from + end;
};

type Found = {readonly kind: Kind; readonly from: number; readonly quote: string; readonly firm: boolean};

const spanOf = (line: string, {kind, from, quote, firm}: Found, isEnv: boolean): Span | undefined => {
	const first = line.slice(from, endOf(line, from, quote, isEnv, from + ENOUGH));
	return isHidden(kind, first, firm) ? [from, endOf(line, from, quote, isEnv, line.length)] : undefined;
};

const assigned = (line: string, {0: whole, 2: name = '', 3: separator, 4: quote = '', index}: RegExpExecArray) => {
	const kind = kindOf(name);
	if (kind === undefined) {
		return undefined;
	}
	const isEnv = separator === '=' && index < 40 && /^\W*(?:export |set )?$/.test(line.slice(0, index));
	return spanOf(line, {kind, from: index + whole.length, quote, firm: quote !== '' || separator === '='}, isEnv);
};

const flagged = (line: string, {0: whole, 1: name = '', 2: quote = '', index}: RegExpExecArray) => {
	const kind = kindOf(name);
	const firm = quote !== '' || kind === 'password';
	return kind && spanOf(line, {kind, from: index + whole.length, quote, firm}, false);
};

/** Adds the values of a line whose names say that they are secret. */
export const addNamed = (spans: Span[], line: string): void => {
	if (SOME_NAME.test(line)) {
		addSpans(spans, ASSIGNED, line, match => assigned(line, match));
		addSpans(spans, FLAG, line, match => flagged(line, match));
	}
};
