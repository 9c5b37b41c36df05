import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {type Held, readJson} from './held.ts';
import type {Home} from './home.ts';
import type {SessionRecord} from './session.ts';
import {writeFileWhole} from './write-file.ts';

/** What is known of a session of the same agent that worked in the same directory and is gone, ended or removed. */
type Gone = {
	readonly token: string | null;
	/** A conversation was begun here since: what that one said is not the latest any more. */
	readonly isPast: boolean;
};

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

const isGone = (found: unknown): found is Gone => typeof found === 'object' && found !== null && 'isPast' in found;

/** One file for each, so that two that go at the same time need no lock of a third. */
const folderIn = (session: string): string => join(session, 'company');

const formerIn = (folder: string): [path: string, gone: Gone][] =>
	namesIn(folder)
		.filter(name => !name.endsWith('.tmp'))
		.map((name): [string, unknown] => [join(folder, name), readJson(join(folder, name))])
		.filter((one): one is [string, Gone] => isGone(one[1]));

/** Those who worked in a session's directory with the same agent and are gone. */
export const formerCompany = (home: Home, id: string): readonly Gone[] =>
	formerIn(folderIn(home.session(id))).map(([, gone]) => gone);

/** Removed sessions of the same agent in the same directory: they may be brought back. */
const removedBeside = (home: Home, {id, agent, locationPath}: SessionRecord): string[] =>
	namesIn(home.trash)
		.filter(name => name !== id)
		.map(name => join(home.trash, name))
		.filter(folder => {
			const found = readJson(join(folder, 'session.json')) as Partial<SessionRecord> | undefined;
			return found?.agent === agent && found.locationPath === locationPath;
		});

const tell = (session: string, about: string, token: string | null): void =>
	writeFileWhole(join(folderIn(session), about), `${JSON.stringify({token, isPast: false} satisfies Gone)}\n`);

/**
 * Said before a session goes: whoever stays must not take the latest conversation of the directory for its own, nor
 * must the one that goes, if it is brought back. May run twice.
 */
export const leaveCompany = (held: Held): void => {
	const {home} = held;
	const record = held.record();
	if (record.agent === null) {
		return;
	}
	const staying = held.neighbours().filter(other => other.agent === record.agent);
	for (const folder of [...staying.map(({id}) => home.session(id)), ...removedBeside(home, record)]) {
		tell(folder, record.id, record.token);
	}
	for (const {id, token} of staying) {
		tell(home.session(record.id), id, token);
	}
};

/** A new conversation was begun: it is the latest of the directory now. */
export const outliveCompany = ({home, record}: Held): void => {
	for (const [path, gone] of formerIn(folderIn(home.session(record().id)))) {
		writeFileWhole(path, `${JSON.stringify({...gone, isPast: true} satisfies Gone)}\n`);
	}
};
