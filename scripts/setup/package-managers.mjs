// Decides how a missing program gets onto this system. Pure: the facts come in, commands come out.

/** Waits for a system that is just updating itself, as fresh cloud machines do, instead of failing. */
const APT_WAITS = ['-o', 'DPkg::Lock::Timeout=120'];

/** In the order of preference. `asUser` ones refuse to run as root and need no password. */
const MANAGERS = [
	{
		name: 'apt-get',
		install: ['install', '-y'],
		refresh: ['update'],
		options: APT_WAITS,
		environment: ['DEBIAN_FRONTEND=noninteractive'],
	},
	{name: 'dnf', install: ['install', '-y']},
	{name: 'yum', install: ['install', '-y']},
	// No refresh on purpose: a new list without an upgrade leaves an Arch system half upgraded.
	{name: 'pacman', install: ['-S', '--noconfirm', '--needed']},
	{name: 'zypper', install: ['--non-interactive', 'install']},
	{name: 'apk', install: ['add', '--no-cache']},
	{name: 'brew', install: ['install'], asUser: true},
];

const asPersonTypesIt = (line, {asUser}, {has, isRoot}) => {
	if (isRoot || asUser) return line;
	return has('sudo') ? `sudo ${line}` : `su -c '${line}'`;
};

const installWith = (manager, program, facts) => {
	const {name, install, refresh, options = [], environment = [], asUser} = manager;
	const withoutPassword = asUser ? !facts.isRoot : facts.isRoot || facts.canSudo;
	const prefix = asUser || facts.isRoot ? [] : ['sudo', '-n'];
	// `env`, since sudo does not pass variables on.
	const command = rest => [
		...prefix,
		...(environment.length > 0 ? ['env', ...environment] : []),
		name,
		...options,
		...rest,
	];
	const once = command([...install, program]);
	return {
		advice: asPersonTypesIt([name, ...install, program].join(' '), manager, facts),
		attempts: withoutPassword ? [once, ...(refresh ? [command(refresh), once] : [])] : undefined,
	};
};

/**
 * `advice` is the line for a person to type; `attempts` are the commands to try in turn, undefined if all would ask for a password.
 * @param {string} program
 * @param {{has: (name: string) => boolean, isRoot: boolean, canSudo: boolean}} facts
 * @returns {{advice: string, attempts?: string[][]} | undefined} undefined without any package manager that we know
 */
export const installFor = (program, facts) => {
	const ways = MANAGERS.filter(({name}) => facts.has(name)).map(manager => installWith(manager, program, facts));
	return ways.find(({attempts}) => attempts) ?? ways[0];
};
