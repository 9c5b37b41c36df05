import {existsSync, readFileSync, renameSync} from 'node:fs';
import {join} from 'node:path';
import * as v from 'valibot';
import type {Home} from './home.ts';
import {withLock} from './lock.ts';
import {writeFileWhole} from './write-file.ts';

/** What a repository's own settings ask squad to run. */
export type Asked = {
	readonly repo: string;
	readonly file: string;
	readonly setup: readonly string[];
	readonly agents: Readonly<Record<string, unknown>>;
	/** Stands for exactly this content in exactly this repository. */
	readonly hash: string;
};

const Commands = v.object({
	setup: v.fallback(v.array(v.string()), []),
	agents: v.fallback(v.record(v.string(), v.unknown()), {}),
});

export const repositoryFile = (repo: string): string => join(repo, '.squad.json');

/** What a repository asks for, from the text of its file; undefined when there is nothing to run. PURE. */
export const askedBy = (repo: string, text: string): Asked | undefined => {
	let content: unknown;
	try {
		content = JSON.parse(text);
	} catch {
		// Not JSON: whoever loads the settings says so, and nothing of it holds.
		return undefined;
	}
	const result = v.safeParse(Commands, content);
	const {setup, agents} = result.success ? result.output : {setup: [], agents: {}};
	if (setup.length === 0 && Object.keys(agents).length === 0) {
		return undefined;
	}
	// Loaded only here: every squad reads settings, few have anything to trust.
	const {createHash} = process.getBuiltinModule('node:crypto');
	const hash = createHash('sha256').update(JSON.stringify({repo, setup, agents})).digest('hex');
	return {repo, file: repositoryFile(repo), setup, agents, hash};
};

const Store = v.object({
	schema: v.literal(1),
	trusted: v.array(v.object({repo: v.string(), hash: v.string(), at: v.string()})),
});

type Store = v.InferOutput<typeof Store>;

/** A file that cannot be read trusts nobody. */
const readStore = (home: Home): Store | undefined => {
	try {
		return v.parse(Store, JSON.parse(readFileSync(home.trust, 'utf8')));
	} catch {
		// Missing or damaged: the user is asked again.
		return undefined;
	}
};

export const isTrusted = (home: Home, {repo, hash}: Asked): boolean =>
	readStore(home)?.trusted.some(one => one.repo === repo && one.hash === hash) ?? false;

const change = (home: Home, to: (trusted: Store['trusted']) => Store['trusted']): Promise<void> =>
	withLock(home, 'trust', 'trust', async () => {
		const store = readStore(home);
		if (store === undefined && existsSync(home.trust)) {
			renameSync(home.trust, `${home.trust}.damaged`);
		}
		const next: Store = {schema: 1, trusted: to(store?.trusted ?? [])};
		writeFileWhole(home.trust, `${JSON.stringify(next, null, '\t')}\n`);
	});

/** Trusts exactly what was asked: a repository has one trusted content at a time. */
export const trust = (home: Home, {repo, hash}: Asked): Promise<void> =>
	change(home, trusted => [...trusted.filter(one => one.repo !== repo), {repo, hash, at: new Date().toISOString()}]);

export const revokeTrust = (home: Home, repo: string): Promise<void> =>
	change(home, trusted => trusted.filter(one => one.repo !== repo));
