import { definePlugin, type Finding } from 'agentsite/plugin';
import { optionsSchema } from './options.ts';
import { publicationPath, publicationUri } from './record-keys.ts';

/** Who reads these files ignores their type, which hosts of files give by endings. */
const plain = { type: 'text/plain', surface: { asFile: { type: 'application/octet-stream' } } };

/** Records of the site on the AT Protocol: `plugins: [atproto({ did: 'did:plc:…' })]`. */
export const atproto = definePlugin({
  name: 'atproto',
  options: optionsSchema,
  setup: (options) => ({
    publications: [
      { path: publicationPath, ...plain, render: ({ site }) => publicationUri(site, options) },
      { path: '/.well-known/atproto-did', ...plain, render: () => options.did },
    ],
    checks: ({ site, documents }) => [
      ...checkPlace(site.url, publicationUri(site, options)),
      ...documents.filter(({ kind, undated }) => undated && options.kinds.includes(kind)).map(adviseDate),
    ],
    html: { slots: { HeadEnd: new URL('./head.astro', import.meta.url) } },
    commands: {
      atproto: {
        summary: 'writes records on the AT Protocol, fetches replies',
        module: new URL('./commands/atproto.ts', import.meta.url),
      },
    },
    afterPublish: new URL('./after-publish.ts', import.meta.url),
    secrets: ['ATPROTO_PASSWORD'],
  }),
});

/** Well-known documents are at the top of a host, which a site in a folder of it does not reach. */
function checkPlace(address: string, uri: string): Finding[] {
  const { origin, pathname } = new URL(address);
  if (pathname === '/') return [];
  const place = origin + publicationPath + pathname.replace(/\/$/, '');
  const message = `readers verify the site at ${place}, which is not part of it. Publish a file there that says ${uri}`;
  return [{ file: 'site.ts', message }];
}

const adviseDate = ({ source }: { readonly source: string }): Finding => ({
  file: source,
  message: 'gets no record on the AT Protocol, since it has no date; write one.',
});
