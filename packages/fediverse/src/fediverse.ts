import { kindsOf, type Library } from 'agentsite/model';
import { definePlugin, type Finding } from 'agentsite/plugin';
import { dataPath, root } from './addresses.ts';
import { renderObjects } from './objects.ts';
import { type Options, options } from './options.ts';

const json = 'application/activity+json; charset=utf-8';
const get = (summary: string, ...names: string[]) => ({
  get: {
    summary,
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    responses: { '200': { description: 'As the summary says.' } },
  },
});
const inbox = {
  summary: 'Signed activities of other servers',
  responses: { '202': { description: 'The activity is taken.' } },
};

/** Makes the site an account of the fediverse, on hosts with the sidecar: `fediverse({ username: 'blog' })`. */
export const fediverse = definePlugin({
  name: 'fediverse',
  options,
  setup: (chosen) => ({
    publications: [
      {
        path: dataPath,
        type: 'application/json; charset=utf-8',
        render: (library) => renderObjects(library, chosen),
      },
    ],
    checks: (library) => check(library, chosen),
    commands: {
      fediverse: {
        summary: 'stores replies of the fediverse as comments that wait',
        module: new URL('./commands/fediverse.ts', import.meta.url),
      },
    },
    sidecar: {
      module: new URL('./sidecar.ts', import.meta.url),
      addresses: ['/.well-known/webfinger', '/.well-known/nodeinfo'],
      pageTypes: ['application/activity+json', 'application/ld+json'],
      surfaces: [
        {
          path: `${root}actor`,
          type: json,
          title: 'Account in the fediverse',
          description: `The site as an account that servers such as Mastodon follow: @${chosen.username}@ and its host.`,
          inLlms: true,
        },
      ],
      openapi: {
        '/.well-known/webfinger': get('The account of a name (RFC 7033)'),
        '/.well-known/nodeinfo': get('Where the description of the server is (NodeInfo)'),
        [`${root}nodeinfo`]: get('The description of the server (NodeInfo 2.1)'),
        [`${root}actor`]: get('The account (ActivityPub)'),
        [`${root}actor/outbox`]: get('Its posts, newest first'),
        [`${root}actor/followers`]: get('How many follow it'),
        [`${root}actor/featured`]: get('Its pinned posts'),
        [`${root}inbox`]: { post: inbox },
        [`${root}actor/inbox`]: { post: inbox },
        [`${root}objects/{id}`]: get('A post (Activity Streams 2.0)', 'id'),
      },
    },
  }),
});

function check({ site, terms }: Library, { kinds, warnings }: Options): Finding[] {
  const find = (message: string, isProblem = true) => ({ file: 'site.ts', message, isProblem });
  const known = kindsOf(site).map(({ name }) => name);
  const slugs = new Set(terms.filter(({ taxonomy }) => taxonomy === 'post_tag').map(({ slug }) => slug));
  return [
    ...(site.deploy === 'server'
      ? []
      : [find('needs a server that answers at the address of the site: remove it, or deploy to one.')]),
    ...kinds
      .filter((kind) => !known.includes(kind))
      .map((kind) => find(`kinds: there is no type "${kind}"; there are ${known.join(', ')}.`)),
    ...Object.keys(warnings)
      .filter((slug) => !slugs.has(slug))
      .map((slug) => find(`warnings: no post has the tag "${slug}", so nothing has this warning.`, false)),
  ];
}
