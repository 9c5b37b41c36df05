import * as v from 'valibot';
import {badPattern} from './agents/read-screen.ts';

const strings = v.array(v.string());

const patterns = v.array(
	v.pipe(
		v.string(),
		v.check(pattern => badPattern(pattern) === undefined, 'is not a regular expression'),
	),
);

/** One agent as users define it: every field may be left out. */
export const CustomAgent = v.strictObject({
	command: v.exactOptional(v.pipe(v.string(), v.nonEmpty())),
	args: v.exactOptional(strings),
	continueArgs: v.exactOptional(strings),
	sessionIdArgs: v.exactOptional(strings),
	resumeArgs: v.exactOptional(strings),
	promptArgs: v.exactOptional(strings),
	interruptKeys: v.exactOptional(strings),
	env: v.exactOptional(v.record(v.string(), v.string())),
	supportsResume: v.exactOptional(v.boolean()),
	patterns: v.exactOptional(
		v.strictObject({
			active: v.exactOptional(patterns),
			asking: v.exactOptional(patterns),
			idle: v.exactOptional(patterns),
		}),
	),
});

export type CustomAgents = Readonly<Record<string, v.InferOutput<typeof CustomAgent>>>;
