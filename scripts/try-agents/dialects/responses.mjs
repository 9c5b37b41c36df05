import {randomUUID} from 'node:crypto';
import {answer, isPrompt, madeUp, sse, textOf} from '../answer.mjs';

const MADE = ['function_call', 'custom_tool_call', 'reasoning', 'local_shell_call'];

const stepsFor = (body, signal) => {
	const schema = body.text?.format?.schema;
	if (schema !== undefined) return [{text: JSON.stringify(madeUp(schema))}];
	const items = Array.isArray(body.input) ? body.input : [{role: 'user', content: String(body.input ?? '')}];
	const at = items.findLastIndex(item => item.role === 'user' && isPrompt(textOf(item.content)));
	const round = items.slice(at + 1).filter(item => MADE.includes(item.type)).length;
	return answer({prompt: textOf(items[at]?.content).trim(), round, signal});
};

/** The agent's tools by name; newer models get them as an item of the input, some inside a namespace. */
const toolsIn = body => {
	const found = new Map();
	const add = (tools, namespace) => {
		for (const tool of tools ?? []) {
			if (tool.type === 'namespace') add(tool.tools, tool.name);
			else found.set(tool.name ?? tool.type, {type: tool.type, namespace});
		}
	};
	add(body.tools);
	for (const item of Array.isArray(body.input) ? body.input : []) if (item.type === 'additional_tools') add(item.tools);
	return found;
};

/** Runs a command outside the sandbox, so that Codex has to ask. */
const callOf = (body, cmd) => {
	const tools = toolsIn(body);
	const ids = {call_id: `call_${randomUUID()}`, status: 'completed'};
	const asks = {sandbox_permissions: 'require_escalated', justification: 'May I run this command?'};
	const within = name => (tools.get(name)?.namespace ? {namespace: tools.get(name).namespace} : {});
	if (tools.get('exec')?.type === 'custom') {
		const input = `const r = await tools.exec_command(${JSON.stringify({cmd, ...asks, yield_time_ms: 30_000})});\ntext(JSON.stringify(r));\n`;
		return {type: 'custom_tool_call', id: `ctc_${randomUUID()}`, ...ids, name: 'exec', ...within('exec'), input};
	}
	const [name, args] = tools.has('exec_command')
		? ['exec_command', {cmd, ...asks}]
		: tools.has('shell_command')
			? ['shell_command', {command: cmd, ...asks}]
			: ['shell', {command: ['bash', '-lc', cmd], with_escalated_permissions: true, ...asks}];
	return {
		type: 'function_call',
		id: `fc_${randomUUID()}`,
		...ids,
		name,
		...within(name),
		arguments: JSON.stringify(args),
	};
};

/** The Responses API of OpenAI. */
export const responses = async (res, body, signal) => {
	const put = sse(res);
	let sequence_number = 0;
	const emit = (type, data) => put({type, sequence_number: sequence_number++, ...data}, type);
	const output = [];
	const base = {
		id: `resp_${randomUUID()}`,
		object: 'response',
		created_at: Math.floor(Date.now() / 1000),
		model: body.model,
	};
	emit('response.created', {response: {...base, status: 'in_progress', output: []}});
	const item_id = `msg_${randomUUID()}`;
	const message = {id: item_id, type: 'message', role: 'assistant'};
	let said = '';
	for await (const {text, run} of stepsFor(body, signal)) {
		if (signal.aborted) return;
		if (run !== undefined) {
			const item = callOf(body, run);
			emit('response.output_item.added', {output_index: output.length, item: {...item, status: 'in_progress'}});
			emit('response.output_item.done', {output_index: output.length, item});
			output.push(item);
			continue;
		}
		if (said === '') {
			emit('response.output_item.added', {output_index: 0, item: {...message, status: 'in_progress', content: []}});
			const part = {type: 'output_text', text: '', annotations: []};
			emit('response.content_part.added', {item_id, output_index: 0, content_index: 0, part});
		}
		said += text;
		emit('response.output_text.delta', {item_id, output_index: 0, content_index: 0, delta: text});
	}
	if (said !== '') {
		const item = {...message, status: 'completed', content: [{type: 'output_text', text: said, annotations: []}]};
		emit('response.output_text.done', {item_id, output_index: 0, content_index: 0, text: said});
		emit('response.output_item.done', {output_index: 0, item});
		output.push(item);
	}
	const usage = {
		input_tokens: 110,
		input_tokens_details: {cached_tokens: 100},
		output_tokens: 5,
		output_tokens_details: {reasoning_tokens: 0},
		total_tokens: 115,
	};
	emit('response.completed', {response: {...base, status: 'completed', output, usage}});
	res.end();
};
