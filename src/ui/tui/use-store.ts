import {useSyncExternalStore} from 'react';

export type Store<T> = {readonly snapshot: () => T; readonly subscribe: (listener: () => void) => () => void};

/** The one door through which components see state. */
export const useStore = <T>({snapshot, subscribe}: Store<T>): T => useSyncExternalStore(subscribe, snapshot, snapshot);
