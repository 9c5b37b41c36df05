#!/usr/bin/env node
// The entry of the built program: runs it with what V8 compiled of it before. Measured, compiling it anew costs half a node
// start. Each verb has a cache of its own, since what another verb needs would have to be read as well. It is named after
// the build and the node that made it and is never needed: where it cannot be read or written the program is compiled as
// usual.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const {Script} = require('node:vm');

const PREFIX = `.compiled-${process.version}-${process.arch}-`;
const [word = 'squad'] = process.argv.slice(2);
const verb = /^[a-z]+$/.test(word) ? word : 'other';

const plain = name => name.replaceAll('/', '-');
const cacheOf = (name, stamp) => path.join(__dirname, `${PREFIX}${plain(name)}${stamp}${verb}`);

const read = file => {
	try {
		return fs.readFileSync(file);
	} catch {
		return undefined;
	}
};

/** What older builds left of the same file. */
const clearAway = (name, stamp) => {
	for (const one of fs.readdirSync(__dirname)) {
		if (one.startsWith(`${PREFIX}${plain(name)}-`) && !one.startsWith(`${PREFIX}${plain(name)}${stamp}`)) {
			fs.rmSync(path.join(__dirname, one), {force: true});
		}
	}
};

const writeCache = (script, name, stamp) => {
	const file = cacheOf(name, stamp);
	const temporary = `${file}.${process.pid}`;
	try {
		clearAway(name, stamp);
		fs.writeFileSync(temporary, script.createCachedData());
		fs.renameSync(temporary, file);
	} catch {
		// Installed where this user may not write: nothing is lost but time.
	}
};

const unwritten = [];

const writeCaches = () => {
	for (const write of unwritten.splice(0)) write();
};

// Not after a failure: any word may stand for a verb.
process.once('exit', exitCode => exitCode === 0 && writeCaches());
// V8 takes back what it compiled only under the flags that it was compiled under: who changes them says so before.
process.once('squad-flags', writeCaches);

/** Runs a file of this folder as `require` would. */
const run = name => {
	const file = path.join(__dirname, name);
	const opened = fs.openSync(file, 'r');
	const {size, mtimeMs} = fs.fstatSync(opened);
	// The build leaves nothing but ASCII in it.
	const source = fs.readFileSync(opened, 'latin1');
	fs.closeSync(opened);
	const stamp = `-${size}-${Math.floor(mtimeMs)}-`;
	const cachedData = read(cacheOf(name, stamp));
	const code = source.startsWith('#!') ? `//${source}` : source;
	const script = new Script(`(function (exports, require, module, __filename, __dirname) {${code}\n})`, {
		filename: file,
		cachedData,
	});
	if (cachedData === undefined || script.cachedDataRejected) {
		unwritten.push(() => writeCache(script, name, stamp));
	}
	const own = {exports: {}};
	script.runInThisContext()(own.exports, requireHere, own, file, path.dirname(file));
	return own.exports;
};

const loaded = new Map();

/** The heavy packages of this folder are kept compiled as well. */
const requireHere = id => {
	if (!id.startsWith('./vendor/')) return require(id);
	if (!loaded.has(id)) loaded.set(id, run(id.slice(2)));
	return loaded.get(id);
};

const whole = () => run('main.cjs');

if (verb === 'ls') {
	run('quick.cjs')
		.quickly(process.argv.slice(3), () => run('list-anew.cjs'))
		.then(code => (code === undefined ? whole() : process.exit(code)), whole);
} else {
	whole();
}
