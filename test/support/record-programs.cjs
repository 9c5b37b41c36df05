// Loaded into every squad of a test with NODE_OPTIONS: writes each program that squad starts, with its arguments, to the
// file RECORD_PROGRAMS. Nothing in squad knows of it.
'use strict';
const {appendFileSync} = require('node:fs');
const programs = require('node:child_process');

const file = process.env.RECORD_PROGRAMS;

const record = (program, args, options) =>
	appendFileSync(file, `${JSON.stringify({program, args: args ?? [], shell: options?.shell ?? false})}\n`);

// Agents are programs of their own: what they start is theirs.
if (file && /cli\.cjs$/.test(process.argv[1] ?? '')) {
	for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork']) {
		const plain = programs[name];
		programs[name] = (program, args, options, ...more) => {
			record(program, Array.isArray(args) ? args : [], Array.isArray(args) ? options : args);
			return plain(program, args, options, ...more);
		};
	}
	for (const name of ['exec', 'execSync']) {
		const plain = programs[name];
		programs[name] = (command, ...more) => {
			record(command, [], {shell: true});
			return plain(command, ...more);
		};
	}
	const binding = process.binding;
	process.binding = name => {
		const found = binding.call(process, name);
		if (name !== 'spawn_sync') return found;
		return {
			spawn: options => {
				record(options.file, options.args.slice(1));
				return found.spawn(options);
			},
		};
	};
}
