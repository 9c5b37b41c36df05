import type {Found} from '../../session/found.ts';
import type {Watch} from '../../session/watch/watch.ts';
import type {Keymap, Say} from './keys/keymap.ts';
import type {DetailStore} from './state/details.ts';
import type {ViewStore} from './state/view-state.ts';
import type {Theme} from './style/theme.ts';

/** Everything that the components are made from. */
export type Stage = {
	readonly watch: Pick<Watch, 'snapshot' | 'subscribe'>;
	readonly view: ViewStore;
	readonly details: Pick<DetailStore, 'snapshot' | 'subscribe'>;
	readonly keymap: Keymap;
	readonly say: Say;
	readonly theme: Theme;
	readonly home: string | undefined;
	/** Nothing until it is known. */
	readonly found: () => Found;
};
