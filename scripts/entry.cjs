#!/usr/bin/env node
// The entry of the built program: runs main.cjs with what V8 compiled of it before. Measured, compiling it anew costs half
// a node start. The cache is named after the build and the node that made it, grows with each verb that is used for the
// first time, and is never needed: where it cannot be read or written the program is compiled as usual.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const {Script} = require('node:vm');

const file = path.join(__dirname, 'main.cjs');
const opened = fs.openSync(file, 'r');
const {size, mtimeMs} = fs.fstatSync(opened);
const source = fs.readFileSync(opened, 'utf8').replace(/^#!.*/, '');
fs.closeSync(opened);

const PREFIX = '.compiled-';
const cacheFile = path.join(__dirname, `${PREFIX}${process.version}-${process.arch}-${size}-${Math.floor(mtimeMs)}`);
const verb = process.argv[2] ?? 'ls';

/** A line with the verbs that it serves, then V8's own data. */
const readCache = () => {
	try {
		const content = fs.readFileSync(cacheFile);
		const end = content.indexOf('\n');
		return {verbs: content.subarray(0, end).toString().split(' '), data: content.subarray(end + 1)};
	} catch {
		return {verbs: [], data: undefined};
	}
};

const {verbs, data} = readCache();
const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
	filename: file,
	cachedData: data,
});
const isUseful = data !== undefined && !script.cachedDataRejected;

const writeCache = () => {
	const temporary = `${cacheFile}.${process.pid}`;
	try {
		for (const name of fs.readdirSync(__dirname)) {
			if (name.startsWith(`${PREFIX}${process.version}-`) && name !== path.basename(cacheFile)) {
				fs.rmSync(path.join(__dirname, name), {force: true});
			}
		}
		const served = [...new Set([...(isUseful ? verbs : []), verb])].join(' ');
		fs.writeFileSync(temporary, Buffer.concat([Buffer.from(`${served}\n`), script.createCachedData()]));
		fs.renameSync(temporary, cacheFile);
	} catch {
		// Installed where this user may not write: nothing is lost but time.
	}
};

if (/^[a-z]+$/.test(verb) && (!isUseful || !verbs.includes(verb))) {
	process.once('exit', writeCache);
}
script.runInThisContext()(exports, require, module, file, __dirname);
