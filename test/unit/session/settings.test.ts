import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {homeAt} from '../../../src/session/home.ts';
import {DEFAULTS, describeProblem, layer, loadSettings, requireSafe, valueAt} from '../../../src/session/settings.ts';
import {lineOf, syntaxProblem} from '../../../src/session/settings-lines.ts';
import {setSetting} from '../../../src/session/settings-write.ts';

const world = (config?: string) => {
	const root = mkdtempSync(join(tmpdir(), 'sq-settings-'));
	const [home, repo] = [homeAt(join(root, 'home')), join(root, 'repo')];
	mkdirSync(home.root);
	mkdirSync(repo);
	if (config !== undefined) writeFileSync(home.config, config);
	const content = () => JSON.parse(readFileSync(home.config, 'utf8'));
	return {home, repo, content, [Symbol.dispose]: () => rmSync(root, {recursive: true})};
};

describe('settings', () => {
	test.each([
		['no file', undefined],
		['an empty file', ''],
		['a file of blanks', ' \n'],
		['an empty object', '{}'],
	])('are the defaults with %s', async (_, config) => {
		using here = world(config);
		expect(await loadSettings(here.home)).toEqual({settings: DEFAULTS, problems: []});
	});

	test('of the team lie over those of the user, field by field', async () => {
		using here = world('{"branchPrefix": "mine/", "pause": {"timeoutSeconds": 5, "interrupt": true}}');
		writeFileSync(join(here.repo, '.squad.json'), '{"pause": {"timeoutSeconds": 7}}');
		const {settings} = await loadSettings(here.home, here.repo);
		expect(settings.branchPrefix).toBe('mine/');
		expect(settings.pause).toEqual({...DEFAULTS.pause, timeoutSeconds: 7, interrupt: true});
	});
});

describe('a wrong value costs only itself, and is named:', () => {
	test.each([
		['{"defaultAgent": 7}', 'defaultAgent'],
		['{"branchPrefix": "a b"}', 'branchPrefix'],
		['{"worktreeRoot": "relative"}', 'worktreeRoot'],
		['{"pause": {"timeoutSeconds": "30"}}', 'pause.timeoutSeconds'],
		['{"pause": {"timeoutSeconds": -1}}', 'pause.timeoutSeconds'],
		['{"pause": 7}', 'pause'],
		['{"recovery": {"autoResume": "maybe"}}', 'recovery.autoResume'],
		['{"resume": {"prompt": "go on with {lastWords}"}}', 'resume.prompt'],
		['{"resume": {"prompt": " "}}', 'resume.prompt'],
		['{"nothing": 1}', 'nothing'],
		['{"pause": {"nothing": 1}}', 'pause.nothing'],
		['{"__proto__": {"defaultAgent": "evil"}}', '__proto__'],
		['{"constructor": 1}', 'constructor'],
		['{"agents": {"a": {"args": "x"}}}', 'agents.a.args'],
		['{"agents": {"a": {"args": ["x", 7]}}}', 'agents.a.args.1'],
		['{"agents": {"a": {"nothing": 1}}}', 'agents.a.nothing'],
		['{"agents": {"a": {"patterns": {"idle": ["("]}}}}', 'agents.a.patterns.idle.0'],
	])('%s', (config, field) => {
		const {settings, invalid} = layer(DEFAULTS, JSON.parse(config));
		expect(invalid.map(one => one.field)).toEqual([field]);
		expect(settings).toEqual(DEFAULTS);
	});

	test('the others hold', () => {
		const {settings, invalid} = layer(DEFAULTS, {
			defaultAgent: 7,
			branchPrefix: 'x/',
			pause: {stash: false, freeDisk: 1},
		});
		expect(settings).toEqual({...DEFAULTS, branchPrefix: 'x/', pause: {...DEFAULTS.pause, stash: false}});
		expect(invalid.map(({field}) => field)).toEqual(['defaultAgent', 'pause.freeDisk']);
	});
});

const FILE = `{
	"branchPrefix": "x/",
	"pause": {
		"interrupt": true,
		"timeoutSeconds": "no"
	},
	"agents": {
		"7": {"args": 7},
		"bot": {
			"args": [
				"fine",
				7
			]
		}
	}
}`;

