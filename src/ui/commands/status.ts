import {existsSync} from 'node:fs';
import type {ConversationView} from '../../session/conversation-view.ts';
import type {Squad} from '../../session/squad.ts';
import type {SessionView} from '../../session/view.ts';
import {type Command, JSON_OPTION} from '../command.ts';
import {requireWords} from '../parse-arguments.ts';
import {ago, bytes, count, painter, safe, stateOf, tilde} from '../print.ts';

/** `12.3k`. PURE. */
const thousands = (figure: number): string => (figure < 1000 ? String(figure) : `${(figure / 1000).toFixed(1)}k`);

/** A path, and whether something is still there. */
const there = (path: string, home: string | undefined): string =>
	`${tilde(path, home)}${existsSync(path) ? '' : ' (is gone)'}`;

/** The facts of a session as pairs; what is not there is left out. */
const factsOf = (
	view: SessionView & {readonly conversation: ConversationView},
	home: string | undefined,
): [string, string | null][] => {
	const {pauseState, diff, lastError, conversation} = view;
	const {tokens} = conversation;
	return [
		['question', view.question],
		['agent', view.agent === null ? 'none' : [view.agent, ...view.args].join(' ')],
		['place', there(view.locationPath, home)],
		['repository', view.repo === null ? null : there(view.repo, home)],
		['branch', view.branch === null ? null : `${view.branch} (from ${view.base})`],
		['changes', diff === null ? null : `${count(diff.files, 'file')}, +${diff.added} −${diff.removed}`],
		['last prompt', conversation.lastPrompt],
		['last action', conversation.lastAction],
		['to do', conversation.pendingTasks.join(' · ')],
		[
			'tokens',
			tokens === null
				? null
				: `${thousands(tokens.input)} in (and ${thousands(tokens.cached)} cached), ${thousands(tokens.output)} out`,
		],
		['conversation', view.token],
		['memory', bytes(view.memory.rssBytes) || null],
		[
			'paused',
			pauseState === null
				? null
				: `${ago(pauseState.pausedAt, Date.now())} ago (${pauseState.depth}, ${pauseState.reason})`,
		],
		[
			'stash',
			pauseState?.stash
				? `${count(pauseState.stash.files, 'file')} in ${pauseState.stash.commit.slice(0, 10)} (git stash list shows it)`
				: null,
		],
		['scrollback', pauseState === null ? null : pauseState.scrollback.map(path => tilde(path, home)).join(', ')],
		['worktree', pauseState?.worktreeRemoved ? 'not there now; resume brings it back' : null],
		[
			'workers',
			view.workers
				.map(
					worker =>
						`${worker.name}${worker.alive ? ` (pid ${worker.pid})` : worker.exitCode === null ? '' : ` (ended with ${worker.exitCode})`}`,
				)
				.join(', '),
		],
		['error', lastError === null ? null : `${lastError.message} — ${lastError.hint}`],
		['tmux', `tmux -${view.tmux.socket.includes('/') ? 'S' : 'L'} ${view.tmux.socket} attach -t ${view.id}`],
	];
};

const setupFact = (setup: Awaited<ReturnType<Squad['setupOf']>>): [string, string][] =>
	setup === null || setup.state === 'done'
		? []
		: [
				[
					'setup',
					setup.state === 'failed' ? `${setup.command} ended with ${setup.code}` : `not over: ${setup.command}`,
				],
			];

export const statusCommand: Command = {
	name: 'status',
	usage: 'status <id>',
	about: 'everything known of one session',
	options: {json: JSON_OPTION},
	completes: 'ids',
	examples: [
		['squad status fix-login', 'by a prefix of its id'],
		['squad status fix-login --json', 'for a script'],
	],
	run: async call => {
		requireWords(statusCommand, call, 1, 1);
		const {squad, terminal, json} = call;
		const record = squad.find(call.words[0] ?? '');
		const [view, diff, conversation, setup] = await Promise.all([
			squad.view(record),
			squad.measureDiff(record),
			squad.conversation(record),
			squad.setupOf(record),
		]);
		const whole = {...view, diff: diff ?? view.diff, conversation};
		const words = ['completed', 'failed', 'interrupted'].includes(view.status) ? await squad.logs(record, false) : '';
		const lastLines = words
			.split('\n')
			.filter(line => line.trim() !== '')
			.slice(-10);
		if (json) {
			terminal.out(`${JSON.stringify({...whole, lastLines, setup}, null, 2)}\n`);
			return 0;
		}
		const paint = painter(terminal.colours);
		const {glyph, word, colour} = stateOf(whole);
		const facts = [...factsOf(whole, squad.env.HOME), ...setupFact(setup)].filter(
			(fact): fact is [string, string] => fact[1] !== null && fact[1] !== '',
		);
		terminal.out(`${paint(colour, `${glyph} ${word}`)}  ${paint('bold', safe(whole.title))}  ${whole.id}\n`);
		terminal.out(facts.map(([name, value]) => `  ${paint('dim', name.padEnd(13))}${safe(value)}\n`).join(''));
		terminal.out(lastLines.map(line => `  ${paint('dim', '│')} ${safe(line)}\n`).join(''));
		return 0;
	},
};
