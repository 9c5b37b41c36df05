/** Screens as the next version, another terminal or another user would show them. Each changes what a screen says, not what it means. */

export type Mutable = {readonly lines: readonly string[]; readonly title: string};

export type Mutation = (screen: Mutable, random: () => number) => Mutable;

/** The same numbers for the same seed: a failure can be repeated. */
export const randomFrom = (seed: number) => {
	let state = seed;
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
		return state / 4_294_967_296;
	};
};

const trimmed = (lines: readonly string[]): readonly string[] =>
	lines.slice(0, lines.findLastIndex(line => line.trim() !== '') + 1);

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T;

const cropped =
	(count: number): Mutation =>
	({lines, title}) => ({lines: trimmed(lines).slice(-count), title});

/** Words of no language, of the same length, so that boxes stay boxes; what is written on keys stays. */
const KEYS = /^(?:esc|ctrl|shift|tab|enter|up|down|alt|y|n|yes|no)$/iu;
const inOtherWords: Mutation = ({lines, title}) => ({
	lines: lines.map(line =>
		line.replace(/\p{L}+/gu, word =>
			KEYS.test(word) || word.length < 3
				? word
				: [...word].map(letter => (/\p{Lu}/u.test(letter) ? 'Ž' : /\p{Ll}/u.test(letter) ? 'ö' : letter)).join(''),
		),
	),
	title,
});

const SPINNERS = ['✢', '✶', '✻', '✽', '∗', '·', '✳'];
const otherSpinner: Mutation = ({lines, title}, random) => ({
	lines: lines.map(line => line.replace(/^[✢✶✻✽∗·](?= \S.*…)/u, () => pick(SPINNERS.slice(0, 5), random))),
	title: title.replace(/^[⠁-⣿]/u, () => pick(['⠋', '⠙', '⠸', '⠴', '⠇'], random)),
});

/** A verb that no list knows. */
const otherVerb: Mutation = ({lines, title}, random) => ({
	lines: lines.map(line =>
		line.replace(
			/^(\s*[✢✶✻✽∗·•◦⠁-⣿◎○●◉] )\p{L}+(?=…| \(| esc| ·)/u,
			(_, glyph: string) => `${glyph}${pick(['Frobnicating', 'Quuxing', 'Zonking'], random)}`,
		),
	),
	title,
});

const withoutTitle: Mutation = ({lines}) => ({lines, title: ''});

/** Somebody pasted other screens into the conversation; they are shown indented, as every answer is. */
const below =
	(quoted: readonly string[]): Mutation =>
	({lines, title}) => ({
		lines: ['● It looked like this:', '', ...quoted.map(line => `     ${line}`), '', ...lines],
		title,
	});

/** Half a sentence that was not sent. */
const typed: Mutation = ({lines, title}) => {
	const all = trimmed(lines);
	const at = all.findLastIndex(line => /^[❯›>](?:\s|$)/u.test(line));
	const isPrompt = at >= 0 && !/^[❯›>]\s+\d/u.test(all[at] ?? '') && all.length - at < 8;
	return {
		lines: isPrompt
			? all.map((line, here) => (here === at ? `${line.charAt(0)} and then esc to interrupt it, ok?` : line))
			: all,
		title,
	};
};

/** One column less for frames and prose, and blank lines at the end as a tall window has them. */
const inTallWindow: Mutation = ({lines, title}) => ({
	lines: [...Array<string>(30).fill(''), ...trimmed(lines), ...Array<string>(20).fill('')],
	title,
});

export const MUTATIONS = (quoted: readonly string[]): Readonly<Record<string, Mutation>> => ({
	'the last 24 lines': cropped(24),
	'the last 15 lines': cropped(15),
	'other words, as in a translation': inOtherWords,
	'other spinners': otherSpinner,
	'other verbs': otherVerb,
	'no title': withoutTitle,
	'screens quoted above': below(quoted),
	'typed but unsent text': typed,
	'a tall window': inTallWindow,
});
