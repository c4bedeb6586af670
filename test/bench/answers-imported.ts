import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { layOutOwnSite } from '../helpers/own-site.ts';
import { startSite } from '../helpers/site-process.ts';
import { readCorpus, readExchanges } from '../wordpress/system/corpus.ts';
import { buildCorpusLibrary } from '../wordpress/system/corpus-site.ts';
import type { Interface } from './answers-paths.ts';
import type { AtTheEnd } from './run-bench.ts';

/** Sites that came from WordPress, for the benchmark of answers, and what that WordPress sent. */

const published = { SITE_URL: 'http://localhost:4321' };
const settings =
  "export const site = { title: 'Notes', description: 'Notes', url: 'http://localhost:4321', owner: { name: 'Ada', slug: 'ada' } };\n";

/** The site of a recording, imported by the command. @returns its address */
export function serveImported(atTheEnd: AtTheEnd, recording: string): Promise<string> {
  const at = (name: string) => join(resolve(recording), name);
  return serveSite(atTheEnd, async (root, engine) => {
    const options = ['--media', at('media'), '--redirects', at('redirects.json'), '--rest', at('rest.jsonl')];
    const given = ['wordpress', at('export.xml'), '--into', '.', ...options];
    const child = spawn(process.execPath, [join(engine, 'src/cli/agentsite.ts'), 'import', ...given], {
      cwd: root,
    });
    child.stdout.resume();
    await once(child, 'close');
  });
}

/** The documents of a corpus, without its images, as a site. @returns its address */
export function serveCorpus(atTheEnd: AtTheEnd, file: string): Promise<string> {
  return serveSite(atTheEnd, async (root) => {
    const scratch = mkdtempSync(join(tmpdir(), 'agentsite-corpus-'));
    atTheEnd(() => rmSync(scratch, { recursive: true, force: true }));
    await buildCorpusLibrary(readCorpus(file), scratch, published.SITE_URL);
    cpSync(join(scratch, 'content'), join(root, 'content'), { recursive: true });
    for (const name of readdirSync(join(root, 'content'), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.md')) continue;
      const path = join(root, 'content', name);
      writeFileSync(path, readFileSync(path, 'utf8').replace(/<img[^>]*>|^image.*\n/gm, ''));
    }
  });
}

async function serveSite(
  atTheEnd: AtTheEnd,
  fill: (root: string, engine: string) => Promise<void>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-imported-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  const root = layOutOwnSite(folder, { 'site.ts': settings });
  rmSync(join(root, 'content'), { recursive: true });
  await fill(root, join(folder, 'engine'));
  const site = await startSite(root, published, join(folder, 'engine/sidecar/main.ts'));
  atTheEnd(site.stop);
  return site.url;
}

/** A post or page as WordPress sent it. */
interface Recorded {
  readonly id: number;
  readonly type: string;
  readonly date: string;
  readonly link: string;
  readonly title: { readonly rendered: string };
  readonly content: { readonly rendered: string };
}

export function readRecordedObjects(recording: string): Recorded[] {
  const lines = readFileSync(join(recording, 'rest.jsonl'), 'utf8').trim().split('\n');
  return lines
    .map((line) => JSON.parse(line) as { route: string; as?: string; body: Recorded })
    .filter(({ route, as }) => as === undefined && /^\/wp\/v2\/(?:posts|pages)\/\d+$/.test(route))
    .map(({ body }) => body);
}

export function readAnsweredObjects(golden: string): Recorded[] {
  const answered = readExchanges(golden).flatMap(({ request, status, body }) =>
    status === 200 && /^\/wp-json\/wp\/v2\/(?:posts|pages)\b/.test(request.path)
      ? ([body].flat() as Recorded[])
      : [],
  );
  const whole = answered.filter((object) => object?.content?.rendered && object.title?.rendered && object.id);
  return [...new Map(whole.map((object) => [object.id, object])).values()];
}

/** Answers with recorded objects, found as WordPress finds them: all words, anywhere, newest first. @returns its address */
export async function serveRecorded(atTheEnd: AtTheEnd, recorded: readonly Recorded[]): Promise<string> {
  const objects = recorded.toSorted((a, b) => (a.date < b.date ? 1 : -1));
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', published.SITE_URL);
    const [id] = /\d+$/.exec(pathname) ?? [];
    const words = (searchParams.get('search') ?? '').toLowerCase().split(' ');
    const found = objects.filter(({ title, content, date, type }) =>
      pathname.endsWith('/search')
        ? words.every((word) => `${title.rendered} ${content.rendered}`.toLowerCase().includes(word))
        : type === 'post' &&
          date >= (searchParams.get('after') ?? '') &&
          date < (searchParams.get('before') ?? '9'),
    );
    const hits = found.slice(0, 10).map((object) => ({
      id: object.id,
      title: object.title.rendered,
      url: object.link,
      type: 'post',
      subtype: object.type,
      _links: {
        self: [
          {
            embeddable: true,
            href: new URL(`/wp-json/wp/v2/${object.type}s/${object.id}`, published.SITE_URL),
          },
        ],
      },
    }));
    const one = objects.find((object) => String(object.id) === id);
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(one ?? (pathname.endsWith('/search') ? hits : found)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atTheEnd(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Its index, which names the routes, is not counted: it has some ten thousands of tokens. */
export const overRecorded: Interface = {
  name: 'JSON of the recorded WordPress',
  async answer(session, question) {
    const { lists, words } = question;
    if (lists) {
      const { after = '', before = '' } = lists;
      await session.get(`/wp-json/wp/v2/posts?${new URLSearchParams({ per_page: '100', after, before })}`);
      return session.hasAnswer(question);
    }
    const longest = words.split(' ').toSorted((a, b) => b.length - a.length)[0] ?? words;
    for (const asked of new Set([words, longest])) {
      const found = await session.get(`/wp-json/wp/v2/search?search=${encodeURIComponent(asked)}`);
      const hits = JSON.parse(found) as { _links: { self: { href: string }[] } }[];
      if (question.answer.length === 0) return hits.length === 0;
      const addresses = hits.flatMap(({ _links: { self } }) => self.map(({ href }) => href));
      if (hits.length > 0) return session.readUntil(question, addresses);
    }
    return false;
  },
};
