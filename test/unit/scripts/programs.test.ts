import {chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
// @ts-expect-error plain JavaScript
import {isKnownToBeGood, noteAsGood, pathOf} from '../../../scripts/setup/programs.mjs';

const TOOL = {name: 'tool', needed: [1, 0]};

const machine = () => {
	const root = mkdtempSync(join(tmpdir(), 'squad-programs-'));
	const [first, second] = [join(root, 'first'), join(root, 'second')];
	for (const folder of [first, second]) mkdirSync(folder);
	vi.stubEnv('PATH', `${first}:${second}`);
	const install = (folder: string, content = '') => writeFileSync(join(folder, 'tool'), content, {mode: 0o755});
	onTestFinished(() => {
		vi.unstubAllEnvs();
		rmSync(root, {recursive: true});
	});
	return {root, first, second, install};
};

test('finds a program as the shell does: the first that can be run', () => {
	const {first, second, install} = machine();
	expect(pathOf('tool')).toBeUndefined();
	mkdirSync(join(first, 'tool'));
	install(second);
	expect(pathOf('tool')).toBe(join(second, 'tool'));
	chmodSync(join(second, 'tool'), 0o644);
	expect(pathOf('tool')).toBeUndefined();
});

test.each<[string, (here: ReturnType<typeof machine>) => void, boolean]>([
	['it is as it was', () => {}, true],
	['it went', ({second}) => rmSync(join(second, 'tool')), false],
	['it was upgraded', ({second}) => utimesSync(join(second, 'tool'), 2e9, 2e9), false],
	['another comes before it', ({first, install}) => install(first), false],
	['dist went', ({root}) => rmSync(join(root, 'dist'), {recursive: true}), false],
])('takes a good program on trust only while it is the same: when %s', (_what, change, known) => {
	const here = machine();
	here.install(here.second);
	expect(isKnownToBeGood(here.root, TOOL)).toBe(false);
	noteAsGood(here.root, TOOL);
	change(here);
	expect(isKnownToBeGood(here.root, TOOL)).toBe(known);
});

test('asks again when a newer version is needed', () => {
	const {root, first, install} = machine();
	install(first);
	noteAsGood(root, TOOL);
	expect(isKnownToBeGood(root, {...TOOL, needed: [2, 0]})).toBe(false);
});
