import {SquadError} from '../../session/errors.ts';
import type {PauseState} from '../../session/session.ts';
import {type Call, type Command, JSON_OPTION} from '../command.ts';
import {hasFlag, numberFlag, requireWords, textFlag} from '../parse-arguments.ts';
import {bytes, count} from '../print.ts';
import {AT_ONCE, forEachSession} from '../several.ts';

const REASONS: readonly string[] = ['user', 'resource', 'error'];

const reasonOf = (call: Call): PauseState['reason'] | undefined => {
	const reason = textFlag(call, 'reason');
	if (reason !== undefined && !REASONS.includes(reason)) {
		throw new SquadError(
			'usage',
			`--reason takes one of ${REASONS.join(', ')}, not ${JSON.stringify(reason)}`,
			'`squad pause --help` explains it',
		);
	}
	return reason as PauseState['reason'] | undefined;
};

/** `--all`: everything that can be paused. `--idle`: of that, what has nothing to do. */
const chosen = async (call: Call): Promise<readonly string[]> => {
	const [all, idle] = [hasFlag(call, 'all'), hasFlag(call, 'idle')];
	if (!all && !idle) {
		requireWords(pauseCommand, call, 1);
		return call.words;
	}
	requireWords(pauseCommand, call, 0, 0);
	const views = await call.squad.look(call.squad.records().records);
	return views.filter(view => view.status === 'active' && (!idle || view.activity === 'idle')).map(view => view.id);
};

export const pauseCommand: Command = {
	name: 'pause',
	usage: 'pause <id>… [options]',
	about: 'save everything, end the processes, free the memory',
	options: {
		all: {type: 'boolean', about: 'every running session'},
		idle: {type: 'boolean', about: 'every session whose agent is idle'},
		interrupt: {type: 'boolean', about: "press the agent's interrupt key first"},
		force: {type: 'boolean', about: 'do not wait for a safe state: a turn in progress is lost'},
		timeout: {type: 'string', value: 's', about: 'how long to wait for a safe state (30)'},
		warm: {type: 'boolean', about: 'only freeze: memory stays, resume is instant'},
		'free-disk': {type: 'boolean', about: 'remove the worktree too; ignored files are kept aside'},
		reason: {type: 'string', value: 'user|resource|error', about: 'why (user)'},
		json: JSON_OPTION,
	},
	completes: 'ids',
	examples: [
		['squad pause fix-login', 'wait until its agent rests, then pause it'],
		['squad pause --idle', 'all that have nothing to do'],
		['squad pause fix-login --interrupt', 'stop its turn first'],
		['squad pause --all --warm', 'freeze everything for a moment'],
	],
	run: async call => {
		const {squad} = call;
		if (hasFlag(call, 'warm') && hasFlag(call, 'free-disk')) {
			throw new SquadError(
				'usage',
				'--warm keeps everything in place, --free-disk removes it',
				'choose one of the two',
			);
		}
		const [timeoutSeconds, reason, words] = [
			numberFlag(pauseCommand, call, 'timeout'),
			reasonOf(call),
			await chosen(call),
		];
		const many = hasFlag(call, 'all') || hasFlag(call, 'idle');
		return forEachSession(call, words, {...AT_ONCE, asArray: many}, async record => {
			const isWarm = hasFlag(call, 'warm');
			let used = 0;
			const paused = await squad.pause(record, {
				timeoutSeconds,
				reason,
				depth: isWarm ? 'warm' : 'cold',
				...(hasFlag(call, 'interrupt') ? {interrupt: true} : {}),
				...(hasFlag(call, 'free-disk') ? {freeDisk: true} : {}),
				force: hasFlag(call, 'force'),
				measured: rssBytes => {
					used = rssBytes;
				},
			});
			// A cold pause has seen all processes end.
			const freed = isWarm ? 0 : used;
			const stash = paused.pauseState?.stash;
			const details = [stash ? `${count(stash.files, 'file')} stashed` : '', freed > 0 ? `${bytes(freed)} freed` : '']
				.filter(Boolean)
				.join(', ');
			return {
				json: call.json ? {success: true, session: await squad.view(paused)} : undefined,
				line: `paused ${record.id}${details === '' ? '' : ` (${details})`}`,
			};
		});
	},
};
