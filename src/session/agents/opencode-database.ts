import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {AgentHome} from './agent.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Asks a database; undefined where nothing on this machine can read it. */
export type Query = (sql: string) => readonly Row[] | undefined;

/** Only ids as opencode makes them ever stand in a query. */
export const isOpencodeToken = (token: string): boolean => /^ses_[0-9A-Za-z]+$/u.test(token);

/** A text in SQL. PURE. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`;

const throughProgram = (path: string, sql: string, PATH: string | undefined): readonly Row[] | undefined => {
	const {status, stdout} = spawnSync('sqlite3', ['-readonly', '-json', '-cmd', '.timeout 1000', path, sql], {
		encoding: 'utf8',
		env: {PATH: PATH ?? '', HOME: '/nonexistent'},
		maxBuffer: 64 << 20,
		timeout: 5000,
	});
	if (status !== 0) return undefined;
	return stdout.trim() === '' ? [] : (JSON.parse(stdout) as Row[]);
};

type Sqlite = {
	readonly DatabaseSync: new (
		path: string,
		options: {readOnly: boolean},
	) => {prepare: (sql: string) => {all: () => Row[]}; close: () => void};
};

/** node has it since 22.5, and warns that it may change. */
const sqliteOfNode = (): Sqlite | undefined => {
	const {emitWarning} = process;
	try {
		process.emitWarning = () => undefined;
		return process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as Sqlite | undefined;
	} finally {
		process.emitWarning = emitWarning;
	}
};

const throughNode = (path: string, sql: string): readonly Row[] | undefined => {
	const sqlite = sqliteOfNode();
	if (sqlite === undefined) return undefined;
	try {
		const database = new sqlite.DatabaseSync(path, {readOnly: true});
		try {
			return database.prepare(sql).all();
		} finally {
			database.close();
		}
	} catch {
		// Locked, damaged or of another shape: then it is not known.
		return undefined;
	}
};

/** opencode's database, read by node itself or by the program sqlite3. No database: it was never used. */
export const opencodeDatabase = ({home, env}: AgentHome): Query => {
	const path = join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'opencode', 'opencode.db');
	return sql => (existsSync(path) ? (throughNode(path, sql) ?? throughProgram(path, sql, env.PATH)) : []);
};
