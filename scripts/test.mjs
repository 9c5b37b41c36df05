// `npm test`: vitest as it is, and a last line that a machine can read. In CI the checks come first.
import {spawn} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {constants, tmpdir} from 'node:os';
import {join} from 'node:path';
import {npm} from './setup/npm.mjs';
import {ROOT} from './setup/root.mjs';
import {countTests, exitCodeOf, summaryOf} from './test/counts.mjs';

/** Runs a program on our own terminal; resolves to its exit code. */
const runHere = ([program, ...args]) =>
	new Promise((resolve, reject) => {
		const child = spawn(program, args, {stdio: 'inherit', cwd: ROOT});
		child.once('error', reject);
		child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
		// Ctrl-C reaches the child by itself; we only wait for what it says at the end.
		for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
	});

const runVitest = report => {
	const args = process.argv.slice(2);
	const screen = args.some(arg => arg.startsWith('--reporter')) ? [] : ['--reporter=default'];
	const json = [`--reporter=${join(ROOT, 'scripts/test/json-reporter.mjs')}`, `--outputFile.json=${report}`];
	return runHere([process.execPath, join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...screen, ...json, ...args]);
};

const readReport = path => {
	try {
		return JSON.parse(readFileSync(path, 'utf8'));
	} catch {
		return undefined; // vitest did not get as far as running a test
	}
};

const test = async () => {
	const folder = mkdtempSync(join(tmpdir(), 'squad-test-report-'));
	try {
		const report = join(folder, 'report.json');
		const code = await runVitest(report);
		const counts = countTests(readReport(report), code);
		process.stdout.write(`${summaryOf(counts)}\n`);
		return exitCodeOf(counts, code);
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
};

const check = async () => {
	const code = await runHere([...npm(), 'run', '--silent', 'check']);
	if (code !== 0)
		process.stderr.write('squad: the checks failed, so no test was run\n  to see them again: npm run check\n');
	return code;
};

process.on('SIGINT', () => {});
const isCi = !['', '0', 'false'].includes(process.env.CI ?? '');
process.exitCode = (isCi && (await check())) || (await test());
