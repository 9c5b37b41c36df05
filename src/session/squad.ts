import {existsSync, readFileSync} from 'node:fs';
import {attach} from '../tmux/attach.ts';
import {configuration} from '../tmux/configuration.ts';
import {tmuxServer} from '../tmux/server.ts';
import {addWindow} from '../tmux/session.ts';
import {SquadError} from './errors.ts';
import {noSuchSession, type World, withSession} from './held.ts';
import {ensureHome, homeFrom} from './home.ts';
import {launchArgv} from './launch.ts';
import {panesOf} from './layers/screen-layer.ts';
import {look} from './look.ts';
import {matching} from './names.ts';
import {createSession, type NewSession} from './operations/create.ts';
import {measureDiff, showDiff} from './operations/diff.ts';
import {endSession} from './operations/end.ts';
import {logsOf} from './operations/logs.ts';
import {type Pausing, pauseSession} from './operations/pause.ts';
import {type Removing, removeSession} from './operations/remove.ts';
import {type Resuming, restartSession, resumeSession} from './operations/resume.ts';
import {renameSession, sendText} from './operations/send.ts';
import {undoRemoval} from './operations/undo.ts';
import {readRecords} from './records.ts';
import {cutOffSessions, recover} from './recover.ts';
import type {SessionRecord} from './session.ts';
import {loadSettings} from './settings.ts';
import {writeFileWhole} from './write-file.ts';

export type SquadOptions = {
	readonly env: NodeJS.ProcessEnv;
	readonly tell?: World['tell'];
	readonly stopped?: World['stopped'];
};

/** What ui and cli talk to: everything that can be known of sessions and done with them. */
export const openSquad = ({env, tell = () => undefined, stopped = () => false}: SquadOptions) => {
	const home = homeFrom(env);
	const tmux = tmuxServer(env.SQUAD_TMUX_SOCKET || 'squad', home.tmuxConf);
	/** The server reads this at its start, so it must be there before anything is launched. */
	const prepare = (): void => {
		ensureHome(home);
		const wanted = configuration(home.tmuxUserConf);
		if (!existsSync(home.tmuxConf) || readFileSync(home.tmuxConf, 'utf8') !== wanted) {
			// Under no lock: two squads may both find it missing.
			writeFileWhole(home.tmuxConf, wanted, `${home.tmuxConf}.${process.pid}.tmp`);
		}
	};
	const world: World = {home, tmux, env, prepare, tell, stopped};
	const find = (word: string): SessionRecord => {
		const {records, damaged} = readRecords(home);
		const found = matching(word, records);
		if (found.length > 1) {
			const candidates = found.map(one => one.id).join(', ');
			throw new SquadError('ambiguous', `${JSON.stringify(word)} may mean ${candidates}`, 'give more of the id');
		}
		const broken = damaged.find(one => one.id === word);
		if (broken !== undefined) {
			throw new SquadError(
				'damaged_record',
				`the record of ${word} is damaged: ${broken.why}`,
				`it is kept at ${home.record(word)}; \`squad doctor\` says more`,
				word,
			);
		}
		if (found[0] === undefined) {
			throw noSuchSession(word);
		}
		return found[0];
	};
	const openTerminal = (record: SessionRecord, name: string): Promise<void> =>
		withSession(world, record, 'open', async held => {
			const panes = await panesOf(held);
			if (!panes.some(pane => pane.windowName === name || pane.worker === name)) {
				const worker = {id: name, name, type: 'terminal', createdAt: new Date().toISOString()} as const;
				await addWindow(tmux, record.id, record.locationPath, {
					worker: name,
					name,
					argv: launchArgv({command: [env.SHELL || '/bin/sh'], exitFile: home.exitCode(record.id, name)}),
				});
				held.update({workers: [...held.record().workers, worker]});
			}
		});
	return {
		home,
		tmux,
		env,
		find,
		records: () => readRecords(home),
		settings: (repo?: string | null) => loadSettings(home, repo),
		look: (records: readonly SessionRecord[]) => look(world, records),
		view: async (record: SessionRecord) => {
			const [view] = await look(world, [record]);
			return view as NonNullable<typeof view>;
		},
		create: (wanted: NewSession) => createSession(world, wanted),
		pause: (record: SessionRecord, options: Pausing) => pauseSession(world, record, options),
		resume: (record: SessionRecord, options: Resuming) => resumeSession(world, record, options),
		restart: (record: SessionRecord, fresh: boolean) => restartSession(world, record, fresh),
		send: (record: SessionRecord, text: string, enter: boolean) => sendText(world, record, text, enter),
		rename: (record: SessionRecord, title: string) => renameSession(world, record, title),
		end: (record: SessionRecord) => endSession(world, record),
		remove: (record: SessionRecord, how: Removing) => removeSession(world, record, how),
		undo: () => undoRemoval(world),
		recover: (dryRun: boolean) => recover(world, dryRun),
		hasCutOff: () => cutOffSessions(world, readRecords(home).records).length > 0,
		logs: (record: SessionRecord, colours: boolean) => logsOf(world, record, colours),
		diff: (record: SessionRecord, stat: boolean) => showDiff(world, record, stat),
		measureDiff: (record: SessionRecord) => measureDiff(world, record),
		openTerminal,
		attach: (record: SessionRecord, worker: string | undefined) =>
			attach(tmux, `=${record.id}:${worker === undefined ? '' : `=${worker}`}`),
	};
};

export type Squad = ReturnType<typeof openSquad>;
