import type {Agent, Reading, Screen} from './agent.ts';
import {screenLines} from './layout.ts';
import {optionsInLine} from './options.ts';
import {active, asking, idle} from './reading.ts';

/** `Run shell command? (Y)es/(N)o/(D)on't ask again [Yes]:` — with an answer behind it, it is history. */
const QUESTION = /\(Y\)es\/\(N\)o.*\[\w+\]:$/u;

/** `>`, `multi>`, `architect>`. */
const PROMPT = /^(?:[a-z-]+(?: multi)?)?>(?:\s|$)/u;

/** `░█ Waiting for gpt-5`, `Updating repo map: 12%`. */
const BUSY = /^[░█]+ *\S|\bWaiting for \S+|^(?:Updating|Scanning|Initial) repo\b/u;

/** Aider writes line after line: only the last one says what it does now. Not measured. */
const read = (screen: Screen): Reading | undefined => {
	const last = screenLines(screen).at(-1) ?? '';
	if (QUESTION.test(last)) return asking('aider: question in the last line', last, last, optionsInLine(last));
	if (PROMPT.test(last)) return idle('aider: prompt in the last line', last);
	return BUSY.test(last) ? active('aider: progress in the last line', last) : undefined;
};

/** Aider has no ids, but a history file of its own choice: one per session. Its name matches the `.aider*` that aider puts into `.gitignore`. */
const HISTORY = '.aider.chat.{token}.md';

export const aider: Agent = {
	name: 'aider',
	command: 'aider',
	args: [],
	continueArgs: ['--restore-chat-history'],
	sessionIdArgs: ['--chat-history-file', HISTORY],
	resumeArgs: ['--chat-history-file', HISTORY, '--restore-chat-history'],
	// `--message` would quit after the answer.
	promptArgs: [],
	interruptKeys: ['C-c'],
	env: {},
	supportsResume: true,
	patterns: {active: [], asking: [], idle: []},
	read,
};
