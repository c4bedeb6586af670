import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { htmlToMarkdown, type NewComment, whyNoComment } from 'agentsite/content';
import type { Document, Library, Site } from 'agentsite/model';
import { escapeMarkdown, parseJson } from 'agentsite/text';
import { z } from 'zod';
import { addComments, toLocalTime } from './add-comments.ts';
import { ask } from './ask.ts';

/** Other sites write this: what is no string counts as absent. */
const word = z.string().nullish().catch(null);

/** What webmention.io says of one mention (https://github.com/aaronpk/webmention.io#jf2). */
const mentionSchema = z.object({
  'wm-id': z.int(),
  'wm-source': z.string(),
  'wm-target': z.string(),
  'wm-property': z.string(),
  'wm-received': z.string(),
  'wm-private': z.boolean().optional(),
  author: z.object({ name: word }).nullish().catch(null),
  url: word,
  published: word,
  content: z.object({ html: word, text: word }).nullish().catch(null),
});
export type ReceivedMention = z.output<typeof mentionSchema>;
const answerSchema = z.object({ children: z.array(z.unknown()) });

const perPage = 100;
/** Bytes of one answer. */
const maxAnswer = 32 * 1024 * 1024;

/**
 * Reads the mentions of a site that arrived after one of them, the oldest first.
 * @param say is given one line for each mention that can't be read
 * @returns a string: why it can't
 */
export async function readMentions(
  service: string,
  { domain, token, after }: { domain: string; token: string; after: number },
  say: (line: string) => void = () => undefined,
): Promise<readonly ReceivedMention[] | string> {
  const mentions = new Map<number, ReceivedMention>();
  for (let page = 0, size = perPage; ; page++) {
    const query = {
      domain,
      token,
      since_id: String(after),
      'sort-dir': 'up',
      'per-page': String(size),
      page: String(page),
    };
    const url = `${service}/api/mentions.jf2?${new URLSearchParams(query)}`;
    const reply = await ask(url, { isOwners: true, maxLength: maxAnswer });
    if (typeof reply === 'string') return reply;
    if (reply.status !== 200) return `status ${reply.status}`;
    if (reply.isCut && size === 1) {
      say(`mention ${page + 1} is skipped: it is larger than ${maxAnswer} bytes.`);
      continue;
    }
    if (reply.isCut) {
      page = page * size - 1;
      size = 1;
      continue;
    }
    const answer = answerSchema.safeParse(parseJson(reply.text));
    if (!answer.success) return 'the answer is not a list of mentions';
    const known = mentions.size;
    for (const child of answer.data.children) {
      const mention = mentionSchema.safeParse(child);
      if (mention.success) mentions.set(mention.data['wm-id'], mention.data);
      else say(`a mention is skipped: ${JSON.stringify(child).slice(0, 200)}`);
    }
    const isLast = answer.data.children.length < size;
    // A service that knows no pages sends the same one again.
    if (isLast || mentions.size === known) return [...mentions.values()];
  }
}

const types = { 'in-reply-to': 'comment', 'like-of': 'like', 'repost-of': 'repost' } as const;

/** A longer text is a page of its own, which the comment links to. */
const maxText = 2_000;
const maxName = 200;

/** A mention as a comment. Only replies have their text: others link to the page. */
export function toComment(mention: ReceivedMention, timezone: string): NewComment | null {
  const { 'wm-property': property, 'wm-received': received, author, content, published } = mention;
  const date = toLocalTime(published ?? '', timezone) ?? toLocalTime(received, timezone);
  const url = [mention.url, mention['wm-source']].find((address) => address && /^https?:\/\//.test(address));
  if (!date || !url || !URL.canParse(url)) return null;
  const type = types[property as keyof typeof types] ?? 'mention';
  const plain = (content?.text ?? '').slice(0, maxText);
  const isShort = (content?.html ?? '').length <= maxText;
  const text = content?.html && isShort ? htmlToMarkdown(content.html, url) : escapeMarkdown(plain);
  const name = author?.name?.trim().slice(0, maxName) || new URL(url).host;
  return {
    name,
    url,
    date,
    ...(type === 'comment' ? {} : { type }),
    text: type === 'comment' ? text.trim() : '',
  };
}

/** Number of the last mention that was stored, so that those that the owner deleted do not come back. */
const cursorFile = 'content/comments/_webmentions.yaml';

export function readCursor(root: string): number {
  const path = join(root, cursorFile);
  return existsSync(path) ? Number(/^last: (\d+)/m.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) : 0;
}

/** Stores mentions of documents as comments. @returns lines for the owner */
export function storeMentions(
  root: string,
  library: Library,
  mentions: readonly ReceivedMention[],
): string[] {
  const { site } = library;
  const lines: string[] = [];
  const found = new Map<Document, NewComment[]>();
  for (const mention of mentions) {
    const { 'wm-target': target, 'wm-source': source } = mention;
    const document = documentAt(library, target);
    const read = mention['wm-private'] ? null : readComment(mention, site);
    if (typeof read === 'string') lines.push(`${source} is skipped: ${read}`);
    const comment = typeof read === 'string' ? null : read;
    const known = [...(document?.comments ?? []), ...(document ? (found.get(document) ?? []) : [])];
    if (!document) lines.push(`${source}: no document is at ${target}`);
    else if (comment && !known.some(({ url }) => url === comment.url))
      found.set(document, [...(found.get(document) ?? []), comment]);
  }
  for (const [document, comments] of found) {
    const { file } = addComments(root, document.id, comments);
    lines.push(...comments.map(({ url }) => `${file}: ${url}`));
  }
  const last = Math.max(readCursor(root), ...mentions.map((mention) => mention['wm-id']));
  mkdirSync(dirname(join(root, cursorFile)), { recursive: true });
  writeFileSync(join(root, cursorFile), `# Written by agentsite webmentions.\nlast: ${last}\n`);
  return lines;
}

/** A comment that the next build can read; or why there is none. */
function readComment(mention: ReceivedMention, site: Site): NewComment | string {
  try {
    const comment = toComment(mention, site.timezone);
    return comment === null ? 'it has no date or no address.' : (whyNoComment(comment, site) ?? comment);
  } catch (error) {
    return `its text can't be read (${error instanceof Error ? error.message : error}).`;
  }
}

/** The document that a URL names, at its address or an old one. */
function documentAt({ site, documents }: Library, target: string): Document | undefined {
  const url = URL.parse(target);
  if (!url || !target.startsWith(site.url)) return undefined;
  const path = decodePath(url.pathname.slice(new URL(site.url).pathname.replace(/\/$/, '').length));
  const asPage = path.endsWith('/') ? path : `${path}/`;
  return documents.find(
    (document) =>
      document.path === asPage || document.redirectFrom.some((old) => old === path || old === asPage),
  );
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // No document has an address that isn't UTF-8.
    return path;
  }
}
