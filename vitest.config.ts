import {defineConfig} from 'vitest/config';

export default defineConfig({
	test: {
		environment: 'node',
		include: ['test/**/*.test.{ts,tsx}'],
		/** Every key and every corner of the TUI takes minutes; `npm run test:e2e` has them all. */
		exclude: process.env.SQUAD_ALL_TESTS ? [] : ['test/**/*.long.test.ts'],
		globalSetup: 'test/support/build-once.ts',
		setupFiles: 'test/support/steady-seed.ts',
		/** Processes, not threads: tests change directory and environment and start programs on terminals. */
		pool: 'forks',
		/** Each end-to-end test starts tmux, git and agents of its own; more at once only makes all of them slow. */
		maxWorkers: 2,
		/** Generous: it ends a test that hangs, it does not judge how fast one is. */
		testTimeout: 60_000,
		hookTimeout: 60_000,
		teardownTimeout: 20_000,
	},
});
