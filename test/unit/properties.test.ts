import {spawnSync} from 'node:child_process';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {cleanTitle, idFrom, matching, randomSuffix, repoSlug, slugOf, titleFrom} from '../../src/session/names.ts';
import {refuseUntypable} from '../../src/session/prompt-text.ts';
import {isDamaged, parseRecord} from '../../src/session/records.ts';
import {DEFAULTS, layer} from '../../src/session/settings.ts';
import {clean, shorten} from '../../src/terminal/text.ts';
import {chain} from '../../src/tmux/format.ts';
import {onlyColours, plain} from '../../src/tmux/pane.ts';
import {safe} from '../../src/ui/print.ts';
import {sized} from '../support/world-size.ts';

/** Any control character but the line end. */
const CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/;
const ID = /^[a-z0-9][a-z0-9-]*$/;

/** Text with everything that terminals, shells, git and tmux give a meaning to. */
const hostile = fc
	.array(
		fc.oneof(
			fc.string({unit: 'binary', maxLength: 8}),
			fc.constantFrom(
				'\x1b[',
				'\x1b]',
				'\x1b]0;',
				'\x07',
				'\x1b\\',
				'\x1bP',
				'\x9b',
				'\x9d',
				'm',
				';',
				'31',
				'\n',
				'\r',
				'\t',
			),
			fc.constantFrom(
				'$(x)',
				'`x`',
				'#{pane_id}',
				'../',
				'/',
				'-',
				'--',
				'=',
				':',
				'~',
				'\0',
				'\u202e',
				'\u2066',
				'日',
				'😀',
			),
		),
		{maxLength: 30},
	)
	.map(parts => parts.join(''));

describe('titles and ids', () => {
	test('any title makes an id that git, tmux and every file system take', () => {
		fc.assert(
			fc.property(hostile, title => {
				const id = idFrom(title, 'abcd');
				expect(id).toMatch(ID);
				expect(id.length).toBeLessThanOrEqual(40);
				expect(`-${slugOf(title)}`).not.toMatch(/--|[^a-z0-9-]/);
				expect(repoSlug(`/x/${title}`)).toMatch(ID);
			}),
		);
	});
	test('any title makes a branch that git accepts, and the same title twice makes two', () => {
		const accepts = (branch: string) => spawnSync('git', ['check-ref-format', '--branch', branch]).status === 0;
		fc.assert(
			fc.property(hostile, fc.constantFrom('squad/', '', 'me-', 'a/b/'), (title, prefix) => {
				const branches = Array.from({length: 20}, () => `${prefix}${idFrom(title, randomSuffix())}`);
				expect(accepts(branches[0] ?? ''), branches[0]).toBe(true);
				// Of half a million endings twenty are nearly always different; whoever makes a session looks again.
				expect(new Set(branches).size).toBeGreaterThan(17);
			}),
			{numRuns: sized(30, 300)},
		);
	});
	test('a cleaned title is one line without control characters, and cleaning it again changes nothing', () => {
		fc.assert(
			fc.property(hostile, fc.option(hostile), (title, prompt) => {
				for (const made of [cleanTitle(title), titleFrom(prompt ?? undefined, 'agent')]) {
					expect(made).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
					expect(cleanTitle(made)).toBe(made);
				}
			}),
		);
	});
	test('no word but an id, its beginning or a title names a session', () => {
		const sessions = [{id: 'fix-login-7k2m', title: 'fix login'}];
		fc.assert(
			fc.property(hostile, word => {
				const isOne = word !== '' && ('fix-login-7k2m'.startsWith(word) || word === 'fix login');
				expect(matching(word, sessions)).toHaveLength(isOne ? 1 : 0);
			}),
		);
	});
});

describe('what is printed', () => {
	test('safe, clean and shorten let no control character through', () => {
		fc.assert(
			fc.property(hostile, text => {
				expect(safe(text)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
				expect(clean(text)).not.toMatch(CONTROL);
				expect(shorten(text, 40)).not.toMatch(CONTROL);
			}),
		);
	});
	test('of any output of an agent only colours pass, and without colours nothing', () => {
		fc.assert(
			fc.property(hostile, text => {
				const passed = onlyColours(text);
				expect(passed.replace(/\x1b\[[0-9;:]*m/g, '')).not.toMatch(
					/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/,
				);
				expect(onlyColours(passed)).toBe(passed);
				expect(plain(text)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
			}),
			{numRuns: 500},
		);
	});
});

describe('what is read', () => {
	test('any text is a record or is damaged, with a reason on one line at most as long as a screen', () => {
		fc.assert(
			fc.property(fc.oneof(hostile, fc.json()), text => {
				const found = parseRecord('a', text);
				expect(isDamaged(found)).toBe(true);
			}),
		);
	});
	test('any settings give settings of the right kinds, and name what is wrong', () => {
		const keys = fc.constantFrom(...Object.keys(DEFAULTS), '__proto__', 'constructor', 'x');
		fc.assert(
			fc.property(fc.dictionary(keys, fc.jsonValue()), content => {
				const {settings, invalid} = layer(DEFAULTS, content as Record<string, unknown>);
				expect(typeof settings.defaultAgent).toBe('string');
				expect(settings.pause.timeoutSeconds).toBeGreaterThanOrEqual(0);
				for (const [name, value] of Object.entries(DEFAULTS))
					expect(typeof settings[name as keyof typeof settings], name).toBe(
						name === 'worktreeRoot' ? typeof settings.worktreeRoot : typeof value,
					);
				expect(Array.isArray(invalid)).toBe(true);
				expect(({} as Record<string, unknown>).x).toBeUndefined();
			}),
		);
	});
});

describe('what is given on', () => {
	test('no argument can end a tmux command or begin another', () => {
		fc.assert(
			fc.property(fc.array(fc.array(fc.string(), {minLength: 1}), {minLength: 1, maxLength: 3}), commands => {
				const separators = chain(commands).filter(
					word => word === ';' || (word.endsWith(';') && !word.endsWith('\\;')),
				);
				expect(separators).toHaveLength(commands.length - 1);
			}),
		);
	});
	test('what may be typed has no control character but line ends and tabs', () => {
		fc.assert(
			fc.property(hostile, text => {
				const isRefused = (() => {
					try {
						refuseUntypable(text);
						return false;
					} catch {
						return true;
					}
				})();
				expect(isRefused).toBe(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(text));
			}),
		);
	});
});
