import type {Agent} from './agent.ts';

/** Not measured: flags and screens are from its documentation and from public rule sets. */
export const cursor: Agent = {
	name: 'cursor',
	command: 'cursor-agent',
	args: [],
	continueArgs: ['--continue'],
	sessionIdArgs: [],
	resumeArgs: ['--resume', '{token}'],
	// `--`: a prompt may begin with a dash.
	promptArgs: ['--', '{prompt}'],
	interruptKeys: ['C-c'],
	env: {},
	supportsResume: true,
	patterns: {
		asking: [
			'(?:Run|Execute) (?:this|the) (?:command|tool).*\\?',
			'^[\\s│→❯›]*(?:Run|Accept|Allow|Approve|Proceed)\\b.*\\(y\\)',
			'Do you trust .*\\?\\s*│?$',
		],
		active: ['\\bctrl\\+c to stop\\b', '^\\s*[⬡⬢] \\S*ing\\b', '^\\s*[⠀-⣿] \\S'],
		idle: ['^[\\s│]*→ ', '/ commands · @ files'],
	},
};
