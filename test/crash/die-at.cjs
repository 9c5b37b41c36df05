// Loaded into squad with `node -r`: counts every boundary that squad crosses (a file written, renamed or removed, a signal
// sent, a program started or ended) and kills squad with SIGKILL just before the one that CRASH_AT names. A list of all
// boundaries goes to the file CRASH_LIST. Nothing in squad knows of it.
'use strict';
const fs = require('node:fs');
const promises = require('node:fs/promises');
const programs = require('node:child_process');
const path = require('node:path');

const at = Number(process.env.CRASH_AT ?? 0);
const list = process.env.CRASH_LIST;
delete process.env.CRASH_AT;
delete process.env.CRASH_LIST;

const {appendFileSync} = fs;
const kill = process.kill.bind(process);
/** The compiled code that squad keeps of itself is nobody's work. */
const OWN = path.dirname(fs.realpathSync(process.argv[1]));
const home = process.env.SQUAD_HOME ?? '/nowhere';
let count = 0;
/** node's own functions call each other: only what squad calls counts. */
let isInside = false;

const inside = run => {
	isInside = true;
	try {
		return run();
	} finally {
		isInside = false;
	}
};

const cross = what => {
	count++;
	if (list) inside(() => appendFileSync(list, `${count} ${what}\n`));
	if (count === at) kill(process.pid, 'SIGKILL');
};

const nameOf = target =>
	typeof target === 'number'
		? `file ${target}`
		: String(target)
				.replace(home, '~')
				.replace(/\d{4,}/g, '#');

const isOwn = target => typeof target !== 'number' && String(target).startsWith(OWN);

/** Standard streams are no state. */
const isStream = target => typeof target === 'number' && target <= 2;

const WRITES = /[wa+]/;
const MUTATES = [
	...['writeFileSync', 'appendFileSync', 'writeSync', 'renameSync', 'unlinkSync', 'rmSync', 'rmdirSync', 'mkdirSync'],
	...['chmodSync', 'copyFileSync', 'cpSync', 'symlinkSync', 'linkSync', 'utimesSync', 'truncateSync', 'ftruncateSync'],
];

const wrap = (owner, name, isCrossing) => {
	const plain = owner[name];
	owner[name] = (...args) => {
		if (isInside || !isCrossing(args)) return plain.apply(owner, args);
		cross(`${name} ${nameOf(args[0])}`);
		return inside(() => plain.apply(owner, args));
	};
};

for (const name of MUTATES) wrap(fs, name, ([target]) => !isOwn(target) && !isStream(target));
wrap(fs, 'openSync', ([target, flags]) => typeof flags === 'string' && WRITES.test(flags) && !isOwn(target));
for (const name of ['writeFile', 'appendFile', 'rename', 'unlink', 'rm', 'rmdir', 'mkdir', 'chmod', 'copyFile', 'cp'])
	wrap(promises, name, ([target]) => !isOwn(target));
wrap(process, 'kill', ([, signal]) => signal !== 0);

const command = (program, args) =>
	`${path.basename(program)} ${Array.isArray(args) ? args.filter(arg => !/^(-c|core\.|commit\.|gc\.|maintenance\.)/.test(arg)).slice(0, 3) : ''}`;

const {spawn, spawnSync} = programs;
programs.spawn = (program, args, ...more) => {
	const what = command(program, args);
	cross(`start ${what}`);
	const child = spawn(program, args, ...more);
	// The program goes on without squad.
	cross(`started ${what}`);
	child.prependOnceListener('exit', () => cross(`ended ${what}`));
	return child;
};
programs.spawnSync = (program, args, ...more) => {
	cross(`start ${command(program, args)}`);
	const result = spawnSync(program, args, ...more);
	cross(`ended ${command(program, args)}`);
	return result;
};

/** Below node's own function: where squad waits for a program asleep. */
const binding = process.binding('spawn_sync');
const {spawn: spawnBelow} = binding;
binding.spawn = options => {
	const {file, args, envPairs, cwd, stdio} = options;
	if (isInside) return spawnBelow.call(binding, options);
	const what = command(file, args.slice(1));
	cross(`start ${what}`);
	// As above it goes on without squad: so this time nobody waits for it.
	if (count + 1 === at) {
		const env = Object.fromEntries(
			envPairs.map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
		);
		const child = spawn(file, args.slice(1), {cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe']});
		if (stdio[0].input) fs.writeSync(child.stdin._handle.fd, stdio[0].input);
	}
	cross(`started ${what}`);
	const result = inside(() => spawnBelow.call(binding, options));
	cross(`ended ${what}`);
	return result;
};

process.once('exit', () => cross('exit'));
