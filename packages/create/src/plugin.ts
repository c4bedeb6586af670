import { definePlugin } from 'agentsite/plugin';

/** The commands of this package. */
export default definePlugin({
  name: 'create',
  setup: () => ({
    commands: {
      init: {
        summary: 'creates the folder of a new site',
        module: new URL('./commands/init.ts', import.meta.url),
      },
      'deploy-files': {
        summary: 'writes the files that deploy the site on push',
        module: new URL('./commands/deploy-files.ts', import.meta.url),
      },
    },
  }),
});
