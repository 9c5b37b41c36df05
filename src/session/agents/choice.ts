import type {Option} from './agent.ts';

const YES =
	/^(?:yes|y|ok|okay|sure|allow|approve|accept|proceed|continue|trust|run|confirm|apply|submit|agree|grant|enable|log ?in|sign in)\b/iu;
const NO =
	/^(?:no|n|not|don.?t|do not|deny|reject|refuse|decline|disallow|cancel|skip|never|stop|exit|quit|abort|back|keep planning)\b/iu;

/** More than this once: for the session, for good, or for more than was asked. */
const WIDE =
	/\b(?:always|all|every|any|don.t ask|session|remember|future|auto|yolo|switch|project|user|repo|parent|clear)\b|-accept\b/iu;

/** `[ ] Yes`, `✔ Yes`: without what stands before the words. */
const words = (label: string): string => label.replace(/^[^\p{L}\p{N}]+(?:x\] )?/iu, '');

/** Whether an answer means yes, and whether it means no. PURE. */
export const isYes = (label: string): boolean => YES.test(words(label));
export const isNo = (label: string): boolean => NO.test(words(label));

/** The option that `yes`, `no` or a number means; `yes` means this once where there is a choice. Undefined: none does. PURE. */
export const optionFor = (options: readonly Option[], choice: string): Option | undefined => {
	if (/^[1-9]$/u.test(choice)) return options.find(({number}) => number === Number(choice));
	const meant = options.filter(({label}) => (choice === 'no' ? NO : YES).test(words(label)));
	return meant.find(({label}) => !WIDE.test(label)) ?? meant[0];
};
