import type {Snapshot} from '../../../session/watch/watch.ts';
import type {Actions} from '../keys/binding.ts';

/** After a reboot: at the first look, interrupted sessions are resumed, offered or left alone, as the settings say. */
export const autoResume = (
	snapshot: () => Snapshot,
	how: 'ask' | 'auto' | 'never',
	{resumeInterrupted}: Pick<Actions, 'resumeInterrupted'>,
	offer: (text: string) => void,
): (() => void) => {
	let isDone = how === 'never';
	return () => {
		const {loadedAt, sessions} = snapshot();
		if (isDone || loadedAt === null) {
			return;
		}
		isDone = true;
		const many = sessions.filter(({status}) => status === 'interrupted').length;
		if (many > 0 && how === 'auto') {
			resumeInterrupted();
		} else if (many > 0) {
			offer(`${many === 1 ? '1 session was' : `${many} sessions were`} interrupted: {resume-interrupted} resumes all`);
		}
	};
};
