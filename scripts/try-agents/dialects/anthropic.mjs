import {randomUUID} from 'node:crypto';
import {answer, isPrompt, madeUp, sse} from '../answer.mjs';

const textsIn = ({content}) =>
	(typeof content === 'string'
		? [content]
		: (content ?? []).filter(part => part.type === 'text').map(part => part.text)
	).filter(isPrompt);

const stepsFor = (body, signal) => {
	if (!body.tools?.length) {
		const schema = body.output_config?.format?.schema ?? body.output_format?.schema;
		return [{text: JSON.stringify(madeUp(schema ?? {type: 'object', properties: {title: {}}}))}];
	}
	const messages = body.messages ?? [];
	const at = messages.findLastIndex(message => message.role === 'user' && textsIn(message).length > 0);
	const round = messages.slice(at + 1).filter(message => message.role === 'assistant').length;
	return answer({prompt: textsIn(messages[at] ?? {}).at(-1) ?? '', round, signal});
};

/** The Messages API of Anthropic. */
export const anthropic = async (res, body, signal) => {
	const usage = {input_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 100, output_tokens: 5};
	const message = {
		id: `msg_${randomUUID()}`,
		type: 'message',
		role: 'assistant',
		model: body.model,
		stop_sequence: null,
	};
	if (!body.stream) {
		const content = [];
		for await (const {text = ''} of stepsFor(body, signal)) content.push({type: 'text', text});
		res.writeHead(200, {'content-type': 'application/json'});
		return res.end(JSON.stringify({...message, content, stop_reason: 'end_turn', usage}));
	}
	const put = sse(res);
	const emit = (type, data) => put({type, ...data}, type);
	emit('message_start', {message: {...message, content: [], stop_reason: null, usage}});
	let index = -1;
	let open = '';
	let reason = 'end_turn';
	const close = () => open !== '' && emit('content_block_stop', {index});
	const begin = (kind, block) => {
		if (open === kind && kind === 'text') return;
		close();
		open = kind;
		emit('content_block_start', {index: ++index, content_block: block});
	};
	for await (const {text, run} of stepsFor(body, signal)) {
		if (signal.aborted) return;
		if (run === undefined) {
			begin('text', {type: 'text', text: ''});
			emit('content_block_delta', {index, delta: {type: 'text_delta', text}});
		} else {
			reason = 'tool_use';
			begin('tool', {type: 'tool_use', id: `toolu_${randomUUID()}`, name: 'Bash', input: {}});
			const partial_json = JSON.stringify({command: run, description: 'Run a command'});
			emit('content_block_delta', {index, delta: {type: 'input_json_delta', partial_json}});
		}
	}
	close();
	emit('message_delta', {delta: {stop_reason: reason, stop_sequence: null}, usage});
	emit('message_stop', {});
	res.end();
};
