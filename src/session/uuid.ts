import {readFileSync} from 'node:fs';

/** A new id for a conversation. Linux makes one without node's crypto, which costs a quarter of a node start to load. */
export const newUuid = (): string => {
	try {
		return readFileSync('/proc/sys/kernel/random/uuid', 'utf8').trim();
	} catch {
		// Not Linux.
		return process.getBuiltinModule('node:crypto').randomUUID();
	}
};
