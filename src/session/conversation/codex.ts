import {
	action,
	countOf,
	type Fields,
	fieldsOf,
	listOf,
	type ReadRecord,
	type Said,
	said,
	tasksIn,
	textOf,
} from './said.ts';

const parsed = (json: unknown): Fields => {
	try {
		return fieldsOf(JSON.parse(textOf(json)));
	} catch {
		// A model may write anything.
		return {};
	}
};

/** `["/bin/bash", "-lc", "touch x"]` → `touch x`. */
const shellLine = (command: unknown): string => {
	const words = Array.isArray(command) ? command.map(String) : [textOf(command)];
	return (words.length === 3 && words[1]?.startsWith('-') ? words[2] : words.join(' ')) ?? '';
};

const textsIn = (content: unknown): string =>
	listOf(content)
		.map(part => textOf(part.text))
		.join('\n');

const ofItem = (item: Fields, at: unknown): readonly Said[] => {
	switch (item.type) {
		case 'UserMessage':
			return said('prompt', textsIn(item.content), at, item.id);
		case 'AgentMessage':
			return said('answer', textsIn(item.content), at, item.id);
		case 'CommandExecution':
			return said('action', action('run', {command: shellLine(item.command)}), at);
		case 'FileChange':
			return said('action', action('edit', {path: Object.keys(fieldsOf(item.changes))}), at);
		case 'ContextCompaction':
			return said('note', 'conversation compacted', at);
		default:
			return [];
	}
};

const totals = (info: Fields): readonly Said[] => {
	const total = fieldsOf(info.total_token_usage);
	if (info.total_token_usage === undefined) return [];
	const cached = countOf(total.cached_input_tokens);
	const usage = {
		input: Math.max(0, countOf(total.input_tokens) - cached),
		cached,
		output: countOf(total.output_tokens),
	};
	return [{kind: 'total', usage, context: countOf(fieldsOf(info.last_token_usage).input_tokens) || null}];
};

const ofEvent = (payload: Fields, at: unknown): readonly Said[] => {
	switch (payload.type) {
		case 'item_completed':
			return ofItem(fieldsOf(payload.item), at);
		// Until about 0.100.
		case 'user_message':
			return said('prompt', textOf(payload.message), at);
		case 'agent_message':
			return said('answer', textOf(payload.message), at);
		case 'turn_aborted':
			return said('note', 'interrupted by the user', at);
		case 'token_count':
			return totals(fieldsOf(payload.info));
		default:
			return [];
	}
};

/** Newer models write a small program in which tools are called. */
const PLAN_CALL = /tools\.update_plan\((\{.*?\})\)/su;

const ofCall = ({name, input, arguments: given}: Fields, at: unknown): readonly Said[] => {
	const fields = parsed(given);
	if (name === 'update_plan') return tasksIn(fields.plan);
	const plan = PLAN_CALL.exec(textOf(input))?.[1];
	if (plan !== undefined) return tasksIn(parsed(plan).plan);
	const command = fields.cmd ?? fields.command;
	return command === undefined ? [] : said('action', action('run', {command: shellLine(command)}), at);
};

/** `~/.codex/sessions/…/rollout-…-<id>.jsonl`. PURE. */
export const readCodex: ReadRecord = ({type, payload, timestamp}) => {
	const fields = fieldsOf(payload);
	if (type === 'event_msg') return ofEvent(fields, timestamp);
	const isCall = fields.type === 'function_call' || fields.type === 'custom_tool_call';
	return type === 'response_item' && isCall ? ofCall(fields, timestamp) : [];
};
