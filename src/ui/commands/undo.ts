import type {Removed} from '../../session/trash.ts';
import {type Call, type Command, JSON_OPTION} from '../command.ts';
import {hasFlag, requireWords} from '../parse-arguments.ts';
import {ago, safe} from '../print.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const listed = ({record, removal}: Removed, days: number | null) => ({
	id: record.id,
	title: record.title,
	repo: record.repo,
	branch: record.branch,
	removedAt: removal.removedAt,
	keptUntil: days === null ? null : new Date(Date.parse(removal.removedAt) + days * DAY_MS).toISOString(),
});

const list = async ({squad, terminal, json}: Call): Promise<number> => {
	const {days} = (await squad.settings()).settings.trash;
	const removed = (await squad.removed()).map(one => listed(one, days));
	if (json) {
		terminal.out(`${JSON.stringify(removed, null, 2)}\n`);
		return 0;
	}
	const width = Math.max(0, ...removed.map(({id}) => id.length));
	for (const {id, title, removedAt, keptUntil} of removed) {
		const until = keptUntil === null ? '' : `, kept until ${keptUntil.slice(0, 10)}`;
		terminal.out(`${id.padEnd(width)}  removed ${ago(removedAt, Date.now())} ago${until}  ${safe(title)}\n`);
	}
	if (removed.length === 0) {
		terminal.out('the trash is empty\n');
	}
	return 0;
};

export const undoCommand: Command = {
	name: 'undo',
	usage: 'undo [id] [--list]',
	about: 'brings a removed session back, the last one unless told which',
	options: {list: {type: 'boolean', about: 'only tell what can be brought back'}, json: JSON_OPTION},
	examples: [
		['squad undo', 'after `squad rm`'],
		['squad undo --list', 'what is in the trash, and for how long'],
		['squad undo fix-login', 'an earlier one'],
	],
	run: async call => {
		requireWords(undoCommand, call, 0, hasFlag(call, 'list') ? 0 : 1);
		if (hasFlag(call, 'list')) {
			return list(call);
		}
		const session = await call.squad.view(await call.squad.undo(call.words[0]));
		call.terminal.out(
			call.json
				? `${JSON.stringify({success: true, session}, null, 2)}\n`
				: `${session.id} is back; \`squad resume ${session.id}\` continues it\n`,
		);
		return 0;
	},
};
