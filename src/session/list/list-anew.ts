import {type Fingerprints, fingerprintsOf} from '../fingerprint.ts';
import type {World} from '../held.ts';
import {type Sight, sights} from '../look.ts';
import {isDamaged, readRecord} from '../records.ts';
import type {SessionRecord} from '../session.ts';
import {loadSettings} from '../settings.ts';
import {repositoryFile} from '../trust.ts';
import type {SessionView} from '../view.ts';
import {writeSoon} from '../write-file.ts';
import {listWorld} from './list-world.ts';
import {entryOf, furtherFiles} from './remember.ts';
import {clockNow, type Entry, type Remembered} from './remembered.ts';

/** Plain data only: this is a bundle of its own, and a class of another bundle is not the same class. */
export type Asked = {
	readonly env: NodeJS.ProcessEnv;
	readonly build: string;
	/** The sessions to look at. */
	readonly ids: readonly string[];
	/** When tmux was asked for its panes, and what it said of each session; undefined where it gave no answer. */
	readonly listedAt: number;
	readonly lines: ReadonlyMap<string, string> | undefined;
	/** The last list, and what of it still holds. */
	readonly remembered: Remembered | undefined;
	readonly kept: ReadonlySet<string>;
};

export type Listed = {
	readonly views: readonly SessionView[];
	/** For the next list; after this one has been shown. */
	readonly remember: () => void;
};

type Read = {readonly record: SessionRecord; readonly files: Fingerprints};

/** Fingerprints before contents: what changes in between then shows. */
const read = ({home}: World, id: string, lines: string): Read | undefined => {
	const files = fingerprintsOf([home.record(id), home.journal(id)]);
	const record = readRecord(home, id);
	return record === undefined || isDamaged(record)
		? undefined
		: {record, files: {...files, ...fingerprintsOf(furtherFiles(home, record, lines))}};
};

const settingsFiles = ({home}: World, records: readonly SessionRecord[]): string[] => [
	home.config,
	home.trust,
	...new Set(records.flatMap(({repo}) => (repo === null ? [] : [repositoryFile(repo)]))),
];

const entriesOf = (
	world: World,
	{listedAt, lines}: Asked,
	found: readonly Read[],
	seen: readonly Sight[],
): [string, Entry][] =>
	seen.flatMap(({record, view, panes}, at): [string, Entry][] => {
		const files = found[at]?.files ?? {};
		const known = {home: world.home, listedAt, lines: lines?.get(record.id) ?? '', files};
		const entry = lines === undefined ? undefined : entryOf(record, view, panes, known);
		return entry === undefined ? [] : [[record.id, entry]];
	});

/**
 * Looks at sessions as they are now and remembers what can be. Undefined where there is something to say beside the list
 * (a damaged record, wrong settings, an operation that was cut off).
 */
export const listAnew = async (asked: Asked): Promise<Listed | undefined> => {
	const {env, build, ids, lines, remembered, kept} = asked;
	const world = listWorld(env);
	const found = ids.map(id => read(world, id, lines?.get(id) ?? ''));
	if (!found.every(one => one !== undefined)) {
		return undefined;
	}
	const records = found.map(one => one.record);
	const settings = {...fingerprintsOf(settingsFiles(world, records)), ...(kept.size > 0 && remembered?.settings)};
	if ((await loadSettings(world.home)).problems.length > 0) {
		return undefined;
	}
	const seen = await sights(world, records);
	return {
		views: seen.map(one => one.view),
		remember: () => {
			const added = entriesOf(world, asked, found, seen);
			const old = Object.entries(remembered?.sessions ?? {}).filter(([id]) => kept.has(id));
			if (added.length > 0) {
				const sessions = Object.fromEntries([...old, ...added]);
				const list: Remembered = {build, socket: world.tmux.socket, clock: clockNow(), settings, sessions};
				writeSoon(world.home.lastList, JSON.stringify(list));
			}
		},
	};
};
