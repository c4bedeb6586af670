import { definePlugin } from 'agentsite/plugin';

/** The commands of this package. */
export default definePlugin({
  name: 'import',
  setup: () => ({
    commands: {
      import: {
        summary: 'imports a WordPress, Ghost or Markdown site',
        module: new URL('./commands/import.ts', import.meta.url),
      },
    },
  }),
});