describe('a message names the line', () => {
	test.each([
		['branchPrefix', 2],
		['pause.timeoutSeconds', 5],
		['pause.missing', 3],
		['agents.bot.args', 10],
		['agents.bot.args.1', 12],
		['agents.7.args', 8],
		['nothing', null],
	])('of %s: %s', async (field, line) => {
		expect(await lineOf(FILE, field)).toBe(line);
	});

	test.each([
		['{\n"a": 1,\n}', 3],
		['{\n"a" 1}', 2],
		['{"a": 1}\n// comment', 2],
		['{"a": 1}\nmore', 2],
		['{', 1],
	])('where %j stops being JSON: %i', async (text, line) => {
		expect(await syntaxProblem(text)).toEqual({line, message: expect.stringContaining('is not JSON')});
	});

	test('and the file', async () => {
		using here = world(FILE);
		const {problems} = await loadSettings(here.home);
		expect(problems.map(describeProblem)[0]).toMatch(`${here.home.config}:5: pause.timeoutSeconds `);
	});
});

describe('nothing is started on a file that', () => {
	test.each([
		['is not JSON', '{'],
		['is no object', '[]'],
		['has a wrong defaultAgent', '{"defaultAgent": 7}'],
		['has a wrong agent', '{"agents": {"a": {"command": ""}}}'],
		['has a wrong worktreeRoot', '{"worktreeRoot": "x"}'],
	])('%s', async (_, config) => {
		using here = world(config);
		const loaded = await loadSettings(here.home);
		expect(loaded.settings).toEqual(DEFAULTS);
		expect(() => requireSafe(loaded)).toThrow(expect.objectContaining({code: 'invalid_config'}));
	});

	test('but a wrong waiting time is no reason not to', async () => {
		using here = world('{"pause": {"timeoutSeconds": "x"}}');
		const loaded = await loadSettings(here.home);
		expect(loaded.problems).toHaveLength(1);
		expect(() => requireSafe(loaded)).not.toThrow();
	});
});

describe('setting', () => {
	test.each([
		['pause.timeoutSeconds', '60', {pause: {timeoutSeconds: 60}}],
		['pause.stash', 'false', {pause: {stash: false}}],
		['branchPrefix', '7', {branchPrefix: '7'}],
		['branchPrefix', 'x/', {branchPrefix: 'x/'}],
		['worktreeRoot', 'null', {worktreeRoot: null}],
		['worktreeRoot', '/w', {worktreeRoot: '/w'}],
		['agents.bot.args', '["-c"]', {agents: {bot: {args: ['-c']}}}],
		['agents.my-bot', '{"command": "x"}', {agents: {'my-bot': {command: 'x'}}}],
	])('%s to %s', async (key, text, wanted) => {
		using here = world();
		await setSetting(here.home, key, text);
		expect(here.content()).toEqual(wanted);
		expect(valueAt((await loadSettings(here.home)).settings, key)).toEqual(valueAt(wanted, key));
	});

	test('keeps everything else', async () => {
		using here = world('{"branchPrefix": "x/", "agents": {"a": {"command": "a"}}, "unknown": 1}');
		await setSetting(here.home, 'agents.b.command', 'b');
		await setSetting(here.home, 'agents', '{"c": {"command": "c"}}');
		expect(here.content()).toEqual({
			branchPrefix: 'x/',
			agents: {a: {command: 'a'}, b: {command: 'b'}, c: {command: 'c'}},
			unknown: 1,
		});
	});

	test('works on an empty file', async () => {
		using here = world('');
		await setSetting(here.home, 'branchPrefix', 'x/');
		expect(here.content()).toEqual({branchPrefix: 'x/'});
	});

	test.each([
		['nothing', '1'],
		['pause', '7'],
		['pause.timeoutSeconds', 'soon'],
		['__proto__.x', '1'],
		['agents.__proto__.command', 'x'],
		['agents.my.bot', 'x'],
		['', '1'],
	])('%j to %s is refused, and nothing is written', async (key, text) => {
		using here = world('{"branchPrefix": "x/"}');
		await expect(setSetting(here.home, key, text)).rejects.toMatchObject({code: 'usage'});
		expect(readFileSync(here.home.config, 'utf8')).toBe('{"branchPrefix": "x/"}');
	});

	test('anything in a broken file is refused, and the file stays as it is', async () => {
		using here = world('{"branchPrefix": ');
		await expect(setSetting(here.home, 'branchPrefix', 'x/')).rejects.toMatchObject({code: 'invalid_config'});
		expect(readFileSync(here.home.config, 'utf8')).toBe('{"branchPrefix": ');
	});
});
