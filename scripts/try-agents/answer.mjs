import {setTimeout as sleep} from 'node:timers/promises';

const WORDS = 'the parser reads each line and hands its fields to the validator'.split(' ');
const TICK_MS = 250;

/**
 * What the model answers. `prompt` is the user's last one, `round` counts the model's turns since. Yields {text} and
 * {run: command}, which every dialect turns into a call of the agent's shell tool.
 */
export async function* answer({prompt, round, signal}) {
	const work = /\bwork (\d+)/u.exec(prompt);
	const run = /\brun (.+)$/mu.exec(prompt);
	if (work !== null) {
		const end = Date.now() + Number(work[1]) * 1000;
		for (let at = 0; Date.now() < end && !signal.aborted; at++) {
			yield {text: `${WORDS[at % WORDS.length]} `};
			await sleep(TICK_MS);
		}
		yield {text: 'The work is done.'};
	} else if (run !== null && round === 0) yield {run: run[1].trim()};
	else yield {text: run === null ? `Understood: ${prompt.split('\n').at(-1)}` : 'The command has ended.'};
}

/** A value for a JSON schema: agents ask for titles and the like beside the conversation. */
export const madeUp = schema => {
	if (schema?.enum) return schema.enum[0];
	const type = String([schema?.type ?? 'string'].flat()[0]).toLowerCase();
	if (type === 'object')
		return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, value]) => [name, madeUp(value)]));
	return {array: [], boolean: false, number: 0, integer: 0}[type] ?? 'A trial';
};

/** Agents put reminders and context of their own among the user's words, in tags. */
const withoutTags = text => text.replaceAll(/<([a-z][\w-]*)>[\s\S]*?<\/\1>/gu, '').trim();

/** What the user said in a message, whatever its form; empty where it is the agent's own. */
export const textOf = content =>
	withoutTags(typeof content === 'string' ? content : (content ?? []).map(part => part.text ?? '').join('\n'));

export const isPrompt = text => text.trim() !== '' && !/^\s*(?:<|# AGENTS\.md|\[Request interrupted)/u.test(text);

export const sse = res => {
	res.writeHead(200, {'content-type': 'text/event-stream', 'cache-control': 'no-cache'});
	return (data, type) => res.write(`${type ? `event: ${type}\n` : ''}data: ${JSON.stringify(data)}\n\n`);
};
