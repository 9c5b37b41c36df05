import {action, countOf, fieldsOf, listOf, type ReadRecord, type Said, said, tasksIn, textOf} from './said.ts';

const ofCall = (name: unknown, args: unknown, at: unknown): readonly Said[] => {
	const {todos} = fieldsOf(args);
	return /^(?:write_todos|todo_write)$/u.test(textOf(name))
		? tasksIn(todos)
		: said('action', action(textOf(name), args), at);
};

const textsIn = (parts: unknown): string =>
	listOf(parts)
		.filter(({thought}) => thought !== true)
		.map(part => textOf(part.text))
		.join('');

/** `~/.gemini/tmp/…/chats/*.jsonl`. A message is written again when its tools have ended. PURE. */
export const readGemini: ReadRecord = ({type, id, content, timestamp, toolCalls, tokens}) => {
	if (type === 'user') return said('prompt', typeof content === 'string' ? content : textsIn(content), timestamp, id);
	if (type !== 'gemini') return [];
	const calls = listOf(toolCalls).flatMap(({name, args}) => ofCall(name, args, timestamp));
	const answer = said('answer', typeof content === 'string' ? content : textsIn(content), timestamp, id);
	if (tokens === undefined) return [...answer, ...calls];
	const {input, cached, output, thoughts} = fieldsOf(tokens);
	const usage = {
		input: Math.max(0, countOf(input) - countOf(cached)),
		cached: countOf(cached),
		output: countOf(output) + countOf(thoughts),
	};
	return [...answer, ...calls, {kind: 'usage', id: textOf(id), usage}];
};

/** `~/.qwen/projects/…/chats/<id>.jsonl`. PURE. */
export const readQwen: ReadRecord = ({type, subtype, message, timestamp, usageMetadata, uuid, provenance}) => {
	const {parts} = fieldsOf(message);
	if (type === 'user') {
		const isUsers = provenance === undefined || provenance === 'real_user';
		return isUsers ? said('prompt', textsIn(parts), timestamp, uuid) : [];
	}
	if (type === 'system' && subtype === 'chat_compression') return said('note', 'conversation compacted', timestamp);
	if (type !== 'assistant') return [];
	const calls = listOf(parts).flatMap(({functionCall}) => {
		const {name, args} = fieldsOf(functionCall);
		return functionCall === undefined ? [] : ofCall(name, args, timestamp);
	});
	const used = fieldsOf(usageMetadata);
	const cached = countOf(used.cachedContentTokenCount);
	const usage = {
		input: Math.max(0, countOf(used.promptTokenCount) - cached),
		cached,
		output: countOf(used.candidatesTokenCount),
	};
	const answer = said('answer', textsIn(parts), timestamp, uuid);
	return usageMetadata === undefined
		? [...answer, ...calls]
		: [...answer, ...calls, {kind: 'usage', id: textOf(uuid), usage}];
};
