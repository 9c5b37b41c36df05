import {existsSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Home} from './home.ts';
import {writeFileWhole} from './write-file.ts';

/**
 * Runs in the agent's window before the agent, in its directory and with its environment. Each command is a file of its
 * own: no text of anybody is ever put together with other text. What was run is remembered by its exit code, so that a
 * setup that was cut off goes on with the command that had not ended. A failure is shown and stops the rest; the agent
 * starts all the same, it may well be able to help.
 *
 * $1 the folder, then the agent's command.
 */
const SCRIPT = `
squad_setup=$1
squad_at=1
shift
trap : INT
[ ! -f "$squad_setup/note.txt" ] || cat -- "$squad_setup/note.txt"
while [ -f "$squad_setup/$squad_at.sh" ]; do
	if [ ! -f "$squad_setup/$squad_at.code" ]; then
		cat -- "$squad_setup/$squad_at.txt"
		/bin/sh "$squad_setup/$squad_at.sh"
		squad_code=$?
		(umask 077; echo "$squad_code" > "$squad_setup/$squad_at.code")
	fi
	read -r squad_code < "$squad_setup/$squad_at.code"
	[ "$squad_code" = 0 ] || {
		printf '\\033[2m── squad: that ended with code %s; the rest of the setup is left out ──\\033[0m\\n' "$squad_code"
		break
	}
	squad_at=$((squad_at + 1))
done
(umask 077; : > "$squad_setup/done")
trap - INT
unset squad_setup squad_at squad_code
exec "$@"
`;

/** A command as it may be shown: nothing in it is obeyed by a terminal or turns the order of letters around. PURE. */
export const shown = (text: string): string =>
	text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

const dim = (text: string): string => `\x1b[2m── squad: ${text} ──\x1b[0m\n`;

const isOver = (folder: string): boolean => existsSync(join(folder, 'done'));

/** Writes down what has to run before the agent, and what has to be said there. May run twice. */
export const writeSetup = (home: Home, id: string, commands: readonly string[], notes: readonly string[]): void => {
	const folder = home.setup(id);
	if (isOver(folder) || (commands.length === 0 && notes.length === 0)) {
		return;
	}
	for (const [at, command] of commands.entries()) {
		writeFileWhole(join(folder, `${at + 1}.txt`), dim(`setup: ${shown(command)}`));
		writeFileWhole(join(folder, `${at + 1}.sh`), `${command}\n`);
	}
	rmSync(join(folder, 'note.txt'), {force: true});
	if (notes.length > 0) {
		writeFileWhole(join(folder, 'note.txt'), notes.map(note => dim(shown(note))).join(''));
	}
};

/** The agent's command, behind a setup that is not over. */
export const behindSetup = (home: Home, id: string, command: readonly string[]): string[] => {
	const folder = home.setup(id);
	return existsSync(folder) && !isOver(folder)
		? ['/bin/sh', '-c', SCRIPT, 'squad-setup', folder, ...command]
		: [...command];
};

export type SetupState = {
	/** `begun`: it runs, or was cut off and goes on with the next start. */
	readonly state: 'begun' | 'done' | 'failed';
	/** The command that failed or is next. */
	readonly command: string | null;
	readonly code: number | null;
};

const readText = (path: string): string | undefined => {
	try {
		return readFileSync(path, 'utf8').trimEnd();
	} catch {
		// Not there yet.
		return undefined;
	}
};

/** How far the setup of a session is; null where there was none. */
export const setupOf = (home: Home, id: string): SetupState | null => {
	const folder = home.setup(id);
	const commands = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.sh')) : [];
	if (commands.length === 0) {
		return null;
	}
	for (let at = 1; at <= commands.length; at++) {
		const code = readText(join(folder, `${at}.code`));
		if (code !== '0') {
			const command = readText(join(folder, `${at}.sh`)) ?? null;
			return code === undefined || code === ''
				? {state: 'begun', command, code: null}
				: {state: 'failed', command, code: Number(code)};
		}
	}
	return {state: isOver(folder) ? 'done' : 'begun', command: null, code: null};
};
