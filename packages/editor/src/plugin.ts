import { definePlugin } from 'agentsite/plugin';

/** The commands of this package. */
export default definePlugin({
  name: 'editor',
  setup: () => ({
    commands: {
      edit: {
        summary: 'serves the editor for browsers and phones',
        module: new URL('./commands/edit.ts', import.meta.url),
      },
    },
  }),
});
