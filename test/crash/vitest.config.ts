import {defineConfig} from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest wants it
export default defineConfig({
	test: {
		environment: 'node',
		include: ['test/crash/**/*.crash.ts'],
		globalSetup: 'test/support/build-once.ts',
		pool: 'forks',
		maxWorkers: 1,
		testTimeout: 2 ** 31 - 1,
		teardownTimeout: 20_000,
		disableConsoleIntercept: true,
	},
});
