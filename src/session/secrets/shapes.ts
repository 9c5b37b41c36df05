import {addSpans, type Span} from './span.ts';

/**
 * Secrets that are known by how they look: what may stay visible (it tells which kind it is), and what may not. Each body
 * is one class of characters with a least length, so that no text, however long, makes the search slow.
 */
const SHAPES: readonly (readonly [seen: string, hidden: string])[] = [
	// Model providers
	['sk-(?:ant-|proj-|svcacct-|admin-|or-v1-|lf-)?', '(?=[A-Za-z_-]{0,40}\\d)[A-Za-z0-9_-]{20,}'],
	['gsk_|xai-|pplx-|r8_|hf_|nvapi-|fw_|csk-', '[A-Za-z0-9_-]{28,}'],
	['AIza', '[\\w-]{30,}'],
	// Code hosts and registries
	['gh[pousr]_|github_pat_', '[A-Za-z0-9_]{20,}'],
	['gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat)-', '[\\w-]{16,}'],
	['npm_|dckr_pat_|dckr_oat_|rubygems_|pypi-|crates-io_', '[\\w-]{24,}'],
	['ATATT|ATBB|ATCTT', '[\\w=-]{20,}'],
	// Clouds
	['A(?:KIA|SIA|BIA|CCA)', '[A-Z0-9]{16}(?![A-Za-z0-9])'],
	['ya29\\.|GOCSPX-|1//0', '[\\w-]{20,}'],
	['AccountKey=|SharedAccessKey=|sig=', '[\\w%+/=]{24,}'],
	['do[opr]_v1_|dapi|pul-|hv[sbr]\\.|nfp_|sbp_|tfp_|dp\\.pt\\.', '[\\w.-]{24,}'],
	['AGE-SECRET-KEY-1', '[0-9A-Z]{40,}'],
	// Services
	['xox[abeoprs]-|xapp-\\d-', '[A-Za-z0-9-]{10,}'],
	['hooks\\.slack\\.com/services/', '[\\w/]{20,}'],
	['[spr]k_(?:live|test)_|whsec_', '[A-Za-z0-9+/=]{10,}'],
	['SG\\.', '[\\w-]{16,}\\.[\\w-]{16,}'],
	['lin_api_|ntn_|figd_|glsa_|NRAK-|PMAK-|shp(?:at|ca|pa|ss)_|sntr[yu]s_', '[\\w.-]{20,}'],
	['\\d{8,10}:AA', '[\\w-]{30,}'],
	// Headers and flags
	['[Bb]earer (?!token\\b)', '[\\w.~+/=-]{12,}'],
	['[Aa]uthorization: ?(?:Basic|Token|token|ApiKey) ', '[\\w.~+/=:-]{8,}'],
];

/** Only where a word begins: that keeps the search quick, and `task-…` from looking like `sk-…`. */
const SHAPE = new RegExp(`(?<![A-Za-z0-9_])(?:${SHAPES.map(([seen, hidden]) => `(${seen})${hidden}`).join('|')})`, 'g');

/** `://user:password@host`. A name or password longer than this is none. */
const IN_URL = /:\/\/[^\s/:@'"]{0,128}:(?=[^\s@/'"]{1,256}@)/g;

/** `curl -u name:password`. */
const IN_FLAG = /(?<![\w-])(?:-u|--user)[ =]["']?[^\s:"'/]{1,64}:(?=[^\s"']{1,256})/g;

const AT = /@/g;
const FLAG_END = /[\s"']/g;

const until = (line: string, from: number, end: RegExp): Span => {
	end.lastIndex = from;
	return [from, end.exec(line)?.index ?? line.length];
};

/** What follows the first part of a JSON web token. */
const TOKEN_REST = /\.eyJ[\w-]{8,}(?:\.[\w-]*)?/g;
const TOKEN_START = /(?<![A-Za-z0-9_])eyJ[\w-]{8,}$/;
const IN_TOKEN = /[\w-]/;

/**
 * JSON web tokens: the first part names only the algorithm, but it is no use without the others. Found by their second
 * part, since from each of many beginnings one would search through all that may go on there.
 */
const addTokens = (spans: Span[], line: string): void => {
	let done = 0;
	addSpans(spans, TOKEN_REST, line, ({0: rest, index}) => {
		let from = index;
		while (from > done && IN_TOKEN.test(line[from - 1] ?? '')) {
			from--;
		}
		const start = TOKEN_START.exec(line.slice(from, index));
		if (start === null) {
			// What looked like a second part may be the first of another.
			TOKEN_REST.lastIndex = index + 1;
			return undefined;
		}
		done = index + rest.length;
		return [from + start.index + 'eyJ'.length, done];
	});
};

const seenOf = (match: RegExpExecArray): string => {
	for (let group = 1; group < match.length; group++) {
		if (match[group] !== undefined) {
			return match[group] ?? '';
		}
	}
	return '';
};

/** Adds the secrets of a line that are known by their shape. */
export const addShaped = (spans: Span[], line: string): void => {
	addSpans(spans, SHAPE, line, match => [match.index + seenOf(match).length, match.index + match[0].length]);
	if (line.includes('.eyJ')) {
		addTokens(spans, line);
	}
	if (line.includes('://')) {
		addSpans(spans, IN_URL, line, match => until(line, match.index + match[0].length, AT));
	}
	if (line.includes('-u')) {
		addSpans(spans, IN_FLAG, line, match => until(line, match.index + match[0].length, FLAG_END));
	}
};
