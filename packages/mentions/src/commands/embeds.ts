import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { embedsFile, listContent, lonelyLink, readEmbeds, readOwnSite, withoutMark } from 'agentsite/content';
import { fetchPolitely, isPrivateHost, usualLimits } from 'agentsite/http';
import { type Embed, findEmbedService } from 'agentsite/model';
import { counted, readOptions, stop, typed } from 'agentsite/terminal';
import { parseDocument, type YAMLSeq } from 'yaml';
import { readEmbed } from '../read-embed.ts';

const usage = `Usage: ${typed('embeds', '[URL …] [--refresh]')}

Asks services for the title, author and image of what your documents link to, and stores them in ${embedsFile}
and content/embeds/, so that cards of links show them without requests of readers' browsers. Without URLs: of each link
that is a paragraph of its own, to YouTube, Vimeo, Spotify, Bluesky, Mastodon, OpenStreetMap, GitHub, GitLab or
Codeberg.

  --refresh   also asks again for what is stored already
  -h, --help  shows this help`;

const { values, positionals } = readOptions(usage, { refresh: { type: 'boolean', default: false } }, true);
const root = process.cwd();
const site = await readOwnSite();
const { items, problems } = readEmbeds(root);
if (problems[0]) stop(`${embedsFile}:${problems[0].line} ${problems[0].field}: ${problems[0].message}`, 1);
const stored = new Set(items.map(({ url }) => url));
const wanted = positionals.length > 0 ? positionals : listLinks();
const due = wanted.filter((url) => values.refresh || !stored.has(url));
const place = join(root, embedsFile);
let fetched = 0;
const list = parseDocument<YAMLSeq>(items.length > 0 ? withoutMark(readFileSync(place, 'utf8')) : '[]\n');
for (const url of due) {
  const read = URL.canParse(url)
    ? await readEmbed(url, (address) => ask(address, url))
    : ({ ok: false, reason: 'not a URL' } as const);
  if (!read.ok) {
    console.error(`${url}: ${read.reason}`);
    process.exitCode = 1;
    continue;
  }
  fetched++;
  const { image, ...embed } = read.embed;
  const file = image === undefined ? null : await keepImage(image, url);
  const entry = list.createNode({ ...embed, ...(file ? { image: file } : {}) });
  const at = (list.toJS() as Embed[]).findIndex((one) => one.url === url);
  if (at < 0) list.add(entry);
  else list.set(at, entry);
  if (list.contents) list.contents.flow = false;
  writeFileSync(place, list.toString({ lineWidth: 0 }));
  console.log(`${url}: ${embed.title}`);
}
const failed = due.length - fetched;
console.log(
  `${counted(fetched, 'link')} fetched, ${failed} failed, ${wanted.length - due.length} stored before.`,
);

/** A page must not make this machine ask others of its own network, unless the owner named one of them. */
function ask(address: string, url: string) {
  const isMeant = positionals.length > 0;
  const isAllowed = ({ hostname }: URL) =>
    !isPrivateHost(hostname) || (isMeant && hostname === new URL(url).hostname);
  const limits = { ...usualLimits, time: 20_000, bytes: 8 * 1024 * 1024 };
  return fetchPolitely(address, isAllowed, { 'User-Agent': 'agentsite-embeds' }, limits);
}

/** @returns the file, below `content/`; null where there is no image that a build reads */
async function keepImage(address: string, url: string): Promise<string | null> {
  const fetched = await ask(address, url);
  const type = fetched.ok ? (fetched.headers['content-type']?.split(';')[0] ?? '') : '';
  const ending = /^image\/(jpeg|png|webp|avif|gif)$/.exec(type)?.[1]?.replace('jpeg', 'jpg');
  if (!fetched.ok || ending === undefined) return null;
  const { host, pathname, search } = new URL(url);
  const name = `${host}${pathname}${search}`.replace(/^www\./, '').replace(/[^a-z0-9]+/gi, '-');
  mkdirSync(join(root, 'content/embeds'), { recursive: true });
  const file = `embeds/${name.replace(/^-|-$/g, '').slice(0, 80)}.${ending}`;
  writeFileSync(join(root, 'content', file), fetched.bytes);
  return file;
}

/** Links to known services that are paragraphs of their own, in the order of files and lines. */
function listLinks(): string[] {
  const links = listContent(root, site).sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
    return [...text.matchAll(new RegExp(lonelyLink, 'gm'))].map(([, url = '']) => url);
  });
  return [...new Set(links)].filter(findEmbedService);
}
