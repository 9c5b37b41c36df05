import type {Command} from './command.ts';

const flagsOf = ({options}: Command): string[] => [...Object.keys(options).map(name => `--${name}`), '--help'];

const wordsOf = ({completes}: Command): string =>
	completes === undefined || completes === 'ids' ? '' : completes.join(' ');

const takesIds = ({completes}: Command): boolean => completes === 'ids';

/** Asked by the scripts at the moment of completion, so that ids are those of now. */
const ASK_IDS = 'squad __ids 2>/dev/null';

const bash = (commands: readonly Command[]): string => `# squad completion for bash
_squad() {
	local word="\${COMP_WORDS[COMP_CWORD]}" verb="\${COMP_WORDS[1]}"
	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		COMPREPLY=($(compgen -W "${commands.map(command => command.name).join(' ')} --help --version" -- "$word"))
		return
	fi
	local flags="" words="" ids=""
	case "$verb" in
${commands.map(command => `		${command.name}) flags="${flagsOf(command).join(' ')}"; words="${wordsOf(command)}"; ids="${takesIds(command) ? 'yes' : ''}" ;;`).join('\n')}
	esac
	if [[ "$word" == -* ]]; then
		COMPREPLY=($(compgen -W "$flags" -- "$word"))
	else
		[ -z "$ids" ] || words="$words $(${ASK_IDS} | cut -f1)"
		COMPREPLY=($(compgen -W "$words" -- "$word"))
	fi
}
complete -o default -F _squad squad
`;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const zsh = (commands: readonly Command[]): string => `#compdef squad
# squad completion for zsh
_squad() {
	local -a verbs flags choices ids
	if (( CURRENT == 2 )); then
		verbs=(${commands.map(({name, about}) => quoted(`${name}:${about}`)).join(' ')})
		_describe 'verb' verbs
		return
	fi
	case "$words[2]" in
${commands
	.map(
		command =>
			`		${command.name}) flags=(${Object.entries(command.options)
				.map(([name, {about}]) => quoted(`--${name}:${about}`))
				.join(
					' ',
				)}); ${takesIds(command) ? `ids=(\${(f)"$(${ASK_IDS} | sed 's/:/\\\\:/g; s/\t/:/')"})` : `choices=(${wordsOf(command)})`} ;;`,
	)
	.join('\n')}
	esac
	if [[ "$PREFIX" == -* ]]; then
		_describe 'option' flags
	else
		(( $#ids )) && _describe 'session' ids
		(( $#choices )) && _describe 'choice' choices
		(( $#ids + $#choices )) || _files
	fi
}
compdef _squad squad 2>/dev/null
`;

const fish = (commands: readonly Command[]): string => {
	const verbs = commands.map(
		({name, about}) => `complete -c squad -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}`,
	);
	const details = commands.flatMap(command => {
		const when = `-n '__fish_seen_subcommand_from ${command.name}'`;
		const ids = takesIds(command) ? [`complete -c squad ${when} -f -a '(${ASK_IDS})'`] : [];
		const words = wordsOf(command) === '' ? [] : [`complete -c squad ${when} -f -a ${quoted(wordsOf(command))}`];
		const flags = Object.entries(command.options).map(
			([name, {type, short, about}]) =>
				`complete -c squad ${when} -l ${name}${short ? ` -s ${short}` : ''}${type === 'string' ? ' -r' : ''} -d ${quoted(about)}`,
		);
		return [...ids, ...words, ...flags];
	});
	return `# squad completion for fish\n${[...verbs, ...details].join('\n')}\n`;
};

/** PURE: the script for a shell; undefined for one that is not known. */
export const completionScript = (shell: string, commands: readonly Command[]): string | undefined =>
	new Map([
		['bash', bash],
		['zsh', zsh],
		['fish', fish],
	]).get(shell)?.(commands);
