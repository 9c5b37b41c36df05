import type {Watch} from '../../session/watch/watch.ts';
import {autoResume} from './act/auto-resume.ts';
import {tellFailures} from './act/failures.ts';
import {keepSelection} from './act/selection.ts';
import {spinning} from './act/spinner.ts';
import {attentive} from './attention.ts';
import {failureOf} from './content/operation.ts';
import {SPIN_MS} from './content/session-row.ts';
import type {putTogether, Staged} from './put-together.ts';

/** Ages are shown in minutes. */
const TICK_MS = 30_000;

/** What happens by itself while the TUI is open; returns what stops it. */
export const keepGoing = (watch: Watch, staged: Staged, {act, here, notice, owner}: ReturnType<typeof putTogether>) => {
	const {view} = staged.stage;
	const {settings, details} = staged;
	const {keep, stop} = keepSelection({here, change: view.change, watch, look: details.look});
	const listen = attentive(watch.snapshot, text => owner.say(text), settings.ui);
	const resume = autoResume(watch.snapshot, settings.recovery.autoResume, act, text => notice(staged.stage.say(text)));
	const tell = tellFailures(
		watch.snapshot,
		() => here().session?.id,
		(title, operation) => notice(`${title}: ${failureOf(operation, staged.stage.say)?.what}`, 'bad'),
	);
	const tick = (): void => view.change({type: 'tick', now: Date.now()});
	const ticking = setInterval(tick, TICK_MS);
	const spinner = spinning(watch.snapshot, SPIN_MS, tick);
	const stops = [
		...[listen, resume, keep, tell, spinner.spin].map(watch.subscribe),
		view.subscribe(keep),
		stop,
		spinner.stop,
	];
	keep();
	return (): void => {
		clearInterval(ticking);
		for (const end of stops) {
			end();
		}
	};
};
