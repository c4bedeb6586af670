import { definePlugin } from 'agentsite/plugin';

/** The commands of this package. */
export default definePlugin({
  name: 'contract',
  setup: () => ({
    commands: {
      test: {
        summary: 'runs the contract suite against a site',
        module: new URL('./commands/test.ts', import.meta.url),
      },
    },
  }),
});
