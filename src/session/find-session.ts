import {existsSync} from 'node:fs';
import {SquadError} from './errors.ts';
import {noSuchSession} from './held.ts';
import type {Home} from './home.ts';
import {matching} from './names.ts';
import {readRecords} from './records.ts';
import type {SessionRecord} from './session.ts';

/** The session that somebody means by an id, a unique beginning of it, or its exact title. */
export const findSession = (home: Home, word: string): SessionRecord => {
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
		throw existsSync(`${home.trash}/${word}`) && word !== ''
			? new SquadError('no_such_session', `${word} was removed`, `\`squad undo ${word}\` brings it back`, word)
			: noSuchSession(word);
	}
	return found[0];
};
