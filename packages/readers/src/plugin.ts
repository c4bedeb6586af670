import { definePlugin } from 'agentsite/plugin';

/** The commands of this package. */
export default definePlugin({
  name: 'readers',
  setup: () => ({
    commands: {
      readers: {
        summary: 'says who reads the site, from logs',
        module: new URL('./commands/readers.ts', import.meta.url),
      },
    },
  }),
});
