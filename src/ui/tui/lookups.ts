import type {Squad} from '../../session/squad.ts';
import type {Lookups} from './state/details.ts';

/** What the tabs ask squad for while they are open. */
export const lookupsOf = (squad: Squad): Lookups => ({
	diff: async record => ({diff: await squad.diff(record, false)}),
	conversation: async record => ({conversation: await squad.conversation(record)}),
	info: async record => {
		const {activity, rule, line} = await squad.explain(record);
		return {why: `${activity}: ${rule}${line === null ? '' : ` (${line.trim()})`}`};
	},
});
