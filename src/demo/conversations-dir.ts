import {join} from 'node:path';

/**
 * The folder that holds a directory's conversations, one `<token>.jsonl` each. The rule, for whoever computes it elsewhere:
 * `${SQUAD_DEMO_HOME:-$HOME/.squad-demo}/<cwd with every character outside A-Z a-z 0-9 replaced by ->`, where cwd is the
 * physical path (symlinks resolved, as getcwd gives it) and an empty SQUAD_DEMO_HOME counts as unset. PURE.
 */
export const conversationsDir = (
	cwd: string,
	home: string,
	env: Readonly<Record<string, string | undefined>>,
): string => join(env.SQUAD_DEMO_HOME || join(home, '.squad-demo'), cwd.replace(/[^A-Za-z0-9]/g, '-'));
