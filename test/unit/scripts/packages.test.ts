import {expect, test} from 'vitest';
// @ts-expect-error plain JavaScript
import {isComplete} from '../../../scripts/setup/install-packages.mjs';
// @ts-expect-error plain JavaScript
import {matchesLock} from '../../../scripts/setup/packages.mjs';

const HERE = {platform: 'linux', arch: 'x64'};
const ROOT = {name: 'squad', version: '1.0.0'};
const A = {version: '1.0.0', integrity: 'sha512-a'};
const NATIVE = {version: '1.0.0', integrity: 'sha512-l', optional: true, os: ['linux'], cpu: ['x64']};
const FOREIGN = {version: '1.0.0', integrity: 'sha512-d', optional: true, os: ['darwin'], cpu: ['arm64']};
const NOT_WINDOWS = {version: '1.0.0', integrity: 'sha512-n', os: ['!win32']};
const LOCK = {a: A, native: NATIVE, foreign: FOREIGN, not: NOT_WINDOWS};

const matches = (installed: Record<string, object>) =>
	matchesLock({packages: {'': ROOT, ...LOCK}}, {packages: installed}, HERE);

test.each([
	['all that fits this system is there', {a: A, native: NATIVE, not: NOT_WINDOWS}, true],
	['an optional one could not be installed', {a: A, not: NOT_WINDOWS}, true],
	['somebody installed one more', {a: A, not: NOT_WINDOWS, more: A}, true],
	['one is missing', {native: NATIVE, not: NOT_WINDOWS}, false],
	['one has another version', {a: {...A, version: '1.0.1'}, not: NOT_WINDOWS}, false],
	['one has other contents', {a: {...A, integrity: 'sha512-x'}, not: NOT_WINDOWS}, false],
	['they were installed on another system', {a: A, foreign: FOREIGN, not: NOT_WINDOWS}, false],
	['nothing is there', {}, false],
])('when %s', (_what, installed, answer) => {
	expect(matches(installed)).toBe(answer);
});

const tool = {version: '1.0.0', optionalDependencies: {'@tool/linux': '1.0.0', '@tool/darwin': '1.0.0'}};

test.each([
	['names all optional packages', ['node_modules/@tool/linux', 'node_modules/tool/node_modules/@tool/darwin'], true],
	['leaves out one for another system', ['node_modules/@tool/linux'], false],
])('a lock file that %s', (_what, others, answer) => {
	const packages = Object.fromEntries(others.map(path => [path, {version: '1.0.0', optional: true}]));
	expect(isComplete({packages: {'': ROOT, 'node_modules/tool': tool, ...packages}})).toBe(answer);
});
