import {join, resolve} from 'node:path';
import {reportLine} from './report-script.ts';
import {unwired, type Wire, type WiringPlace} from './wiring.ts';

/**
 * No PreToolUse: every tool would wait for it, and what it says is on the screen. No PreCompact: Claude shows its
 * command in the conversation.
 */
const EVENTS = [
	'SessionStart',
	'UserPromptSubmit',
	'PostToolUse',
	'PermissionRequest',
	'Stop',
	'StopFailure',
	'SessionEnd',
] as const;

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A user's settings with squad's hooks behind their own. PURE. */
const withHooks = (settings: Json, {script, file}: WiringPlace): Json => {
	const theirs = isObject(settings.hooks) ? settings.hooks : {};
	const ours = EVENTS.map((event): [string, unknown[]] => [
		event,
		[
			...(Array.isArray(theirs[event]) ? theirs[event] : []),
			{hooks: [{type: 'command', command: reportLine(script, file, event), timeout: 5}]},
		],
	]);
	return {...settings, hooks: {...theirs, ...Object.fromEntries(ours)}};
};

type Own = {readonly at: number; readonly words: number; readonly value: string};

/** The user's own `--settings`, of which Claude takes the last; those after `--` are words of a prompt. PURE. */
const ownSettings = (args: readonly string[]): Own | undefined => {
	const end = args.indexOf('--');
	const flags = end === -1 ? args : args.slice(0, end);
	const at = flags.findLastIndex(arg => arg === '--settings' || arg.startsWith('--settings='));
	const word = flags[at];
	if (word === undefined) return undefined;
	if (word !== '--settings') return {at, words: 1, value: word.slice('--settings='.length)};
	const value = args[at + 1];
	return value === undefined ? undefined : {at, words: 2, value};
};

const parsed = (text: string | undefined): Json | undefined => {
	try {
		const value: unknown = text === undefined ? undefined : JSON.parse(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
};

/**
 * Settings for this launch alone. The user's own `--settings`, a file or JSON itself, go into the same file, because
 * Claude takes one; what cannot be understood is left for Claude to complain about.
 */
export const wireClaude: Wire = place => {
	const path = join(place.folder, 'claude.json');
	const own = ownSettings(place.userArgs);
	const written = (settings: Json): Record<string, string> => ({
		'claude.json': `${JSON.stringify(withHooks(settings, place), null, '\t')}\n`,
	});
	if (own === undefined) return {...unwired(place), args: ['--settings', path], files: written({})};
	const {at, words, value} = own;
	const text = value.trimStart().startsWith('{') ? value : place.read(resolve(place.directory, value));
	const settings = parsed(text);
	if (settings === undefined) return unwired(place);
	const userArgs = [...place.userArgs.slice(0, at), '--settings', path, ...place.userArgs.slice(at + words)];
	return {args: [], userArgs, env: {}, files: written(settings)};
};
