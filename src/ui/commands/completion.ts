import {SquadError} from '../../session/errors.ts';
import type {Command} from '../command.ts';
import {completionScript} from '../completion-script.ts';
import {requireWords} from '../parse-arguments.ts';

/** Completion knows all verbs, itself included, so it is given them. */
export const completionCommand = (commands: () => Promise<readonly Command[]>): Command => {
	const command: Command = {
		name: 'completion',
		usage: 'completion bash|zsh|fish',
		about: 'a script for your shell that completes verbs, options and ids',
		options: {},
		completes: ['bash', 'zsh', 'fish'],
		standsAlone: true,
		examples: [
			['eval "$(squad completion bash)"', 'in ~/.bashrc'],
			['eval "$(squad completion zsh)"', 'in ~/.zshrc, after compinit'],
			['squad completion fish | source', 'in config.fish'],
		],
		run: async call => {
			requireWords(command, call, 1, 1);
			const script = completionScript(call.words[0] ?? '', await commands());
			if (script === undefined) {
				throw new SquadError(
					'usage',
					`there is no completion for ${JSON.stringify(call.words[0])}`,
					'bash, zsh and fish are known',
				);
			}
			call.terminal.out(script);
			return 0;
		},
	};
	return command;
};
