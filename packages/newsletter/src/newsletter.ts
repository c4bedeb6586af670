import { createRequire } from 'node:module';
import type { Library } from 'agentsite/model';
import { definePlugin } from 'agentsite/plugin';
import { optionsSchema } from './options.ts';
import { folder } from './post-list.ts';
import { isAnswered, noSidecar } from './routes/is-answered.ts';
import { openapi } from './routes/openapi.ts';
import { words } from './words.ts';

const places = { footer: 'FooterEnd', text: 'AfterText' } as const;
const form = 'agentsite-newsletter/components/subscribe-form.astro';

export const commands = {
  newsletter: {
    summary: 'sends the newsletter and manages its list',
    module: new URL('./commands/newsletter.ts', import.meta.url),
  },
};

/** A newsletter of the posts: `plugins: [newsletter({ from: 'Zoe <news@example.org>' })]`. */
export const newsletter = definePlugin({
  name: 'newsletter',
  options: optionsSchema,
  setup: (options) => ({
    words,
    checks: ({ site }: Library) => (isAnswered(site) ? [] : [{ file: 'site.ts', message: noSidecar }]),
    publications: [
      {
        path: folder,
        type: 'application/json; charset=utf-8',
        headers: { 'X-Robots-Tag': 'noindex' },
        // Only a build needs what renders mails.
        render: (library: Library) => {
          const load = createRequire(import.meta.url);
          const { publishMails } = load(
            'agentsite-newsletter/publish',
          ) as typeof import('./mails/publish.ts');
          return publishMails(library, options.recent);
        },
      },
    ],
    html: options.form === 'none' ? {} : { slots: { [places[options.form]]: form } },
    commands,
    sidecar: { module: new URL('./sidecar.ts', import.meta.url), addresses: Object.keys(openapi), openapi },
  }),
});
