// `npm run bench` measures everything, `npm run bench -- ls` one figure. Always exits with 0: it tells, it does not judge.
import {agreement} from './agreement.mjs';
import {attached} from './attached.mjs';
import {explain} from './explain.mjs';
import {life} from './life.mjs';
import {ls} from './ls.mjs';
import {manyFiles} from './many-files.mjs';
import {tableOf} from './measure.mjs';
import {pause} from './pause.mjs';
import {pauseAll} from './pause-all.mjs';
import {peer} from './peer.mjs';
import {resume} from './resume.mjs';
import {tui} from './tui.mjs';
import {watching} from './watching.mjs';

/** Only when it is asked for, with --peer: it needs the network. */
const PEER = 'ccmanager';

const FIGURES = {
	ls,
	pause,
	resume,
	'pause-all': pauseAll,
	'many-files': manyFiles,
	tui,
	watching,
	life,
	agreement,
	attached,
	explain,
};

const measure = async name => {
	process.stderr.write(`measuring ${name} …\n`);
	try {
		return await FIGURES[name]();
	} catch (cause) {
		process.stderr.write(`${cause.stack}\n`);
		return [{figure: name, failed: cause.message.split('\n')[0]}];
	}
};

const wanted = process.argv.slice(2);
if (wanted.includes('--peer')) FIGURES.peer = peer(PEER);
const asked = wanted.filter(word => word !== '--peer');
const unknown = asked.filter(name => !Object.hasOwn(FIGURES, name));
if (unknown.length > 0) {
	process.stderr.write(`there is no figure ${unknown.join(', ')}; there are ${Object.keys(FIGURES).join(', ')}\n`);
} else {
	const rows = [];
	for (const name of asked.length > 0 ? asked : Object.keys(FIGURES)) rows.push(...(await measure(name)));
	process.stdout.write(tableOf(rows));
}
