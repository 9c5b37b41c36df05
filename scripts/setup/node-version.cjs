// Refuses an old Node in words. Loaded with `node -r` before everything else, because Node below 12.17 cannot even
// open an ES module; so this file and versions.cjs keep to what Node 8 can read.
const {engines} = require('../../package.json');
const {isOlder, parseVersion} = require('./versions.cjs');

const refusalOf = (version, range) => {
	const needed = parseVersion(range);
	return isOlder(version, needed) ? `Node ${needed.join('.')} or newer is needed, this is ${version}` : undefined;
};

const refusal = refusalOf(process.versions.node, engines.node);
if (refusal) {
	process.stderr.write(`squad: ${refusal}\n  install a newer one, for example: nvm install --lts\n`);
	process.exit(7);
}

module.exports = {refusalOf};
