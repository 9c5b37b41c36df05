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

/** What Claude Code itself puts among the user's messages. */
const NOT_A_PROMPT =
	/^(?:<(?:command-|local-command|task-notification|system-reminder|bash-)|\[Request interrupted|Caveat:)/u;

const ofUser = (record: Fields): readonly Said[] => {
	const {message, timestamp, origin, toolUseResult} = record;
	const {task} = fieldsOf(toolUseResult);
	if (task !== undefined) {
		const {id, subject} = fieldsOf(task);
		return [{kind: 'task', id: textOf(id), text: textOf(subject), status: 'pending'}];
	}
	const isOwn = ['isMeta', 'isCompactSummary', 'isVisibleInTranscriptOnly'].some(name => record[name] === true);
	const {kind = 'human'} = fieldsOf(origin);
	if (isOwn || kind !== 'human') return [];
	const {content} = fieldsOf(message);
	const text =
		typeof content === 'string'
			? content
			: listOf(content)
					.filter(({type}) => type === 'text')
					.map(block => textOf(block.text))
					.join('\n');
	if (text.startsWith('[Request interrupted')) return said('note', 'interrupted by the user', timestamp);
	return NOT_A_PROMPT.test(text) ? [] : said('prompt', text, timestamp, record.uuid);
};

const ofTool = ({name, input}: Fields, at: unknown): readonly Said[] => {
	const fields = fieldsOf(input);
	if (name === 'TodoWrite') return tasksIn(fields.todos);
	if (name === 'TaskUpdate') {
		const {taskId, status, subject} = fields;
		return [
			{kind: 'task', id: textOf(taskId), text: textOf(subject) || undefined, status: textOf(status) || undefined},
		];
	}
	return name === 'TaskCreate' || name === 'ToolSearch' ? [] : said('action', action(textOf(name), input), at);
};

const ofAssistant = ({message, timestamp}: Fields): readonly Said[] => {
	const {content, usage, id, model} = fieldsOf(message);
	const used = fieldsOf(usage);
	const blocks = listOf(content).flatMap(block =>
		block.type === 'text'
			? said('answer', textOf(block.text), timestamp)
			: block.type === 'tool_use'
				? ofTool(block, timestamp)
				: [],
	);
	// `<synthetic>`: an error in the place of an answer.
	if (usage === undefined || model === '<synthetic>') return blocks;
	const input = countOf(used.input_tokens) + countOf(used.cache_creation_input_tokens);
	const figures = {input, cached: countOf(used.cache_read_input_tokens), output: countOf(used.output_tokens)};
	return [...blocks, {kind: 'usage', id: textOf(id), usage: figures}];
};

/** `~/.claude/projects/…/<id>.jsonl`. Subagents write to files of their own, in older versions among these as side chains. PURE. */
export const readClaude: ReadRecord = record => {
	if (record.isSidechain === true) return [];
	if (record.type === 'user') return ofUser(record);
	if (record.type === 'assistant') return ofAssistant(record);
	return record.type === 'system' && record.subtype === 'compact_boundary'
		? said('note', 'conversation compacted', record.timestamp)
		: [];
};
