import type {Command} from '../command.ts';
import {requireWords} from '../parse-arguments.ts';
import {tour} from '../tour.ts';

export const demoCommand: Command = {
	name: 'demo',
	usage: 'demo',
	about: 'a tour in a throw-away repository: three agents work, pause and come back',
	options: {},
	standsAlone: true,
	examples: [['squad demo', 'needs no account and leaves nothing behind']],
	run: async call => {
		requireWords(demoCommand, call, 0, 0);
		return tour(call.squad.env, call.terminal);
	},
};
