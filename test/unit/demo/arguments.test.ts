import {describe, expect, test} from 'vitest';
import {type Request, readArguments} from '../../../src/demo/arguments.ts';

const talk = {kind: 'talk', from: 'new', token: undefined, model: undefined, prompt: ''} as const;
const wrong = (reason: string): Request => ({kind: 'wrong', reason});

describe('the command line', () => {
	test.each<[words: string[], request: Request]>([
		[[], talk],
		[['-c'], {...talk, from: 'latest'}],
		[['--continue', 'say hi'], {...talk, from: 'latest', prompt: 'say hi'}],
		[['--session-id', 'x'], {...talk, token: 'x'}],
		[['--session-id=x'], {...talk, token: 'x'}],
		[['--resume', 'x', '--model', 'm'], {...talk, from: 'token', token: 'x', model: 'm'}],
		[['--model=a=b'], {...talk, model: 'a=b'}],
		[['say', 'hello'], {...talk, prompt: 'say hello'}],
		[['--', '--resume'], {...talk, prompt: '--resume'}],
		[['--version'], {kind: 'version'}],
		[['-c', '--help'], {kind: 'help'}],
		[['--bogus'], wrong("unknown option '--bogus'")],
		[['-x'], wrong("unknown option '-x'")],
		[['--resume'], wrong('--resume needs a value')],
		[['--model', '-c'], wrong('--model needs a value')],
		[['-c', '--session-id', 'x'], wrong('only one of --continue, --resume and --session-id')],
	])('%j', (words, request) => expect(readArguments(words)).toEqual(request));
});
