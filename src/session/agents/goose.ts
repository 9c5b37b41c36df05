import type {Agent} from './agent.ts';

/** Not measured: flags and screens are from its documentation. */
export const goose: Agent = {
	name: 'goose',
	command: 'goose',
	args: ['session'],
	continueArgs: ['-r'],
	// Its ids cannot be chosen, but a name can, and a session is found by either.
	sessionIdArgs: ['-n', '{token}'],
	resumeArgs: ['-r', '-n', '{token}'],
	promptArgs: [],
	interruptKeys: ['C-c'],
	env: {},
	supportsResume: true,
	patterns: {
		asking: ['^[│◆◇?\\s]*(?:Goose|goose) would like to .*\\?', '^\\s*[│\\s]*● (?:Allow|Yes)\\b'],
		active: ['^\\s*[◐◓◑◒⠀-⣿]\\s+\\S', '\\(Ctrl\\+C to interrupt\\)'],
		idle: ['^\\s*(?:\\( O\\)>|🪿|>)\\s*$'],
	},
};
