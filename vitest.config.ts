import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Tests start real servers, and wait for them and for clocks half of the time: two files for each core of a small
    // machine.
    maxWorkers: 4,
    projects: [
      // What starts nothing leaves nothing behind: files share the modules that one of them loaded.
      { extends: true, test: { name: 'unit', include: ['test/*/unit/**/*.test.ts'], isolate: false } },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/*/system/**/*.test.ts', 'test/contract/**/*.test.ts'],
          globalSetup: ['test/helpers/example-site.ts'],
        },
      },
    ],
  },
});
