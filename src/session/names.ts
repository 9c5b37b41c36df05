/** No vowels and no look-alikes: neither words nor riddles. */
const SUFFIX_LETTERS = '23456789bcdfghjkmnpqrstvwxz';
const SUFFIX_LENGTH = 4;

/** Keeps ids, branches and folders short enough to type and to read in a list. */
const LONGEST_SLUG = 32;

/** A title as a name that tmux, git and every file system take: a-z, 0-9 and single dashes. PURE. */
export const slugOf = (title: string): string =>
	title
		.normalize('NFKD')
		.toLowerCase()
		.replaceAll('ß', 'ss')
		.replace(/\p{M}/gu, '')
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, LONGEST_SLUG)
		.replace(/^-+|-+$/g, '');

export const randomSuffix = (): string =>
	Array.from({length: SUFFIX_LENGTH}, () => SUFFIX_LETTERS[Math.floor(Math.random() * SUFFIX_LETTERS.length)]).join('');

/** An id that never changes, from a title that may. PURE. */
export const idFrom = (title: string, suffix: string): string => `${slugOf(title) || 'session'}-${suffix}`;

/** A title on one line without anything that a terminal would obey. PURE. */
export const cleanTitle = (title: string): string =>
	title
		.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, character => (character === '\u200d' ? character : ' '))
		.replace(/\s+/g, ' ')
		.trim()
		.match(/^.{0,200}/su)?.[0]
		.trim() ?? '';

/** A title for a session that was given none: the first words of its prompt, or the agent's name. PURE. */
export const titleFrom = (prompt: string | undefined, agent: string | null): string => {
	const words = /^.{0,60}/su.exec(cleanTitle(prompt ?? ''))?.[0] ?? '';
	const cut = words.length < 60 || words.lastIndexOf(' ') <= 20 ? words : words.slice(0, words.lastIndexOf(' '));
	return cut || agent || 'session';
};

/** A folder name for a repository. PURE. */
export const repoSlug = (root: string): string =>
	slugOf(
		root
			.replace(/\/+$/, '')
			.replace(/\.git$/, '')
			.split('/')
			.at(-1) ?? '',
	) || 'repo';

export type Named = {readonly id: string; readonly title: string};

/** The sessions that a word may mean: exactly one id, one prefix, or one title. PURE. */
export const matching = <T extends Named>(word: string, sessions: readonly T[]): readonly T[] => {
	const exact = sessions.filter(session => session.id === word);
	if (exact.length > 0) {
		return exact;
	}
	const titled = sessions.filter(session => session.title === word);
	const prefixed = word === '' ? [] : sessions.filter(session => session.id.startsWith(word));
	return titled.length > 0 ? titled : prefixed;
};
