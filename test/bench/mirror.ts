import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readOptions } from '../../src/terminal/options.ts';
import { plainEnvironment } from '../helpers/environment.ts';
import { layOutProject } from '../helpers/project-copy.ts';
import { makeQuickFolder } from '../helpers/quick-folder.ts';
import { type SiteProcess, startSite } from '../helpers/site-process.ts';
import { createRandom } from './generate-site.ts';

/**
 * `npm run check:mirror`: edits of all sorts in random order, builds of which some are killed, and a mirror that reads only
 * `/changes.json` and what that names. All of its twins have to be those of the build, byte by byte.
 */
const usage = `Usage: npm run check:mirror -- [--edits 1000] [--seed 1] [--target server|static]

Edits a site at random, kills builds at random, and compares a mirror that follows /changes.json with what is published.
Without --target, on a server and on a static host below a path.

  -h, --help  shows this help`;
const { values } = readOptions(usage, {
  edits: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
  target: { type: 'string' },
});

const settings = (deploy: string, url: string) => ({
  ...{ title: 'Field notes', description: 'Notes from the field.', url, deploy, language: 'en' },
  owner: { name: 'The owner', slug: 'owner' },
  languages: { de: { title: 'Feldnotizen', description: 'Notizen aus dem Feld.' } },
});

type Lines = { readonly [name: string]: string };

interface Mirror {
  readonly read: (url: string) => Promise<Buffer>;
  epoch: string;
  seq: number;
  /** By URL. */
  readonly twins: Map<string, { readonly file: string; readonly digest: string; readonly bytes: Buffer }>;
  fetched: number;
  full: number;
}

const digestOf = (bytes: Buffer | string) => `sha-256=:${hash('sha256', bytes, 'base64')}:`;

async function follow(mirror: Mirror): Promise<void> {
  const head = JSON.parse(String(await mirror.read('/changes.json')));
  const lines = async (urls: readonly string[]): Promise<Lines[]> => {
    const pages = await Promise.all(urls.map(mirror.read));
    return pages
      .flatMap((page) => String(page).trimEnd().split('\n').filter(Boolean))
      .map((line) => JSON.parse(line));
  };
  if (head.epoch === mirror.epoch)
    for (const change of await lines([...head.months, ...head.changes])) {
      if (Number(change.seq) <= mirror.seq) continue;
      if (change.from !== undefined) mirror.twins.delete(change.from);
      if (change.change === 'removed') mirror.twins.delete(change.url ?? '');
      else
        mirror.twins.set(change.url ?? '', {
          file: change.markdown_url ?? '',
          digest: change.digest ?? '',
          bytes: Buffer.alloc(0),
        });
    }
  const state = [...mirror.twins]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([url, { digest }]) => `${url} ${digest}\n`);
  if (digestOf(state.join('')) !== head.digest) {
    mirror.full++;
    const all = await lines(head.all);
    const urls = new Set(all.map(({ url }) => url));
    for (const url of mirror.twins.keys()) if (!urls.has(url)) mirror.twins.delete(url);
    for (const { url = '', markdown_url: file = '', digest = '' } of all)
      if (mirror.twins.get(url)?.digest !== digest)
        mirror.twins.set(url, { file, digest, bytes: Buffer.alloc(0) });
  }
  for (const [url, twin] of mirror.twins) {
    if (twin.bytes.length > 0) continue;
    const bytes = await mirror.read(twin.file);
    if (digestOf(bytes) !== twin.digest) throw new Error(`${twin.file} is not what the list says.`);
    mirror.twins.set(url, { ...twin, bytes });
    mirror.fetched++;
  }
  Object.assign(mirror, { epoch: head.epoch, seq: head.seq });
}

