import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    // Against what hangs: the longest test takes minutes, and a busy machine several times as long.
    testTimeout: 600_000,
    hookTimeout: 900_000,
    // Ten seconds, the default, end the run before the shared site has ended and its folder is removed.
    teardownTimeout: 120_000,
    // A second, the default, passes on a busy machine before a process has said a word.
    expect: { poll: { timeout: 60_000 } },
    // System tests spend half of their time waiting for servers and clocks: two files per core of a small machine.
    maxWorkers: 4,
    // Node runs the files of this project as they are.
    experimental: { viteModuleRunner: false },
    projects: [
      // Unit tests start nothing and leave nothing behind, so files share loaded modules.
      {
        extends: true,
        test: { name: 'unit', include: ['{test/*,packages/*/test}/unit/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['{test/*,packages/*/test}/system/**/*.test.ts', 'packages/contract/src/*.test.ts'],
          globalSetup: ['test/helpers/example-site.ts'],
          setupFiles: ['test/helpers/leave-nothing.ts'],
        },
      },
    ],
  },
});
