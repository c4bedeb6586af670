import { extname } from 'node:path';
import type { Library } from 'agentsite/model';
import { definePlugin, type Finding, z } from 'agentsite/plugin';
import { listTargets } from './targets.ts';
import { words } from './words.ts';

const host = z.string().regex(/^[a-z0-9.-]+$/, 'must be a host such as friend.example');

const moduleAt = (name: string) => new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);
const command = (name: string, summary: string) => ({ summary, module: moduleAt(`commands/${name}`) });

const endpoint = {
  path: '/_plugins/mentions/webmention',
  type: 'text/html; charset=utf-8',
  title: 'Webmention endpoint',
  description: 'POST `source` and `target` as a form, when a page of yours links to one of this site.',
  relation: 'webmention',
  inHeader: true,
} as const;
const text = { type: 'string', format: 'uri' };
const schema = { type: 'object', required: ['source', 'target'], properties: { source: text, target: text } };
const openapi = {
  [endpoint.path]: {
    post: {
      summary: 'Receives a webmention',
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema } } },
      responses: {
        '202': { description: 'It is verified later.' },
        '400': { description: 'Source or target is no address that this endpoint accepts.' },
        '429': { description: 'Too many webmentions of this client or host.' },
        '503': { description: 'Too many webmentions wait.' },
      },
    },
  },
};

/** Comments and mentions: an entry of `plugins` in `site.ts`. */
export default definePlugin({
  name: 'mentions',
  options: z.strictObject({
    /** Receives webmentions, on hosts with the sidecar. */
    receive: z.boolean().default(false),
    /** Hosts whose webmentions are shown without a decision. */
    approve: z.array(host).default([]),
    /** Hosts of a private network that may mention the site. Others there are never asked. */
    privateHosts: z.array(host).default([]),
    /** Shows below a document how many likes, reposts and mentions it has. */
    counts: z.boolean().default(false),
  }),
  setup: ({ receive, counts }) => ({
    words: counts ? words : {},
    checks: ({ site }) => checkSettings(site, receive),
    commands: {
      mentions: command('mentions', 'lists, approves and hides comments and mentions'),
      comment: command('comment', 'adds a comment that arrived by mail'),
      webmentions: command('webmentions', 'stores mentions by other sites'),
      announce: command('announce', 'notifies others of what was published'),
      embeds: command('embeds', 'fetches what cards of links show'),
    },
    afterPublish: moduleAt('after-publish'),
    ...(counts
      ? { html: { slots: { AfterText: new URL('./theme/mention-counts.astro', import.meta.url) } } }
      : {}),
    ...(receive
      ? {
          sidecar: {
            module: moduleAt('endpoint/sidecar'),
            data: (library: Library) => JSON.stringify(listTargets(library)),
            surfaces: [endpoint],
            openapi,
          },
        }
      : {}),
  }),
});

function checkSettings({ connect, deploy, sidecar }: Library['site'], receive: boolean): Finding[] {
  if (!receive) return [];
  const find = (message: string) => [{ file: 'site.ts', message, isProblem: true }];
  if (connect.webmention?.endpoint)
    return find('webmentions have two endpoints: remove `connect.webmention.endpoint`, or `receive`.');
  return deploy === 'server' || sidecar !== undefined
    ? []
    : find('`receive` needs a server: remove it, or let a service receive webmentions.');
}