/** Authors, who do what they like. */
function createAuthors(folder: string, seed: number) {
  const random = createRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const posts = join(folder, 'content/posts');
  mkdirSync(posts, { recursive: true });
  let last = 0;
  const files = () =>
    readdirSync(posts)
      .sort()
      .map((name) => join(posts, name));
  const pick = () => files()[below(files().length)] ?? create();
  const create = () => {
    const file = join(
      posts,
      `${below(3) === 0 ? 'straße' : 'post'}-${++last}${below(4) === 0 ? '.de' : ''}.md`,
    );
    writeFileSync(file, `---\ntitle: Post ${last}\ndate: 2026-01-02\n---\n\nWords ${below(9_999)}.\n`);
    return file;
  };
  const pathOf = (file: string) =>
    `${file.endsWith('.de.md') ? '/de' : ''}/${basename(file).replace(/(?:\.de)?\.md$/, '')}/`;
  const setField = (file: string, name: string, value: string) => {
    const text = readFileSync(file, 'utf8').replace(new RegExp(`^${name}: .*\\n`, 'm'), '');
    writeFileSync(file, value === '' ? text : text.replace('---\n', `---\n${name}: ${value}\n`));
  };
  const edit = (file: string) => writeFileSync(file, `${readFileSync(file, 'utf8')}More ${below(9_999)}.\n`);
  const rename = (file: string, says: boolean) => {
    const target = join(dirname(file), basename(file).replace(/-\d+/, `-${++last}`));
    if (says) setField(file, 'redirectFrom', `[${pathOf(file)}]`);
    else setField(file, 'redirectFrom', '');
    renameSync(file, target);
    return target;
  };
  const hide = (name: string, value: string) => {
    const file = pick();
    setField(file, name, new RegExp(`^${name}: `, 'm').test(readFileSync(file, 'utf8')) ? '' : value);
  };
  const actions: Readonly<Record<string, () => void>> = {
    edits: () => edit(pick()),
    'new titles': () => setField(pick(), 'title', `Title ${below(9_999)}`),
    additions: create,
    deletions: () => files().length > 20 && rmSync(pick()),
    renames: () => rename(pick(), true),
    'renames without a redirect': () => rename(pick(), false),
    'renames with an edit': () => edit(rename(pick(), true)),
    'changes of language': () => {
      const file = pick();
      const target = file.endsWith('.de.md') ? file.replace('.de.md', '.md') : file.replace('.md', '.de.md');
      setField(file, 'redirectFrom', '');
      if (!files().includes(target)) renameSync(file, target);
    },
    'slugs reused': () => {
      const file = pick();
      const text = readFileSync(file, 'utf8');
      setField(rename(file, false), 'redirectFrom', '');
      writeFileSync(file, `${text}Another document ${below(9_999)}.\n`.replace(/^redirectFrom: .*\n/m, ''));
    },
    'drafts, and published again': () => hide('draft', 'true'),
    'unlisted, and listed again': () => hide('visibility', 'unlisted'),
    'protected, and open again': () => hide('password', 'quokka'),
  };
  const names = Object.keys(actions);
  const counts: Record<string, number> = {};
  return {
    counts,
    below,
    start: () => Array.from({ length: 40 }, create),
    act() {
      const name = names[below(names.length)] ?? '';
      counts[name] = (counts[name] ?? 0) + 1;
      actions[name]?.();
    },
  };
}

