import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {unwired, type Wire} from './wiring.ts';

/**
 * opencode runs plugins inside itself, so this is JavaScript. Like the shell's: one line per change, never an error,
 * nothing once the session's folder is gone. Sessions that a subagent works in are not the user's. What the agent
 * starts shall not report, too: an opencode inside a command would be taken for the session's own.
 */
const plugin = (file: string): string => `import {appendFileSync, existsSync, writeFileSync} from 'node:fs';
const file = ${JSON.stringify(file)};
const folder = file.slice(0, file.lastIndexOf('/'));
const children = new Set();
let last = '';
const named = ({type, properties}) => (type === 'session.status' ? 'session.' + properties?.status?.type : type);
const TOLD = ['session.created', 'session.busy', 'session.idle', 'permission.asked', 'permission.replied', 'question.asked', 'question.replied', 'question.rejected'];
export const Squad = async () => {
	delete process.env.OPENCODE_CONFIG_CONTENT;
	return {
		event: async ({event}) => {
			try {
				const name = named(event);
				const {sessionID, info} = event.properties ?? {};
				const token = sessionID ?? info?.id;
				if (info?.parentID) children.add(info.id);
				if (typeof token !== 'string' || !/^[0-9A-Za-z_-]+$/.test(token) || children.has(token)) return;
				if (!TOLD.includes(name)) return;
				const line = JSON.stringify({event: name, token, busy: false}) + '\\n';
				if (line === last || !existsSync(folder)) return;
				last = line;
				(name === 'session.busy' ? writeFileSync : appendFileSync)(file, line, {mode: 0o600});
			} catch {}
		},
	};
};
`;

/** By the environment, for this launch alone; where the user has configuration of their own there, theirs stays. */
export const wireOpencode: Wire = place => {
	if (place.env.OPENCODE_CONFIG_CONTENT || place.env.OPENCODE_PURE) return unwired(place);
	const url = pathToFileURL(join(place.folder, 'opencode.mjs')).href;
	return {
		...unwired(place),
		env: {OPENCODE_CONFIG_CONTENT: JSON.stringify({plugin: [url]})},
		files: {'opencode.mjs': plugin(place.file)},
	};
};
