// `squad pause --all` of fifty idle sessions against raw-pause.sh for fifty others, two at a time.
import {addSessions} from './ls.mjs';
import {interleave, rowOf} from './measure.mjs';
import {rawSession, scriptOf} from './round-trip.mjs';
import {withWorld} from './world.mjs';

const SESSIONS = 50;
const LIMIT = 1.3;
const ROUNDS = 5;

const shellWord = text => `'${text.replaceAll("'", `'\\''`)}'`;

/** A shell line that runs a raw script for every session, two at a time, as somebody would write it by hand. */
const forEach = ({socket, agent}, raws, verb) => {
	const line = ({session, worktree, folder}) => [socket, session, worktree, folder, agent].join('\n');
	const list = raws.map(line).join('\n');
	return `printf '%s\\n' ${shellWord(list)} | xargs -d '\\n' -n 5 -P 2 sh ${shellWord(scriptOf(verb))}`;
};

export const pauseAll = () =>
	withWorld(async world => {
		const repo = await world.repository('repo', 50);
		await addSessions(world, repo, SESSIONS);
		const raws = [];
		for (let n = 0; n < SESSIONS; n++) raws.push(await rawSession(world, repo, `raw${n}`));
		// Keeps the server alive while all others are away.
		await world.tmux('new-session', '-d', '-s', 'keeper', 'cat', '-');
		const raw = async () => {
			const {ms} = await world.run('sh', ['-c', forEach(world, raws, 'pause')]);
			await world.run('sh', ['-c', forEach(world, raws, 'resume')]);
			return ms;
		};
		const squad = async () => {
			const {ms} = await world.squad(['pause', '--all']);
			await world.squad(['resume', '--all']);
			return ms;
		};
		const times = await interleave({raw, squad}, {rounds: ROUNDS, warmUps: 1});
		return [
			rowOf({
				figure: `squad pause --all, ${SESSIONS} idle sessions`,
				against: 'raw-pause.sh by xargs -P2',
				baseline: times.raw,
				subject: times.squad,
				limit: LIMIT,
			}),
		];
	});
