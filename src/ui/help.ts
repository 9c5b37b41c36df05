import type {Command} from './command.ts';

const optionLines = ({options}: Command): string[] => {
	const rows = Object.entries(options).map(
		([name, {short, value, about}]) =>
			[`${short ? `-${short}, ` : ''}--${name}${value ? ` <${value}>` : ''}`, about] as const,
	);
	const width = Math.max(0, ...rows.map(([flag]) => flag.length));
	return rows.map(([flag, about]) => `  ${flag.padEnd(width)}  ${about}`);
};

const exampleLines = ({examples}: Command): string[] =>
	examples.flatMap(([line, about]) => [about === '' ? `  ${line}` : `  ${line}\n      ${about}`]);

/** PURE: the help of one verb. */
export const commandHelp = (command: Command): string =>
	[
		`squad ${command.usage}`,
		`  ${command.about}`,
		...(Object.keys(command.options).length === 0 ? [] : ['', 'Options', ...optionLines(command)]),
		'',
		'Examples',
		...exampleLines(command),
		'',
	].join('\n');

/** PURE: the help of everything. */
export const generalHelp = (commands: readonly Command[]): string => {
	const width = Math.max(
		...commands.map(({usage}) => usage.split(' [options]')[0]?.length ?? 0).filter(length => length < 30),
	);
	return [
		'squad: many coding agents side by side, each in a git worktree inside tmux',
		'',
		'  squad                 the list of all sessions',
		...commands.map(({name, about}) => `  squad ${name.padEnd(Math.min(width, 14))}  ${about}`),
		'',
		'<id> is an id, a unique prefix of it, or an exact title. `squad <verb> --help` has options and examples.',
		'Exit codes: 0 done, 1 failed, 2 usage, 3 no such session, 4 wrong state, 5 not safe, 6 conflict, 7 missing.',
		'',
		'Examples',
		'  squad new "fix login" -p "The login form loses its state. Find out why."',
		'  squad ls',
		'  squad pause fix-login && squad resume fix-login',
		'',
	].join('\n');
};
