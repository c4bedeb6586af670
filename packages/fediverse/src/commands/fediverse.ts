import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readOwnSite } from 'agentsite/content';
import { request } from 'agentsite/http';
import { absoluteUrl } from 'agentsite/model';
import { openPluginContext } from 'agentsite/plugin';
import { readOptions, stop } from 'agentsite/terminal';
import { parseJson } from 'agentsite/text';
import { root } from '../addresses.ts';
import { importReplies } from '../import-replies.ts';
import { type Response, Responses, responsesKey } from '../responses.ts';

const usage = `Usage: agentsite fediverse [--key]

Stores replies from the fediverse in content/comments/, where they wait for you: agentsite mentions shows them.
On the server it reads what the server has received. Elsewhere it asks the server, with FEDIVERSE_KEY.

  --key       prints FEDIVERSE_KEY; run it on the server
  -h, --help  this text`;

const { values } = readOptions(usage, { key: { type: 'boolean', default: false } });
const site = await readOwnSite();
const key = process.env.FEDIVERSE_KEY;
if (values.key) {
  await using context = await openPluginContext(site, 'fediverse');
  console.log(responsesKey(context));
} else await store(key ? await ask(key) : await readStore());

async function readStore(): Promise<readonly Response[]> {
  await using context = await openPluginContext(site, 'fediverse');
  return new Responses(context.store).all();
}

async function ask(secret: string): Promise<readonly Response[]> {
  const url = absoluteUrl(site, `${root}responses`);
  const headers = { Authorization: `Bearer ${secret}`, 'User-Agent': 'agentsite-fediverse' };
  const bounds = { milliseconds: 30_000, bytes: 64 * 1024 * 1024 };
  const reply = await request({ url, method: 'GET', headers }, bounds, new URL(url).hostname);
  if (typeof reply === 'string') stop(`${url} does not answer: ${reply}`, 1);
  if (reply.status === 403)
    stop('FEDIVERSE_KEY is not that of the server: agentsite fediverse --key prints it there.', 1);
  const list = reply.status === 200 && !reply.isCut ? parseJson(reply.body.toString()) : null;
  if (!Array.isArray(list)) stop(`${url} answers ${reply.status}. Is the plugin on there?`, 1);
  return list as readonly Response[];
}

async function store(replies: readonly Response[]): Promise<void> {
  const file = join(process.cwd(), 'content/comments/.fediverse.json');
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [];
  const { added, changed, removed, refused, sources } = importReplies(
    process.cwd(),
    site,
    replies,
    new Set(before),
  );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(sources, null, 2)}\n`);
  for (const reason of refused) console.error(`Left out: ${reason}`);
  console.log(
    `${added} ${added === 1 ? 'reply' : 'replies'} added, ${changed} changed, ${removed} withdrawn.`,
  );
  if (added + changed > 0) console.log('They wait until you approve them: agentsite mentions');
}
