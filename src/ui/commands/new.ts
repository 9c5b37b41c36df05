import {resolve} from 'node:path';
import {SquadError} from '../../session/errors.ts';
import {type Call, type Command, JSON_OPTION} from '../command.ts';
import {givenText} from '../given-text.ts';
import {hasFlag, requireWords, textFlag} from '../parse-arguments.ts';
import {safe} from '../print.ts';
import {askForTrust, tellOfSetup} from '../trust.ts';

/** Flags that would be ignored in silence. */
const refuseContradictions = (call: Call): void => {
	const given = (name: string): boolean => call.flags[name] !== undefined && call.flags[name] !== false;
	const wrong: readonly (readonly [boolean, string])[] = [
		...['agent', 'prompt'].map(name => [given('no-agent') && given(name), `--no-agent and --${name}`] as const),
		[given('no-agent') && call.rest.length > 0, '--no-agent and arguments for the agent'],
		...['base', 'branch'].flatMap(name =>
			['quick', 'with'].map(place => [given(place) && given(name), `--${place} and --${name}`] as const),
		),
	];
	const found = wrong.find(([is]) => is);
	if (found !== undefined) {
		throw new SquadError('usage', `${found[1]} do not go together`, '`squad new --help` explains them');
	}
};

export const newCommand: Command = {
	name: 'new',
	usage: 'new [title] [options] [-- <args for the agent>…]',
	about: 'a session in a new worktree and branch, its agent started',
	options: {
		agent: {type: 'string', short: 'a', value: 'name', about: 'which agent (default: the setting defaultAgent)'},
		prompt: {type: 'string', short: 'p', value: 'text', about: 'the first prompt; - reads standard input'},
		base: {type: 'string', value: 'ref', about: 'branch, tag, commit or remote branch to start from (default: HEAD)'},
		branch: {type: 'string', short: 'b', value: 'name', about: 'the branch to make, or an existing one to work on'},
		repo: {type: 'string', value: 'dir', about: 'the repository (default: the current directory)'},
		quick: {type: 'string', value: 'dir', about: 'no worktree: any directory (default: the current one)'},
		with: {type: 'string', value: 'id', about: "a further session in that one's worktree"},
		'no-agent': {type: 'boolean', about: 'only a terminal'},
		attach: {type: 'boolean', about: 'go to its terminal at once'},
		json: JSON_OPTION,
	},
	examples: [
		['squad new "fix login" -p "The login form loses its state. Find out why."', 'start an agent on a task'],
		['squad new hotfix --base v2.1 -a codex', 'from a tag, with another agent'],
		['squad new --quick ~/notes', 'in a directory as it is'],
		['squad new review --with fix-login', 'a second agent in the same worktree'],
		['squad new big -- --model opus', 'arguments for the agent'],
	],
	run: async call => {
		const {squad, terminal, words, rest, json} = call;
		requireWords(newCommand, call, 0, 1);
		const quick = textFlag(call, 'quick');
		const place = [quick, textFlag(call, 'repo'), textFlag(call, 'with')].filter(one => one !== undefined);
		if (place.length > 1) {
			throw new SquadError(
				'usage',
				'only one of --quick, --repo and --with can be used',
				'`squad new --help` explains them',
			);
		}
		refuseContradictions(call);
		const prompt = textFlag(call, 'prompt');
		const withWord = textFlag(call, 'with');
		const directory = resolve(terminal.cwd, quick || textFlag(call, 'repo') || '.');
		const asked = quick === undefined && withWord === undefined ? await askForTrust(call, directory) : undefined;
		const record = await squad.create({
			title: words[0],
			agent: textFlag(call, 'agent'),
			prompt: prompt === '-' ? await givenText(terminal) : prompt,
			base: textFlag(call, 'base'),
			branch: textFlag(call, 'branch'),
			directory,
			quick: quick !== undefined,
			with: withWord === undefined ? undefined : squad.find(withWord),
			noAgent: hasFlag(call, 'no-agent'),
			args: rest,
		});
		await tellOfSetup(call, record, asked);
		if (json) {
			terminal.out(`${JSON.stringify(await squad.view(record), null, 2)}\n`);
		} else {
			const where = record.branch === null ? record.locationPath : `${record.branch} in ${record.locationPath}`;
			terminal.out(`${record.id}  ${safe(record.title)}\n  ${safe(where)}\n  squad attach ${record.id}\n`);
		}
		return hasFlag(call, 'attach') && terminal.isTerminal ? squad.attach(record, undefined) : 0;
	},
};
