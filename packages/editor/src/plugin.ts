import { definePlugin } from 'agentsite/plugin';

/** The command of this package, and `/edit/` of builds and of the dev server. */
export default definePlugin({
  name: 'editor',
  setup: () => ({
    mount: { path: '/edit/', module: new URL('./mount.ts', import.meta.url) },
    commands: {
      edit: {
        summary: 'serves the editor for browsers and phones',
        module: new URL('./commands/edit.ts', import.meta.url),
      },
    },
  }),
});
