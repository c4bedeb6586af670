import {
  changeComments,
  loadEnvFile,
  loadOwnLibrary,
  readOwnSite,
  readStoredComments,
  type StoredComment,
} from 'agentsite/content';
import { counted, readOptions, stop, typed } from 'agentsite/terminal';
import { parseJson } from 'agentsite/text';
import { ask } from '../ask.ts';
import { ownEndpoint, readCursor, readMentions, storeMentions } from '../receive.ts';
import { applySites, readSites, type Sites, writeSites } from '../sites.ts';

const usage = `Usage: ${typed('mentions', '[ACTION …] [--all]')}

Stores what the site's endpoint received in content/comments/, and lists the comments and mentions that wait, whatever
way they arrived. The endpoint is asked with MENTIONS_KEY, which is in its mails.

  approve 7 …         shows the comments with these numbers at the next build
  hide 7 …            keeps them, and shows them nowhere
  remove 7 …          deletes them
  allow reader.example …   shows what arrives of a site, such as bsky.app/profile/ada.example
  block spam.example …     hides everything of a site
  --all               lists those that are shown or hidden, too
  -h, --help          shows this help`;

const { values, positionals } = readOptions(usage, { all: { type: 'boolean', default: false } }, true);
const [action, ...names] = positionals;
if (action !== undefined && names.length === 0) stop(usage);
const root = process.cwd();
loadEnvFile(root);
const site = await readOwnSite();
const { library, ...loaded } = await loadOwnLibrary(site, new Date().toISOString());
loaded.close();
if (action === 'allow' || action === 'block') decideSites(action, names);
else if (action === 'approve' || action === 'hide' || action === 'remove') decide(action, names.map(Number));
else if (action !== undefined) stop(usage);
const options = site.plugins?.find(({ name }) => name === 'mentions')?.options as
  | { receive?: boolean }
  | undefined;
if (options?.receive) await receive();
applySites(root, readSites(root));
show();

function decideSites(opinion: 'allow' | 'block', sites: readonly string[]): void {
  const { approved, blocked } = readSites(root);
  const others = (list: readonly string[]) => list.filter((one) => !sites.includes(one));
  const isAllowed = opinion === 'allow';
  writeSites(root, {
    approved: [...others(approved), ...(isAllowed ? sites : [])],
    blocked: [...others(blocked), ...(isAllowed ? [] : sites)],
  });
}

function decide(verb: 'approve' | 'hide' | 'remove', ids: readonly number[]): void {
  const stored = [...readStoredComments(root)];
  for (const id of ids) {
    const document = stored.find(([, comments]) => comments.some((one) => one.id === id))?.[0];
    if (document === undefined) stop(`There is no comment ${id}.`, 1);
    changeComments(root, document, (comments) =>
      comments.flatMap((comment): StoredComment[] => {
        if (comment.id !== id) return [comment];
        const { status: _, ...shown } = comment;
        return verb === 'remove' ? [] : [verb === 'hide' ? { ...shown, status: 'hidden' } : shown];
      }),
    );
  }
}

/** Fetches what is new from the endpoint, and gives it the owner's lists of sites. */
async function receive(): Promise<void> {
  const key = process.env.MENTIONS_KEY;
  if (!key)
    return console.error(
      'MENTIONS_KEY is not set: it is in the mails about mentions. Only content/ is listed.',
    );
  const endpoint = (site.sidecar ?? site.url) + ownEndpoint;
  const file = 'content/comments/_mentions.yaml';
  const place = { domain: new URL(site.url).host, token: key, after: readCursor(root, file) };
  const own = readSites(root);
  const sent = await ask(`${endpoint}/sites`, {
    method: 'POST',
    body: JSON.stringify(own),
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    isOwners: true,
  });
  const mentions = await readMentions(endpoint, place, console.error);
  if (typeof sent === 'string' || typeof mentions === 'string')
    stop(`${endpoint} doesn't answer as expected: ${typeof mentions === 'string' ? mentions : sent}.`, 1);
  const theirs = Object(parseJson(sent.text)) as Partial<Sites>;
  const blocked = [...new Set([...own.blocked, ...(theirs.blocked ?? [])])];
  const approved = [...new Set([...own.approved, ...(theirs.approved ?? [])])];
  if (approved.length + blocked.length > 0)
    writeSites(root, { approved: approved.filter((one) => !own.blocked.includes(one)), blocked });
  for (const line of storeMentions(root, library, mentions, file)) console.log(line);
}

function show(): void {
  const documents = new Map(
    [...library.documents, ...(library.unlisted ?? [])].map((one) => [one.id, one.path]),
  );
  const all = [...readStoredComments(root)].flatMap(([document, comments]) =>
    comments.map((comment) => ({ ...comment, on: documents.get(document) ?? `document ${document}` })),
  );
  for (const {
    id,
    status = 'shown',
    via = 'file',
    name = '',
    url = '',
    type = 'comment',
    text = '',
    on,
  } of all) {
    if (status !== 'waiting' && !values.all) continue;
    console.log(plain(`${id} ${status} ${via} ${type} ${[name, url].filter(Boolean).join(', ')} → ${on}`));
    if (text !== '') console.log(`    ${plain(text).slice(0, 160)}`);
  }
  const ways = Object.entries(Object.groupBy(all, ({ via = 'file' }) => via));
  const waiting = all.filter(({ status }) => status === 'waiting').length;
  const by = ways.map(([via, list = []]) => `${list.length} ${via}`).join(', ');
  console.log(`${counted(all.length, 'comment')}, ${waiting} waiting${by === '' ? '' : ` (${by})`}`);
}

/** Signs that move the cursor of a terminal are left out. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
