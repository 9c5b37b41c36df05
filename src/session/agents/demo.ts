import {join} from 'node:path';
import type {Agent, AgentHome, Conversation, Reading, Screen} from './agent.ts';
import {conversationIn, folderNameOf, newestFirst, transcriptsIn} from './conversation-files.ts';
import {flushLineAbove, ruledComposer, screenLines} from './layout.ts';
import {menuOn} from './menu.ts';
import {active, askingBy, idle} from './reading.ts';

const PROMPT = /^❯(?:\s|$)/u;
const SPINNER = /^[·✢*✶✻✽] \S.*…/u;
const BUSY_TITLE = /^[◐◑]/u;

const read = (screen: Screen): Reading | undefined => {
	const lines = screenLines(screen);
	const menu = menuOn(lines, 'digits');
	if (screen.title.startsWith('✋')) return askingBy('demo: title', menu, screen.title);
	const composer = ruledComposer(lines, PROMPT);
	if (composer === undefined) {
		if (menu !== undefined) return askingBy('demo: options in place of the prompt', menu);
		return BUSY_TITLE.test(screen.title) ? active('demo: title', screen.title) : undefined;
	}
	const status = lines[flushLineAbove(lines, composer.top)] ?? '';
	if (SPINNER.test(status)) return active('demo: spinner above the prompt', status);
	if (BUSY_TITLE.test(screen.title)) return active('demo: title', screen.title);
	return idle('demo: prompt without a spinner', lines[composer.top + 1] ?? null);
};

const conversations = (directory: string, {home, env}: AgentHome): readonly Conversation[] => {
	const folder = join(env.SQUAD_DEMO_HOME || join(home, '.squad-demo'), folderNameOf(directory));
	// No look inside: the demo itself goes by the folder alone.
	return newestFirst(transcriptsIn(folder).map(({token, file}) => conversationIn(file, token)));
};

/** Squad's own: `command` is replaced by the path of its program when it is launched. */
export const demo: Agent = {
	name: 'demo',
	command: 'demo',
	args: [],
	continueArgs: ['-c'],
	sessionIdArgs: ['--session-id', '{token}'],
	resumeArgs: ['--resume', '{token}'],
	promptArgs: ['--', '{prompt}'],
	interruptKeys: ['Escape'],
	env: {},
	supportsResume: true,
	patterns: {active: [], asking: [], idle: []},
	read,
	conversations,
};
