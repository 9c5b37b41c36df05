const VERBS = [
	'Refactoring',
	'Untangling',
	'Polishing',
	'Sketching',
	'Pondering',
	'Rearranging',
	'Investigating',
	'Simplifying',
] as const;

const LOREM =
	'the parser reads each line once and hands what it found to the planner which decides without touching anything ' +
	'while the tests watch both of them and complain early about whatever does not fit together';
const STREAM = LOREM.split(' ');

const PROGRESS = [
	'Reading the tests first',
	'Following the imports',
	'Comparing two ways to do it',
	'Trying the smaller change',
	'Checking the edge cases',
	'Cleaning up after myself',
] as const;

/** The same prompt always looks the same, so that screens can be compared. */
const pick = <T>(list: readonly T[], seed: number): T => list[seed % list.length] as T;

const seedOf = (text: string): number => {
	let seed = text.length;
	for (let index = 0; index < Math.min(text.length, 200); index++) seed = (seed * 31 + text.charCodeAt(index)) % 65_521;
	return seed;
};

export const verbFor = (prompt: string): string => pick(VERBS, seedOf(prompt));
export const progressLine = (index: number): string => pick(PROGRESS, index);
export const streamWord = (index: number): string => pick(STREAM, index);

export const SHORTCUTS = [
	'enter send · ctrl-j new line · ↑ earlier prompt · ctrl-u clear · esc interrupt · ctrl-c twice exit',
	'/help what it understands · /clear new conversation · /exit leave',
] as const;

export const PROMPTS = `What the demo agent understands; several can be joined with "then":
  work [N]                works for N seconds (5)
  stream [N]              writes words for N seconds (5)
  ask [question]          asks you something
  run <command>           asks first, then only pretends
  write <path> <text>     writes a file in this directory; append, delete <path> and edit likewise
  todo a; b; c            keeps a list
  remember <text>         keeps it in mind; recall tells all you said
  say <text>              says it
  detach [N]              leaves a process in the background for N seconds (600)
  spam [N]                prints N lines (1000)
  hang                    works until interrupted
  crash [code]            gives up with that exit code (3)
Anything else gets a friendly answer.`;

export const USAGE = `Usage: demo [flags] [prompt]

A make-believe coding agent: it talks, works, asks and remembers, and needs no account.

  -c, --continue          go on with the latest conversation of this directory
  --resume <token>        go on with exactly this conversation
  --session-id <token>    choose the new conversation's id
  --model <name>          shown, nothing more
  --version, --help

${PROMPTS}

SQUAD_DEMO_HOME is where conversations are kept (~/.squad-demo), SQUAD_DEMO_SPEED=10 makes it ten times faster.`;
