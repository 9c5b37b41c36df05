import {randomUUID} from 'node:crypto';
import {answer, isPrompt, madeUp, sse, textOf} from '../answer.mjs';

const isAnswered = ({parts = []}) => parts.some(part => part.functionResponse);

const stepsFor = (body, signal) => {
	const {responseJsonSchema, responseSchema, responseMimeType} = body.generationConfig ?? {};
	const schema = responseJsonSchema ?? responseSchema;
	if (schema !== undefined || responseMimeType === 'application/json') return [{text: JSON.stringify(madeUp(schema))}];
	const contents = body.contents ?? [];
	const at = contents.findLastIndex(one => one.role === 'user' && !isAnswered(one) && isPrompt(textOf(one.parts)));
	const round = contents.slice(at + 1).filter(({role}) => role === 'model').length;
	return answer({prompt: textOf(contents[at]?.parts).trim(), round, signal});
};

/** The API of Gemini. */
export const gemini = async (res, body, signal, verb) => {
	const usageMetadata = {
		promptTokenCount: 110,
		cachedContentTokenCount: 100,
		candidatesTokenCount: 5,
		totalTokenCount: 115,
	};
	const chunk = (parts, finishReason) => ({
		candidates: [{content: {role: 'model', parts}, index: 0, ...(finishReason ? {finishReason} : {})}],
		usageMetadata,
	});
	const partOf = ({text, run}) =>
		run === undefined
			? {text}
			: {
					functionCall: {
						name: 'run_shell_command',
						args: {command: run, description: 'Run a command'},
						id: randomUUID(),
					},
					thoughtSignature: 'c2ln',
				};
	if (verb !== 'streamGenerateContent') {
		const parts = [];
		if (verb === 'generateContent') for await (const step of stepsFor(body, signal)) parts.push(partOf(step));
		res.writeHead(200, {'content-type': 'application/json'});
		return res.end(JSON.stringify(verb === 'countTokens' ? {totalTokens: 100} : chunk(parts, 'STOP')));
	}
	const put = sse(res);
	for await (const step of stepsFor(body, signal)) {
		if (signal.aborted) return;
		put(chunk([partOf(step)]));
	}
	put(chunk([{text: ''}], 'STOP'));
	res.end();
};
