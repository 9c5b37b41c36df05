import type {Agent, Patterns} from './agent.ts';
import {aider} from './aider.ts';
import {amp} from './amp.ts';
import {claude} from './claude.ts';
import {codex} from './codex.ts';
import {copilot} from './copilot.ts';
import {cursor} from './cursor.ts';
import {demo} from './demo.ts';
import {gemini} from './gemini.ts';
import {goose} from './goose.ts';
import {opencode} from './opencode.ts';
import {qwen} from './qwen.ts';
import {readPatterns} from './read-screen.ts';

/** An agent as users write it in config.json: every field may be left out. */
export type AgentDefinition = Partial<Omit<Agent, 'name' | 'patterns' | 'read' | 'conversations' | 'exported'>> & {
	readonly patterns?: Partial<Patterns>;
};

/** The `agents` object of config.json. */
export type AgentDefinitions = Readonly<Record<string, AgentDefinition>>;

const NO_PATTERNS: Patterns = {active: [], asking: [], idle: []};

export const builtInAgents: Readonly<Record<string, Agent>> = {
	claude,
	codex,
	gemini,
	opencode,
	qwen,
	copilot,
	cursor,
	aider,
	amp,
	goose,
	demo,
};

/**
 * A built-in agent with a user's patterns: those are tried first, in their own order (asking, active, idle), and the
 * first that matches decides, so a user's `idle` beats a built-in sign of work. Only when none matches is the screen
 * read as without them: by the built-in rules, then by the built-in patterns.
 */
const withPatterns = (agent: Agent, own: Patterns): Agent => ({
	...agent,
	patterns: {
		active: [...own.active, ...agent.patterns.active],
		asking: [...own.asking, ...agent.patterns.asking],
		idle: [...own.idle, ...agent.patterns.idle],
	},
	read: screen =>
		readPatterns(agent.name, own, screen) ?? agent.read?.(screen) ?? readPatterns(agent.name, agent.patterns, screen),
});

const changed = (agent: Agent, {patterns, ...fields}: AgentDefinition): Agent => {
	const result = {...agent, ...fields, name: agent.name};
	return patterns === undefined ? result : withPatterns(result, {...NO_PATTERNS, ...patterns});
};

const made = (name: string, {patterns, ...fields}: AgentDefinition): Agent => ({
	command: name,
	args: [],
	continueArgs: [],
	sessionIdArgs: [],
	resumeArgs: [],
	promptArgs: [],
	interruptKeys: ['Escape'],
	env: {},
	supportsResume: (fields.continueArgs ?? []).length + (fields.resumeArgs ?? []).length > 0,
	...fields,
	name,
	patterns: {...NO_PATTERNS, ...patterns},
});

/** An agent by its name: built in, built in and changed by the user, or the user's own; undefined when there is none. PURE. */
export const agentNamed = (name: string, custom: AgentDefinitions = {}): Agent | undefined => {
	// Object.hasOwn: a session's agent may be called `constructor` as well.
	const definition = Object.hasOwn(custom, name) ? custom[name] : undefined;
	const builtIn = Object.hasOwn(builtInAgents, name) ? builtInAgents[name] : undefined;
	if (builtIn === undefined) return definition && made(name, definition);
	return definition ? changed(builtIn, definition) : builtIn;
};

/** What people call an agent, by the name of its definition. */
const ALIASES: Readonly<Record<string, string>> = {'cursor-agent': 'cursor', 'github-copilot': 'copilot'};

/** An agent by a name as people write it: `Claude Code`, `gemini-cli`. PURE. */
export const agentLike = (name: string, custom: AgentDefinitions = {}): Agent | undefined => {
	const plain = name
		.trim()
		.toLowerCase()
		.replaceAll(/[\s_]+/g, '-');
	const short = plain.replace(/-(?:cli|code|agent)$/u, '');
	return [name, plain, short, ALIASES[plain] ?? '']
		.map(one => agentNamed(one, custom))
		.find(agent => agent !== undefined);
};
