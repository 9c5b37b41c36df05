import type {World} from './held.ts';
import {type Entry, underWay} from './journal.ts';
import {ownerOf} from './lock.ts';
import {keyOf, type SessionRecord} from './session.ts';

export type CutOff = {readonly record: SessionRecord; readonly entry: Entry};

/** Operations that were begun, have not ended, and that nobody works on any more. */
export const cutOffSessions = (world: World, records: readonly SessionRecord[]): CutOff[] =>
	records.flatMap(record => {
		const entry = underWay(world.home, record.id);
		return entry === undefined || ownerOf(world.home, keyOf(record)) !== undefined ? [] : [{record, entry}];
	});
