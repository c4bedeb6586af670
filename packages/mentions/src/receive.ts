import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  changeComments,
  htmlToMarkdown,
  type NewComment,
  readStoredComments,
  type StoredComment,
  whyNoComment,
} from 'agentsite/content';
import type { Library, Site } from 'agentsite/model';
import { escapeMarkdown, parseJson } from 'agentsite/text';
import { z } from 'zod';
import { toLocalTime } from './add-comments.ts';
import { ask } from './ask.ts';
import { documentAt } from './targets.ts';

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
  /** Of the site's own endpoint: what the owner decided, and the first number that the mention had. */
  status: z.enum(['waiting', 'approved', 'hidden', 'gone']).optional().catch(undefined),
  first: z.int().optional().catch(undefined),
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
      ...(isOwnEndpoint(service) ? {} : { token }),
      since_id: String(after),
      'sort-dir': 'up',
      'per-page': String(size),
      page: String(page),
    };
    const url = `${service}/api/mentions.jf2?${new URLSearchParams(query)}`;
    const headers: Record<string, string> = isOwnEndpoint(service)
      ? { Authorization: `Bearer ${token}` }
      : {};
    const reply = await ask(url, { isOwners: true, maxLength: maxAnswer, headers });
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

/** It is asked by a header, which is in no log. */
const isOwnEndpoint = (service: string) => service.endsWith(ownEndpoint);
export const ownEndpoint = '/_plugins/mentions';

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
    via: 'webmention',
    source: mention['wm-source'],
    text: type === 'comment' ? text.trim() : '',
  };
}

/** Number of the last mention that was stored, so that those that the owner deleted do not come back. */
const cursorFile = 'content/comments/_webmentions.yaml';

export function readCursor(root: string, file = cursorFile): number {
  const path = join(root, file);
  return existsSync(path) ? Number(/^last: (\d+)/m.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) : 0;
}

/** Stores mentions of documents as comments. @returns lines for the owner */
export function storeMentions(
  root: string,
  library: Library,
  mentions: readonly ReceivedMention[],
  file = cursorFile,
): string[] {
  const { site } = library;
  const lines: string[] = [];
  const cursor = readCursor(root, file);
  const found = new Map<number, Received[]>();
  for (const mention of mentions) {
    const { 'wm-target': target, 'wm-source': source, status, first = cursor + 1 } = mention;
    const document = documentAt(library, target);
    const isGone = status === 'gone';
    const read = mention['wm-private'] || isGone ? null : readComment(mention, site);
    if (typeof read === 'string') lines.push(`${source} is skipped: ${read}`);
    else if (!document) lines.push(`${source}: no document is at ${target}`);
    else if (read || isGone)
      found.set(document.id, [
        ...(found.get(document.id) ?? []),
        { source, comment: read, status, isOld: first <= cursor },
      ]);
  }
  for (const [document, received] of found) {
    const before = new Set(
      readStoredComments(root)
        .get(document)
        ?.map((one) => JSON.stringify(one)),
    );
    const { file: changed, comments } = changeComments(root, document, (known) =>
      received.reduce<readonly (StoredComment | NewComment)[]>(takeMention, known),
    );
    const fresh = comments.filter((one) => !before.has(JSON.stringify(one)));
    lines.push(...fresh.map(({ url }) => `${changed}: ${url}`));
  }
  const last = Math.max(cursor, ...mentions.map((mention) => mention['wm-id']));
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), `# Written by agentsite.\nlast: ${last}\n`);
  return lines;
}

interface Received {
  readonly source: string;
  /** Null for one that its site withdrew. */
  readonly comment: NewComment | null;
  readonly status: ReceivedMention['status'];
  /** Was it stored before? Then the owner deleted it, where it isn't there. */
  readonly isOld: boolean;
}

type List = readonly (StoredComment | NewComment)[];

/** A list of comments with a mention: what the owner hid stays hidden, and what has changed waits again. */
function takeMention(list: List, { source, comment, status, isOld }: Received): List {
  const at = list.findIndex((one) =>
    one.source ? one.source === source : comment && one.url === comment.url,
  );
  const known = list[at];
  if (!comment) return known ? list.toSpliced(at, 1) : list;
  const asStatus = (given: Received['status']) =>
    given === 'waiting' || given === 'hidden' ? { status: given } : {};
  if (!known) return isOld ? list : [...list, { ...comment, ...asStatus(status) }];
  if (status === undefined) return list;
  const isSame = (['name', 'text', 'type'] as const).every(
    (name) => (known[name] ?? '') === (comment[name] ?? ''),
  );
  const isHidden = known.status === 'hidden' && !(isSame && status === 'approved');
  const next = isHidden ? 'hidden' : isSame && status === 'waiting' ? known.status : status;
  const { status: _, ...rest } = { ...known, ...comment, date: known.date };
  return list.with(at, { ...rest, ...asStatus(next) });
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
