import { definePlugin } from 'agentsite/plugin';

/** The commands of this package. */
export default definePlugin({
  name: 'history',
  setup: () => ({
    commands: {
      history: {
        summary: 'lists what changed in a document, from Git',
        module: new URL('./commands/history.ts', import.meta.url),
      },
      undo: {
        summary: 'brings an earlier version of a document back',
        module: new URL('./commands/undo.ts', import.meta.url),
      },
    },
  }),
});
