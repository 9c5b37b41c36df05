import type {Command} from '../command.ts';
import {completionCommand} from './completion.ts';
import {configCommand} from './config.ts';
import {demoCommand} from './demo.ts';
import {doctorCommand} from './doctor.ts';
import {diffCommand, logsCommand} from './logs.ts';
import {lsCommand} from './ls.ts';
import {newCommand} from './new.ts';
import {pauseCommand} from './pause.ts';
import {resumeCommand} from './resume.ts';
import {
	attachCommand,
	endCommand,
	recoverCommand,
	renameCommand,
	restartCommand,
	rmCommand,
	sendCommand,
	undoCommand,
} from './simple.ts';
import {statusCommand} from './status.ts';

/** Every verb, in the order of the help. */
export const COMMANDS: readonly Command[] = [
	newCommand,
	lsCommand,
	statusCommand,
	attachCommand,
	pauseCommand,
	resumeCommand,
	restartCommand,
	sendCommand,
	logsCommand,
	diffCommand,
	renameCommand,
	endCommand,
	rmCommand,
	undoCommand,
	recoverCommand,
	doctorCommand,
	configCommand,
	completionCommand(() => COMMANDS),
	demoCommand,
];
