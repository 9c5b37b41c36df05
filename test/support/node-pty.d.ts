// node-pty is installed under an alias, and its own types speak of the package's real name only. This is what we use.
declare module 'node-pty' {
	export type IPty = {
		readonly pid: number;
		onData(listener: (data: string) => void): void;
		onExit(listener: (event: {readonly exitCode: number; readonly signal?: number}) => void): void;
		write(data: string): void;
		kill(signal?: string): void;
	};
	export type Options = {
		readonly name: string;
		readonly cols: number;
		readonly rows: number;
		readonly cwd: string;
		readonly env: Readonly<Record<string, string | undefined>>;
	};
	export function spawn(file: string, args: readonly string[], options: Options): IPty;
}
