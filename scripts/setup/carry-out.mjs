import {withLock} from './lock.mjs';
import {say} from './say.mjs';
import {Trouble} from './trouble.mjs';

/** Looks again at each step: another setup may have done it while we waited for the lock. */
const inTurn = async steps => {
	for (const {isDone, carryOut} of steps) {
		if (!(await isDone())) await carryOut();
	}
};

export const carryOut = async (steps, lock) => {
	try {
		if (process.platform === 'win32') throw new Trouble('Windows itself has no tmux', 'run squad inside WSL', 7);
		await withLock(lock, () => inTurn(steps));
	} catch (error) {
		if (!(error instanceof Trouble)) throw error;
		say(`${error.message}\n  ${error.hint}`);
		process.exitCode = error.exitCode;
	}
};
