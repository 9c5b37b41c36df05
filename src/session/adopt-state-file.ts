import {existsSync, readFileSync} from 'node:fs';
import {basename} from 'node:path';
import * as v from 'valibot';
import {isWorktree} from '../git/worktree.ts';
import {type Adopted, adopt, canComeBack} from './adopt.ts';
import {causeCode, SquadError} from './errors.ts';
import type {World} from './held.ts';

const text = v.fallback(v.string(), '');

/** What is of use in one entry; whatever else it has is left alone. */
const Instance = v.object({
	title: text,
	path: text,
	branch: text,
	program: text,
	worktree: v.fallback(v.object({repo_path: text, worktree_path: text, branch_name: text, base_commit_sha: text}), {
		repo_path: '',
		worktree_path: '',
		branch_name: '',
		base_commit_sha: '',
	}),
});

type Instance = v.InferOutput<typeof Instance>;

/** The entries of a state file: an object with a list `instances`, or the list itself. PURE. */
export const instancesIn = (content: string): Instance[] | undefined => {
	try {
		const value: unknown = JSON.parse(content);
		return v.parse(
			v.union([
				v.pipe(
					v.object({instances: v.array(Instance)}),
					v.transform(one => one.instances),
				),
				v.array(Instance),
			]),
			value,
		);
	} catch {
		// Not JSON, or not of this kind: the caller says so.
		return undefined;
	}
};

/** The agent and its arguments from a command line. PURE. */
export const programOf = (program: string): {agent: string | null; args: string[]} => {
	const [command = '', ...args] = program.split(/\s+/).filter(Boolean);
	return {agent: command === '' ? null : basename(command), args};
};

const adoptOne = async (
	world: World,
	{title, path, branch, program, worktree}: Instance,
	dryRun: boolean,
): Promise<Adopted> => {
	const {agent, args} = programOf(program);
	const directory = worktree.worktree_path || path;
	const left = (why: string): Adopted => ({
		title,
		directory,
		branch: branch || null,
		agent,
		id: null,
		token: null,
		why,
	});
	try {
		if (worktree.worktree_path === '' || isWorktree(directory, null)) {
			return await adopt(world, {directory, title, agent, args}, dryRun);
		}
		const [repo, name] = [worktree.repo_path, worktree.branch_name || branch];
		if (existsSync(directory) || !(await canComeBack(repo, name))) {
			return left(existsSync(directory) ? 'its folder is no worktree' : `its branch ${name} is gone from ${repo}`);
		}
		const missing = {repo, branch: name, baseCommit: worktree.base_commit_sha || null};
		return await adopt(world, {directory, title, agent, args, missing}, dryRun);
	} catch (cause) {
		if (cause instanceof SquadError) {
			return left(cause.message);
		}
		throw cause;
	}
};

/** Adopts every entry of a state file; what cannot be adopted is named and stops no other. The file is only read. */
export const adoptStateFile = async (world: World, file: string, dryRun: boolean): Promise<Adopted[]> => {
	let content: string;
	try {
		content = readFileSync(file, 'utf8');
	} catch (cause) {
		throw new SquadError(
			'failed',
			`cannot read ${file}: ${causeCode(cause) ?? cause}`,
			'name the state file: squad adopt --state <file>',
		);
	}
	const instances = instancesIn(content);
	if (instances === undefined) {
		throw new SquadError(
			'failed',
			`${file} is no state file that squad knows`,
			'it must be JSON with a list named instances',
		);
	}
	const done: Adopted[] = [];
	for (const instance of instances) {
		done.push(await adoptOne(world, instance, dryRun));
	}
	return done;
};
