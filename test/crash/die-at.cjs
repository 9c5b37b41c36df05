// Loaded into squad with `node -r`: counts every boundary that squad crosses (a file written, half of it or all, renamed or
// removed, a folder removed, half of it or all, a signal sent, a program started or ended) and kills squad with SIGKILL just
// before the one that CRASH_AT names. A list of all boundaries goes to the file CRASH_LIST. Nothing in squad knows of it.
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
	const was = isInside;
	isInside = true;
	try {
		return run();
	} finally {
		isInside = was;
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

/** Half of what a call is to write, or undefined where it is too short to be cut. */
const halfOf = content => {
	const bytes = typeof content === 'string' ? Buffer.from(content) : content;
	return bytes?.length > 1 ? bytes.subarray(0, bytes.length / 2) : undefined;
};

const isFolder = target => fs.lstatSync(target, {throwIfNoEntry: false})?.isDirectory() ?? false;

/** What a folder holds, in the order in which node removes it. */
const within = folder =>
	fs.readdirSync(folder, {withFileTypes: true}).flatMap(one => {
		const place = path.join(folder, one.name);
		return one.isDirectory() ? [...within(place), place] : [place];
	});

const removeHalf = (remove, folder) => {
	const all = within(folder);
	for (const one of all.slice(0, Math.ceil(all.length / 2))) remove(one, {recursive: true, force: true});
};

const writeHalf = (plain, target, content, ...more) => plain(target, halfOf(content), ...more);
const isLong = ([, content]) => halfOf(content) !== undefined;

/** Calls that are no single step for the system, and what there is when one was cut off in its middle. */
const HALVES = {
	writeFileSync: {isLong, run: writeHalf},
	appendFileSync: {isLong, run: writeHalf},
	writeSync: {isLong, run: writeHalf},
	rmSync: {isLong: ([target]) => isFolder(target) && within(target).length > 0, run: removeHalf},
	copyFileSync: {
		isLong: ([from]) => fs.statSync(from, {throwIfNoEntry: false})?.size > 1,
		run: (_, from, to) => writeHalf(fs.writeFileSync, to, fs.readFileSync(from)),
	},
};

const wrap = (owner, name, isCrossing) => {
	const plain = owner[name];
	const half = HALVES[name];
	owner[name] = (...args) => {
		if (isInside || !isCrossing(args)) return plain.apply(owner, args);
		cross(`${name} ${nameOf(args[0])}`);
		return inside(() => {
			if (half?.isLong(args)) {
				if (count + 1 === at) half.run(plain.bind(owner), ...args);
				cross(`the second half of ${name} ${nameOf(args[0])}`);
			}
			return plain.apply(owner, args);
		});
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
