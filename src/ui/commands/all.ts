import type {Command} from '../command.ts';
import {attachCommand} from './attach.ts';
import {completionCommand} from './completion.ts';
import {configCommand} from './config.ts';
import {demoCommand} from './demo.ts';
import {diffCommand} from './diff.ts';
import {doctorCommand} from './doctor.ts';
import {endCommand} from './end.ts';
import {logsCommand} from './logs.ts';
import {lsCommand} from './ls.ts';
import {newCommand} from './new.ts';
import {pauseCommand} from './pause.ts';
import {recoverCommand} from './recover.ts';
import {renameCommand} from './rename.ts';
import {restartCommand} from './restart.ts';
import {resumeCommand} from './resume.ts';
import {rmCommand} from './rm.ts';
import {sendCommand} from './send.ts';
import {statusCommand} from './status.ts';
import {undoCommand} from './undo.ts';

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
