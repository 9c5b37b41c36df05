import type {Command} from '../command.ts';

type Verb = {readonly name: string; readonly load: () => Promise<Command>};

/** Every verb, in the order of the help. Only the one that is called is loaded: all of them cost half a node start. */
export const VERBS: readonly Verb[] = [
	{name: 'new', load: async () => (await import('./new.ts')).newCommand},
	{name: 'adopt', load: async () => (await import('./adopt.ts')).adoptCommand},
	{name: 'ls', load: async () => (await import('./ls.ts')).lsCommand},
	{name: 'status', load: async () => (await import('./status.ts')).statusCommand},
	{name: 'explain', load: async () => (await import('./explain.ts')).explainCommand},
	{name: 'attach', load: async () => (await import('./attach.ts')).attachCommand},
	{name: 'pause', load: async () => (await import('./pause.ts')).pauseCommand},
	{name: 'resume', load: async () => (await import('./resume.ts')).resumeCommand},
	{name: 'restart', load: async () => (await import('./restart.ts')).restartCommand},
	{name: 'send', load: async () => (await import('./send.ts')).sendCommand},
	{name: 'answer', load: async () => (await import('./answer.ts')).answerCommand},
	{name: 'logs', load: async () => (await import('./logs.ts')).logsCommand},
	{name: 'diff', load: async () => (await import('./diff.ts')).diffCommand},
	{name: 'rename', load: async () => (await import('./rename.ts')).renameCommand},
	{name: 'end', load: async () => (await import('./end.ts')).endCommand},
	{name: 'rm', load: async () => (await import('./rm.ts')).rmCommand},
	{name: 'undo', load: async () => (await import('./undo.ts')).undoCommand},
	{name: 'trust', load: async () => (await import('./trust.ts')).trustCommand},
	{name: 'recover', load: async () => (await import('./recover.ts')).recoverCommand},
	{name: 'doctor', load: async () => (await import('./doctor.ts')).doctorCommand},
	{name: 'config', load: async () => (await import('./config.ts')).configCommand},
	{name: 'completion', load: async () => (await import('./completion.ts')).completionCommand(loadAll)},
	{name: 'demo', load: async () => (await import('./demo.ts')).demoCommand},
];

/** All of them, for the help and for completion. */
export const loadAll = (): Promise<Command[]> => Promise.all(VERBS.map(verb => verb.load()));
