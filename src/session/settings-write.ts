import {existsSync, readFileSync} from 'node:fs';
import {SquadError} from './errors.ts';
import {ensureHome, type Home} from './home.ts';
import {DEFAULTS, describeProblem, isObject, layer, loadSettings, valueAt} from './settings.ts';
import {writeFileWhole} from './write-file.ts';

/** `60` is a number, `true` a truth, `["-c"]` a list; everything else is text. */
const parseValue = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
};

const nest = ([key = '', ...rest]: readonly string[], value: unknown): Record<string, unknown> => ({
	[key]: rest.length === 0 ? value : nest(rest, value),
});

/** Changes one setting in config.json; a value that would not be valid is refused and nothing is written. */
export const setSetting = async (home: Home, key: string, text: string): Promise<void> => {
	const {problems} = await loadSettings(home);
	const broken = problems.find(problem => problem.field === '');
	if (broken !== undefined) {
		throw new SquadError(
			'invalid_config',
			describeProblem(broken),
			'mend it with `squad config edit`, nothing was changed',
		);
	}
	if (key.split('.').some(part => ['__proto__', 'constructor', 'prototype'].includes(part))) {
		throw new SquadError('usage', `there is no setting ${JSON.stringify(key)}`, '`squad config` prints all settings');
	}
	const wanted = parseValue(text);
	// A number where a text is expected, as in `set branchPrefix 7`, is meant as text.
	const value = typeof valueAt(DEFAULTS, key) === 'string' && typeof wanted !== 'string' ? text : wanted;
	const {invalid} = layer(DEFAULTS, nest(key.split('.'), value));
	if (invalid[0] !== undefined) {
		throw new SquadError('usage', `${invalid[0].field} ${invalid[0].message}`, '`squad config` prints all settings');
	}
	ensureHome(home);
	if (existsSync(home.config) && readFileSync(home.config, 'utf8').trim() === '') {
		writeFileWhole(home.config, '{}\n');
	}
	const {default: Conf} = await import('conf');
	const conf = new Conf<Record<string, unknown>>({
		cwd: home.root,
		configName: 'config',
		fileExtension: 'json',
		configFileMode: 0o600,
		clearInvalidConfig: false,
	});
	// `agents.mybot` replaces that definition; the others stay.
	conf.set(key, isObject(value) && isObject(conf.get(key)) ? {...(conf.get(key) as object), ...value} : value);
};