async function check(deploy: 'server' | 'static', edits: number, seed: number): Promise<boolean> {
  const folder = makeQuickFolder('mirror');
  const url = deploy === 'server' ? 'https://mirror.example.org' : 'https://mirror.example.org/blog';
  layOutProject(folder);
  writeFileSync(
    join(folder, 'src/site.ts'),
    `export const site = ${JSON.stringify(settings(deploy, url))};\n`,
  );
  const authors = createAuthors(folder, seed);
  const published = join(folder, deploy === 'server' ? 'dist/client' : 'dist');
  const figures = {
    edits: 0,
    builds: 0,
    killed: 0,
    refused: 0,
    lost: 0,
    torn: 0,
    followed: 0,
    compared: 0,
    different: 0,
  };
  const environment = { ...plainEnvironment, SITE_URL: url };
  const build = (options: readonly string[]): ChildProcess =>
    spawn(process.execPath, ['src/cli/build.ts', ...options], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const run = async (options: readonly string[], killAfter: number | null): Promise<void> => {
    const child = build(options);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        said += text;
      });
    const ended = once(child, 'exit');
    if (killAfter !== null) {
      await Promise.race([ended, setTimeout(killAfter)]);
      child.kill('SIGKILL');
    }
    const [status, signal] = await ended;
    figures.builds++;
    if (signal !== null) figures.killed++;
    else if (status !== 0) {
      figures.refused++;
      if (process.env.VERBOSE) console.log(said);
    }
  };
  authors.start();
  const startedAt = performance.now();
  await run([], null);
  const whole = performance.now() - startedAt;
  const host = deploy === 'server' ? null : serveFiles(folder);
  const site: SiteProcess | null =
    deploy === 'server' ? await startSite(folder, { SITE_URL: url }, 'sidecar/main.ts', []) : null;
  const origin = site?.url ?? (await host)?.origin ?? '';
  const mirror: Mirror = {
    async read(address) {
      const target = address.startsWith('/') ? origin + address : address.replace(url, origin);
      const response = await fetch(target, { headers: { Host: 'mirror.example.org' } });
      if (!response.ok) throw new Error(`${target}: ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    },
    ...{ epoch: '', seq: 0, twins: new Map(), fetched: 0, full: 0 },
  };
  try {
    while (figures.edits < edits) {
      const count = Math.min(1 + authors.below(30), edits - figures.edits);
      for (let edit = 0; edit < count; edit++) authors.act();
      figures.edits += count;
      const isLost = authors.below(40) === 0;
      if (isLost) {
        rmSync(join(published, 'changes.json'));
        rmSync(join(published, '_changes'), { recursive: true, force: true });
        figures.lost++;
      }
      const options = authors.below(8) === 0 ? ['--plain'] : [];
      await run(options, authors.below(3) === 0 ? Math.random() * whole * 0.6 : null);
      // A mirror does not look each time; it sees what is published, also what a killed build left.
      if (!isLost && authors.below(3) === 0 && figures.edits < edits) continue;
      if (isLost || figures.edits >= edits || authors.below(2) === 0) await run([], null);
      if (!(await settle(mirror, join(published, 'changes.json')))) {
        // What a build was moving when it was killed is there after the next one.
        figures.torn++;
        await run([], null);
        if (!(await settle(mirror, join(published, 'changes.json'))))
          throw new Error('The list that was built is not served.');
      }
      figures.followed++;
      const { compared, different } = compare(mirror, published);
      figures.compared += compared;
      figures.different += different.length;
      if (different.length > 0) console.log(`after ${figures.edits} edits: ${different.join(', ')}`);
    }
  } finally {
    await site?.stop();
    (await host)?.server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(
    `${deploy}: ${JSON.stringify({ ...figures, fetched: mirror.fetched, full: mirror.full, twins: mirror.twins.size })}`,
  );
  console.log(JSON.stringify(authors.counts));
  return figures.different === 0;
}

/** Until the mirror has seen the list that is in the folder: a server opens a build a moment after it is there. */
async function settle(mirror: Mirror, file: string): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      await follow(mirror);
      const { epoch, seq } = JSON.parse(readFileSync(file, 'utf8'));
      if (mirror.epoch === epoch && mirror.seq === seq) return true;
    } catch {
      // What is published changes at this moment.
    }
    await setTimeout(100);
  }
  return false;
}

/** All twins in the folder of pages in its sitemap, against the mirror's; unlisted documents are not in it. */
function compare(mirror: Mirror, folder: string) {
  const nameOf = (url: string) => decodeURIComponent(url.replace(/^https:\/\/[^/]+(?:\/blog)?\//, ''));
  const mine = new Map([...mirror.twins.values()].map(({ file, bytes }) => [nameOf(file), bytes]));
  const isTwin = (name: string) => /^(?:index|de|(?:de\/)?(?:post|straße)-\d+)\.md$/.test(name);
  const sitemap = readFileSync(join(folder, 'sitemap.xml'), 'utf8');
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => nameOf(url));
  const there = pages
    .map((path) => (path === '' ? 'index.md' : `${path.slice(0, -1)}.md`))
    .filter((name) => isTwin(name) && existsSync(join(folder, name)));
  const different = there.filter((name) => !mine.get(name)?.equals(readFileSync(join(folder, name))));
  const gone = [...mine.keys()].filter((name) => !there.includes(name));
  return { compared: there.length, different: [...different, ...gone] };
}

async function serveFiles(folder: string) {
  const server = createServer((request, response) => {
    try {
      const path = decodeURIComponent(new URL(request.url ?? '', 'http://localhost').pathname);
      response.end(readFileSync(join(folder, 'dist', path.replace(/^\/blog\//, ''))));
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/blog` };
}

const targets: ('server' | 'static')[] = ['server', 'static'];
for (const target of targets)
  if (values.target !== undefined && values.target !== target) continue;
  else if (!(await check(target, Number(values.edits), Number(values.seed)))) process.exitCode = 1;
