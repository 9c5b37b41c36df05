import {expect, test} from 'vitest';
// @ts-expect-error plain JavaScript
import {refusalOf} from '../../../scripts/setup/node-version.cjs';
// @ts-expect-error plain JavaScript
import {isOlder, parseVersion} from '../../../scripts/setup/versions.cjs';

test.each([
	['tmux 3.3a', [3, 3]],
	['tmux next-3.6', [3, 6]],
	['tmux 3.5-rc', [3, 5]],
	['tmux master', undefined],
	['git version 2.39.5', [2, 39]],
	['git version 2.50.1 (Apple Git-155)', [2, 50]],
	['>=20.19.0', [20, 19]],
	['', undefined],
])('reads %j as %j', (text, version) => {
	expect(parseVersion(text)).toEqual(version);
});

test.each([
	['tmux 2.9a', [3, 0], true],
	['tmux 3.0', [3, 0], false],
	['tmux 3.10', [3, 9], false],
	['tmux master', [3, 0], false],
	['git version 2.9.5', [2, 30], true],
	['git version 2.30.0', [2, 30], false],
	['git version 3.0.0', [2, 30], false],
])('%s, needed %j: too old is %j', (text, needed, answer) => {
	expect(isOlder(text, needed)).toBe(answer);
});

test.each(['8.17.0', '12.22.12', '18.20.8', '20.18.3'])('refuses Node %s in words', version => {
	expect(refusalOf(version, '>=20.19.0')).toBe(`Node 20.19 or newer is needed, this is ${version}`);
});

test.each(['20.19.0', '20.20.2', '22.0.0', '100.1.0'])('takes Node %s', version => {
	expect(refusalOf(version, '>=20.19.0')).toBeUndefined();
});
