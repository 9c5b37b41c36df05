import {createServer} from 'node:http';
import {anthropic} from './dialects/anthropic.mjs';
import {chat} from './dialects/chat.mjs';
import {gemini} from './dialects/gemini.mjs';
import {responses} from './dialects/responses.mjs';

const json = (res, value, status = 200) => {
	res.writeHead(status, {'content-type': 'application/json'});
	res.end(JSON.stringify(value));
};

const bodyOf = async req => {
	const chunks = [];
	for await (const chunk of req) chunks.push(chunk);
	try {
		return JSON.parse(Buffer.concat(chunks).toString('utf8'));
	} catch {
		return {};
	}
};

const serve = async (req, res) => {
	const path = new URL(req.url, 'http://localhost').pathname;
	const body = await bodyOf(req);
	const gone = new AbortController();
	res.on('close', () => gone.abort());
	const verb = /models\/[^:/]+:(\w+)$/u.exec(path)?.[1];
	if (verb !== undefined) return gemini(res, body, gone.signal, verb);
	if (path.endsWith('/count_tokens')) return json(res, {input_tokens: 100});
	if (path.endsWith('/messages')) return anthropic(res, body, gone.signal);
	if (path.endsWith('/responses')) return responses(res, body, gone.signal);
	if (path.endsWith('/chat/completions')) return chat(res, body, gone.signal);
	if (path.endsWith('/models')) return json(res, {object: 'list', data: [], models: []});
	return req.method === 'HEAD' ? res.writeHead(200).end() : json(res, {error: {message: `nothing at ${path}`}}, 404);
};

/** A stand-in for the models of all agents, on this machine alone. */
export const modelServer = async () => {
	const server = createServer((req, res) => {
		serve(req, res).catch(cause =>
			res.headersSent ? res.destroy() : json(res, {error: {message: String(cause)}}, 500),
		);
	});
	await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${server.address().port}`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
};
