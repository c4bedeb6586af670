import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildTestSite, type TestServer, type TestSite } from '../../../../src/api/testing.ts';
import { post } from '../../../../test/helpers/content-project.ts';
import { sendWebmention } from '../../src/send.ts';

interface OpenSite {
  readonly url: string;
  readonly site: TestSite;
  readonly server: TestServer;
}

const open: OpenSite[] = [];
let [ours, theirs] = [{} as OpenSite, {} as OpenSite];

async function buildSite(
  name: string,
  files: Record<string, string>,
): Promise<{ site: TestSite; url: string }> {
  const settings = `import mentions from 'agentsite-mentions';
export const site = {
  title: '${name}', description: 'Notes.', url: 'https://notes.example.org',
  owner: { name: 'Owner of ${name}', slug: 'owner' },
  plugins: [mentions({ receive: true, counts: true, privateHosts: ['127.0.0.1'] })],
};
`;
  const site = await buildTestSite({ 'site.ts': settings, ...files });
  expect(site.problems).toEqual([]);
  return {
    site,
    url: /rel="canonical" href="(http:[^"]*)\//.exec(site.read('/index.html') ?? '')?.[1] ?? '',
  };
}

async function start({ site, url }: { site: TestSite; url: string }): Promise<OpenSite> {
  // At the address that its pages name.
  const server = await site.start({ PORT: new URL(url).port });
  open.push({ url, site, server });
  return { url, site, server };
}

beforeAll(async () => {
  const link = (url: string) => post(`[There](${url}/hello/) it says more.`, 'id: 137\n');
  const first = await buildSite('Ours', { 'content/posts/hello.md': post('Text.', 'id: 137\n') });
  const second = await buildSite('Theirs', { 'content/posts/hello.md': link(first.url) });
  const site = await first.site.rebuild({
    'content/posts/hello.md': link(second.url),
    'content/posts/again.md': link(first.url).replace('137', '138'),
  });
  expect(site.problems).toEqual([]);
  ours = await start({ ...first, site });
  theirs = await start(second);
});

afterAll(async () => {
  for (const { server, site } of open) {
    await server.stop();
    site.remove();
  }
});

/** Runs a command in the folder of a site. */
const run = ({ site }: OpenSite, ...words: string[]) =>
  site.run(words, { MENTIONS_KEY: keys.get(site) ?? '' });

const keys = new Map<TestSite, string>();

/** Waits for the mail about a mention, and remembers the key that it has. */
async function waitForMail({ server, site }: OpenSite): Promise<void> {
  const mail = await vi.waitFor(() => server.mails()[0] ?? Promise.reject(new Error('There is no mail.')), {
    timeout: 60_000,
    interval: 200,
  });
  keys.set(site, /MENTIONS_KEY=([\w-]+)/.exec(mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1] ?? '');
}

test('two sites mention each other, and one of them itself', async () => {
  const page = await fetch(`${ours.url}/hello/`);
  expect(page.headers.get('Link')).toContain('</_plugins/mentions/webmention>; rel="webmention"');
  expect(await page.text()).toContain('<link rel="webmention" href="/_plugins/mentions/webmention"');
  const pages: [OpenSite, string, OpenSite, string][] = [
    [ours, '/hello/', theirs, '/hello/'],
    [theirs, '/hello/', ours, '/hello/'],
    [ours, '/again/', ours, '/hello/'],
  ];
  for (const [from, source, to, target] of pages)
    expect(await sendWebmention(from.url + source, to.url + target, true)).toEqual({ kind: 'sent' });
  await Promise.all([waitForMail(ours), waitForMail(theirs)]);

  // The next mail about a mention comes minutes later, but the owner can ask.
  const listed = await vi.waitFor(
    async () => {
      const stdout = await run(ours, 'mentions');
      expect(stdout).toContain('2 comments, 2 waiting (2 webmention)');
      return stdout;
    },
    { timeout: 60_000, interval: 500 },
  );
  expect(listed).toMatch(/1 waiting webmention mention Owner of (Ours|Theirs), http\S+ → \/hello\//);
  const file = join(ours.site.folder, 'content/comments/137.yaml');
  expect(readFileSync(file, 'utf8')).toContain(`source: ${theirs.url}/hello/`);

  expect(await run(ours, 'mentions', 'approve', '1', '2')).toContain('2 comments, 0 waiting');
  expect(await run(ours, 'mentions', 'remove', '2')).toContain('1 comment, 0 waiting');
  // What was deleted doesn't come back.
  expect(await run(ours, 'mentions', '--all')).toContain('1 shown webmention');
  expect((await ours.site.rebuild({})).problems).toEqual([]);
  const name = /Owner of (?:Ours|Theirs)/;
  expect(ours.site.read('/hello/index.html')).toMatch(/<p class="hint mention-counts"[^>]*>Mentions: 1/);
  for (const published of ['/hello/index.html', '/hello.md']) expect(ours.site.read(published)).toMatch(name);

  expect(await run(theirs, 'mentions', 'block', '127.0.0.1')).toContain('1 comment, 0 waiting');
  expect(readFileSync(join(theirs.site.folder, 'content/comments/137.yaml'), 'utf8')).toContain(
    'status: hidden',
  );
  expect(existsSync(join(theirs.site.folder, 'content/comments/_sites.yaml'))).toBe(true);
});
