import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/helpers/example-site.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Tests start real servers; more files at once would only wait for the same two cores.
    maxWorkers: 2,
  },
});
