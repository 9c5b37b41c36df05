// A make-believe coding agent, so that everything can be tried and tested without an account.
import {randomUUID} from 'node:crypto';
import {homedir} from 'node:os';
import {clean} from '../terminal/text.ts';
import {type Request, readArguments} from './arguments.ts';
import {speedOf} from './clock.ts';
import {hasConversation, isToken, latestToken, openConversation} from './conversation.ts';
import {conversationsDir} from './conversations-dir.ts';
import {VERSION} from './header.ts';
import {talkPlainly} from './piped.ts';
import {talk} from './talk.ts';
import {USAGE} from './words.ts';

const fail = (message: string, code: number): never => {
	process.stderr.write(`${clean(message)}\n`);
	process.exit(code);
};

/** Which conversation to open; the words and codes are those of real agents, so that callers can be tested on them. */
const tokenFor = ({from, token}: Extract<Request, {kind: 'talk'}>, folder: string): string => {
	if (from === 'latest') return latestToken(folder) ?? fail('No conversation found to continue', 1);
	if (token === undefined) return randomUUID();
	if (from === 'token') {
		return hasConversation(folder, token) ? token : fail(`No conversation found with session ID: ${token}`, 1);
	}
	if (!isToken(token)) return fail(`Error: Invalid session ID: ${token}`, 1);
	return hasConversation(folder, token) ? fail(`Error: Session ID ${token} is already in use.`, 1) : token;
};

const currentDirectory = (): string => {
	try {
		return process.cwd();
	} catch {
		// ENOENT: the directory was removed under us.
		return fail('Error: the current directory does not exist', 1);
	}
};

const main = async (): Promise<void> => {
	const request = readArguments(process.argv.slice(2));
	if (request.kind === 'wrong') return fail(`Error: ${request.reason}\nTry --help.`, 2);
	if (request.kind !== 'talk') {
		process.stdout.write(request.kind === 'help' ? `${USAGE}\n` : `${VERSION} (demo agent)\n`);
		return;
	}
	const cwd = currentDirectory();
	const folder = conversationsDir(cwd, homedir(), process.env);
	const isTerminal = process.stdin.isTTY && process.stdout.isTTY;
	await (isTerminal ? talk : talkPlainly)({
		conversation: openConversation(folder, tokenFor(request, folder)),
		folder,
		newToken: randomUUID,
		cwd,
		home: homedir(),
		model: request.model,
		prompt: request.prompt,
		speed: speedOf(process.env.SQUAD_DEMO_SPEED),
	});
};

main().catch((error: unknown) => fail(`Error: ${error instanceof Error ? error.message : String(error)}`, 1));
