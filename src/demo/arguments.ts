/** What the command line asks for. */
export type Request =
	| {readonly kind: 'version' | 'help'}
	| {readonly kind: 'wrong'; readonly reason: string}
	| {
			readonly kind: 'talk';
			/** Which conversation: a new one (of a chosen id), the latest here, or exactly one. */
			readonly from: 'new' | 'latest' | 'token';
			readonly token: string | undefined;
			readonly model: string | undefined;
			readonly prompt: string;
	  };

const WITH_VALUE = ['--session-id', '--resume', '--model'] as const;
type WithValue = (typeof WITH_VALUE)[number];

type Words = {
	readonly values: Partial<Record<WithValue, string>>;
	readonly flags: Set<string>;
	readonly prompt: readonly string[];
};

const takesValue = (name: string): name is WithValue => (WITH_VALUE as readonly string[]).includes(name);

/** Sorts the words; a string is what is wrong with them. */
const sortWords = (words: readonly string[]): Words | string => {
	const values: Words['values'] = {};
	const flags = new Set<string>();
	const prompt: string[] = [];
	for (let index = 0; index < words.length; index++) {
		const word = words[index] ?? '';
		if (word === '--') {
			prompt.push(...words.slice(index + 1));
			break;
		}
		const [name = '', inline] = word.split(/=(.*)/s);
		if (takesValue(name)) {
			const value = inline ?? words[++index] ?? '';
			if (value === '' || (inline === undefined && value.startsWith('-'))) return `${name} needs a value`;
			values[name] = value;
		} else if (['-c', '--continue', '--version', '--help', '-h'].includes(word)) {
			flags.add(word);
		} else if (word.startsWith('-') && word !== '-') {
			return `unknown option '${word}'`;
		} else {
			prompt.push(word);
		}
	}
	return {values, flags, prompt};
};

/** PURE: reads the command line. */
export const readArguments = (words: readonly string[]): Request => {
	const sorted = sortWords(words);
	if (typeof sorted === 'string') return {kind: 'wrong', reason: sorted};
	const {values, flags, prompt} = sorted;
	if (flags.has('--help') || flags.has('-h')) return {kind: 'help'};
	if (flags.has('--version')) return {kind: 'version'};
	const ways = [values['--session-id'], values['--resume'], flags.has('-c') || flags.has('--continue') || undefined];
	if (ways.filter(way => way !== undefined).length > 1) {
		return {kind: 'wrong', reason: 'only one of --continue, --resume and --session-id'};
	}
	const [, resume, latest] = ways;
	return {
		kind: 'talk',
		from: resume === undefined ? (latest ? 'latest' : 'new') : 'token',
		token: values['--resume'] ?? values['--session-id'],
		model: values['--model'],
		prompt: prompt.join(' '),
	};
};
