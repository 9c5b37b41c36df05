import {copyIn} from './copy-in.ts';
import type {Held} from './held.ts';
import {panesOf} from './screen-layer.ts';
import {setupOf, writeSetup} from './setup.ts';
import {agentPane} from './status.ts';

/** Before the first start in a worktree that squad made: copies what it needs, and writes down what has to run there. */
export const prepareWorktree = async (held: Held): Promise<void> => {
	const {id, repo, worktreePath, sharesWorktreeOf, adopted} = held.record();
	if (repo === null || worktreePath === null || sharesWorktreeOf !== null || adopted) {
		return;
	}
	const {settings, asked} = await held.settings();
	const notCopied = settings.copy.length === 0 ? [] : copyIn(repo, worktreePath, settings.copy);
	const notes = notCopied.map(({path, why}) => `${path} was not copied: ${why}`);
	if (asked !== undefined && !asked.isTrusted && asked.setup.length > 0) {
		notes.push(`the setup of ${asked.file} was not run: you have not trusted it (squad trust ${repo})`);
	}
	for (const note of notes) {
		held.tell(note);
	}
	writeSetup(held.home, id, settings.setup, notes);
};

/** Waits until an agent's window is the agent's: what is typed before would go to the setup. */
export const waitUntilSetUp = async (held: Held): Promise<void> => {
	const {id} = held.record();
	while (setupOf(held.home, id)?.state === 'begun' && !held.world.stopped()) {
		const pane = agentPane(held.record(), await panesOf(held));
		if (pane === undefined || pane.dead) {
			return;
		}
		await new Promise(resolve => setTimeout(resolve, 250));
	}
};
