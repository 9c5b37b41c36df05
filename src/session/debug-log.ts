import {appendFileSync} from 'node:fs';

/** One line for whoever asked for them with `SQUAD_LOG`. Must hold no secret. */
export const debugLog = (line: string): void => {
	const file = process.env.SQUAD_LOG;
	if (file) {
		appendFileSync(file, `${new Date().toISOString()} ${process.pid} ${line}\n`, {mode: 0o600});
	}
};
