import {statSync} from 'node:fs';
import {resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {SquadError} from '../session/errors.ts';
import type {Command, Input} from './command.ts';

/** `--quick [dir]`: the next word is the directory if it looks like one, otherwise it is the title. */
const withQuickValue = (args: readonly string[]): string[] =>
	args.flatMap((arg, at) => {
		if (arg === '--quick') {
			const next = args[at + 1];
			return next !== undefined && isDirectory(next) ? [] : ['--quick='];
		}
		return args[at - 1] === '--quick' && isDirectory(arg) ? [`--quick=${arg}`] : [arg];
	});

const isDirectory = (word: string): boolean =>
	!word.startsWith('-') &&
	(word.includes('/') ||
		word === '.' ||
		word === '..' ||
		(statSync(resolve(word), {throwIfNoEntry: false})?.isDirectory() ?? false));

const usageError = (command: Command, message: string): SquadError =>
	new SquadError('usage', message, `\`squad ${command.name} --help\` explains it: squad ${command.usage}`);

/** Nothing but flags without a value, which need no parser: loading node's takes as long as reading twenty records. */
const onlyFlags = ({options}: Command, args: readonly string[]): boolean =>
	args.every(
		arg => arg.startsWith('--') && Object.hasOwn(options, arg.slice(2)) && options[arg.slice(2)]?.type === 'boolean',
	);

/** Elsewhere an empty text is an unset variable of a script, not a wish. */
const MAY_BE_EMPTY: readonly string[] = ['quick', 'title'];

/** The words and flags of a command line, or a usage error. */
export const parseArguments = (command: Command, args: readonly string[]): Input => {
	if (onlyFlags(command, args)) {
		return {words: [], flags: Object.fromEntries(args.map(arg => [arg.slice(2), true])), rest: []};
	}
	const end = args.indexOf('--');
	const own = end === -1 ? args : args.slice(0, end);
	const rest = end === -1 ? [] : args.slice(end + 1);
	const options = Object.fromEntries(
		Object.entries({...command.options, help: {type: 'boolean', short: 'h', about: ''} as const}).map(
			([name, {type, short}]) => [name, short === undefined ? {type} : {type, short}],
		),
	);
	try {
		const {values, positionals} = parseArgs({
			args: 'quick' in command.options ? withQuickValue(own) : [...own],
			options,
			allowPositionals: true,
			strict: true,
		});
		const empty = Object.entries(values).find(
			([name, value]: [string, unknown]) => value === '' && !MAY_BE_EMPTY.includes(name),
		);
		if (empty !== undefined) {
			throw usageError(command, `--${empty[0]} is empty`);
		}
		return {words: positionals, flags: values as Input['flags'], rest};
	} catch (cause) {
		if (cause instanceof SquadError) {
			throw cause;
		}
		const message = cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : String(cause);
		throw usageError(command, message.replace(/^Unknown option/, 'there is no option'));
	}
};

/** A flag's text; undefined when it was not given. */
export const textFlag = ({flags}: Input, name: string): string | undefined => {
	const value = flags[name];
	return typeof value === 'string' ? value : undefined;
};

export const hasFlag = ({flags}: Input, name: string): boolean => flags[name] === true;

export const requireWords = (
	command: Command,
	{words}: Input,
	least: number,
	most = Number.POSITIVE_INFINITY,
): void => {
	if (words.length < least || words.length > most) {
		throw usageError(
			command,
			words.length < least ? `squad ${command.name}: something is missing` : `squad ${command.name}: too many words`,
		);
	}
};

export const numberFlag = (command: Command, input: Input, name: string): number | undefined => {
	const text = textFlag(input, name);
	const value = Number(text);
	if (text !== undefined && (text.trim() === '' || !Number.isFinite(value) || value < 0)) {
		throw usageError(command, `--${name} takes a number, not ${JSON.stringify(text)}`);
	}
	return text === undefined ? undefined : value;
};
