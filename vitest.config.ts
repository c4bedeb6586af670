import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Tests start real servers; more files at once would only wait for the same two cores.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/system/**/*.test.ts', 'test/contract/**/*.test.ts'],
          globalSetup: ['test/helpers/example-site.ts'],
        },
      },
    ],
  },
});
