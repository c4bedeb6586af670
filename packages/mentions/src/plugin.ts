import { definePlugin } from 'agentsite/plugin';

/** The commands of this package, and what `agentsite publish` runs to announce a release. */
export default definePlugin({
  name: 'mentions',
  setup: () => ({
    commands: {
      embeds: {
        summary: 'fetches what cards of links show',
        module: new URL('./commands/embeds.ts', import.meta.url),
      },
      comment: {
        summary: 'adds a comment that arrived by mail',
        module: new URL('./commands/comment.ts', import.meta.url),
      },
      webmentions: {
        summary: 'stores mentions by other sites',
        module: new URL('./commands/webmentions.ts', import.meta.url),
      },
      announce: {
        summary: 'notifies others of what was published',
        module: new URL('./commands/announce.ts', import.meta.url),
      },
    },
    afterPublish: new URL('./after-publish.ts', import.meta.url),
  }),
});
