// Loaded into a measured program (NODE_OPTIONS=--require): one line in $SQUAD_BENCH_COUNT for every process it starts.
const {appendFileSync} = require('node:fs');
const {ChildProcess} = require('node:child_process');

const note = what => appendFileSync(process.env.SQUAD_BENCH_COUNT, `${Date.now()} ${what}\n`);

const {spawn} = ChildProcess.prototype;
ChildProcess.prototype.spawn = function (options) {
	note(options.file);
	return spawn.call(this, options);
};

const sync = process.binding('spawn_sync');
const {spawn: spawnNow} = sync;
sync.spawn = options => {
	note(options.file);
	return spawnNow(options);
};
