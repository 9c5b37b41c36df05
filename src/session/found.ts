import {repositoryAt} from '../git/repository.ts';
import {agentNamed, builtInAgents} from './agents/table.ts';
import {programOf} from './program.ts';
import type {Settings} from './settings.ts';

/** Where squad was opened, and which agents are installed. */
export type Found = {readonly repository: string | null; readonly agents: readonly string[]};

export const foundAt = async (
	directory: string,
	{settings, env}: {settings: Settings; env: NodeJS.ProcessEnv},
): Promise<Found> => {
	const names = [...new Set([...Object.keys(builtInAgents), ...Object.keys(settings.agents)])];
	const agents = names.filter(name => {
		const agent = name === 'demo' ? undefined : agentNamed(name, settings.agents);
		return agent !== undefined && programOf(agent, env, directory) !== undefined;
	});
	return {repository: (await repositoryAt(directory))?.root ?? null, agents};
};
