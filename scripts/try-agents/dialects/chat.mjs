import {randomUUID} from 'node:crypto';
import {answer, isPrompt, madeUp, sse, textOf} from '../answer.mjs';

const SHELL = /^(?:bash|shell|exec|run_shell_command)/u;

const stepsFor = (body, signal) => {
	const {schema} = body.response_format?.json_schema ?? {};
	if (schema !== undefined) return [{text: JSON.stringify(madeUp(schema))}];
	if (!body.tools?.length) return [{text: 'A trial'}];
	const messages = body.messages ?? [];
	const at = messages.findLastIndex(({role, content}) => role === 'user' && isPrompt(textOf(content)));
	const round = messages.slice(at + 1).filter(({role}) => role === 'assistant').length;
	return answer({prompt: textOf(messages[at]?.content).trim(), round, signal});
};

/** The Chat Completions API of OpenAI. */
export const chat = async (res, body, signal) => {
	const usage = {prompt_tokens: 110, completion_tokens: 5, total_tokens: 115};
	const base = {id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model: body.model};
	const tool = body.tools?.map(one => one.function).find(one => SHELL.test(one?.name));
	const callOf = command => {
		const known = tool?.parameters?.properties ?? {};
		const given = {command, description: 'Run a command', is_background: false};
		const args = Object.fromEntries(Object.entries(given).filter(([name]) => name in known));
		return {
			index: 0,
			id: `call_${randomUUID()}`,
			type: 'function',
			function: {name: tool?.name, arguments: JSON.stringify(args)},
		};
	};
	if (!body.stream) {
		let content = '';
		for await (const {text = ''} of stepsFor(body, signal)) content += text;
		res.writeHead(200, {'content-type': 'application/json'});
		const choices = [{index: 0, message: {role: 'assistant', content}, finish_reason: 'stop'}];
		return res.end(JSON.stringify({...base, object: 'chat.completion', choices, usage}));
	}
	const put = sse(res);
	const emit = (delta, finish_reason = null) =>
		put({...base, object: 'chat.completion.chunk', choices: [{index: 0, delta, finish_reason}]});
	emit({role: 'assistant', content: ''});
	let reason = 'stop';
	for await (const {text, run} of stepsFor(body, signal)) {
		if (signal.aborted) return;
		if (run === undefined) emit({content: text});
		else {
			reason = 'tool_calls';
			emit({tool_calls: [callOf(run)]});
		}
	}
	emit({}, reason);
	put({...base, object: 'chat.completion.chunk', choices: [], usage});
	res.end('data: [DONE]\n\n');
};
