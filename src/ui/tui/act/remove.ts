import type {SessionView} from '../../../session/view.ts';
import {count} from '../../print.ts';
import type {Confirm} from '../state/view-state.ts';
import type {Crew} from './crew.ts';

/** What goes with a session, in words. */
const goes = ({title, branch, worktreePath}: SessionView): string =>
	`“${title}”${worktreePath === null ? '' : `, its worktree${branch === null ? '' : ` and ${branch} (if squad made it)`}`}`;

/** Asks, and finds out meanwhile what would be lost from sight. */
export const confirmRemoval = async ({squad, change, view}: Crew, targets: readonly SessionView[]): Promise<void> => {
	const ids = targets.map(({id}) => id);
	const title = ids.length === 1 ? `Remove “${targets[0]?.title}”?` : `Remove ${count(ids.length, 'session')}?`;
	const dialog: Confirm = {kind: 'confirm', ids, title, lines: null, force: false};
	change({type: 'dialog', dialog});
	const losses = await Promise.all(
		targets.map(async session => {
			const found = await squad.losses(squad.find(session.id));
			return found.length === 0 ? [] : [`${session.title}: ${found.join('; ')}`];
		}),
	);
	const lost = losses.flat();
	if (view().dialog === dialog) {
		const lines =
			lost.length > 0 ? lost : [...targets.map(goes), 'nothing is lost: all of its work is on another branch too'];
		change({type: 'dialog', dialog: {...dialog, lines, force: lost.length > 0}});
	}
};

export const removeConfirmed = ({squad, watch, change}: Crew, {ids, lines, force}: Confirm): void => {
	if (lines === null) {
		return;
	}
	change({type: 'dialog', dialog: null});
	change({type: 'unmark'});
	for (const id of ids) {
		void watch.run(id, 'remove', tell =>
			squad.with({tell: (_, step) => tell(step)}).remove(squad.find(id), {force, keepBranch: false}),
		);
	}
};
