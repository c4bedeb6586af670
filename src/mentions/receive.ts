import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { htmlToMarkdown } from '../content/compile/html-to-markdown.ts';
import type { Document, Library } from '../core/model/document.ts';
import { escapeMarkdown } from '../core/text/markdown-text.ts';
import { parseJson } from '../core/text/parse-json.ts';
import { addComments, type NewComment, toLocalTime } from './add-comments.ts';
import { ask } from './ask.ts';

/** What webmention.io says of one mention (https://github.com/aaronpk/webmention.io#jf2). */
const mentionSchema = z.object({
  'wm-id': z.int(),
  'wm-source': z.string(),
  'wm-target': z.string(),
  'wm-property': z.string(),
  'wm-received': z.string(),
  'wm-private': z.boolean().optional(),
  author: z.object({ name: z.string().nullish() }).nullish(),
  url: z.string().nullish(),
  published: z.string().nullish(),
  content: z.object({ html: z.string().nullish(), text: z.string().nullish() }).nullish(),
});
export type ReceivedMention = z.output<typeof mentionSchema>;
const answerSchema = z.object({ children: z.array(mentionSchema) });

const perPage = 100;

/** Reads the mentions of a site that arrived after one of them, the oldest first. @returns a string: why it can't */
export async function readMentions(
  service: string,
  { domain, token, after }: { domain: string; token: string; after: number },
): Promise<readonly ReceivedMention[] | string> {
  const mentions: ReceivedMention[] = [];
  for (let page = 0; ; page++) {
    const query = {
      domain,
      token,
      since_id: String(after),
      'sort-dir': 'up',
      'per-page': String(perPage),
      page: String(page),
    };
    const reply = await ask(`${service}/api/mentions.jf2?${new URLSearchParams(query)}`);
    if (typeof reply === 'string') return reply;
    if (reply.status !== 200) return `status ${reply.status}`;
    const answer = answerSchema.safeParse(parseJson(reply.text));
    if (!answer.success) return 'the answer is not a list of mentions';
    mentions.push(...answer.data.children);
    if (answer.data.children.length < perPage) return mentions;
  }
}

const types = { 'in-reply-to': 'comment', 'like-of': 'like', 'repost-of': 'repost' } as const;

/** A longer text is a page of its own, which the comment links to. */
const maxText = 2_000;

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
  const name = author?.name?.trim() || new URL(url).host;
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
    const comment = mention['wm-private'] ? null : toComment(mention, site.timezone);
    const known = [...(document?.comments ?? []), ...(document ? (found.get(document) ?? []) : [])];
    if (!document) lines.push(`${source}: no document is at ${target}`);
    else if (comment && !known.some(({ url }) => url === comment.url))
      found.set(document, [...(found.get(document) ?? []), comment]);
  }
  for (const [document, comments] of found) {
    const { file } = addComments(root, site, document.id, comments);
    lines.push(...comments.map(({ url }) => `${file}: ${url}`));
  }
  const last = Math.max(readCursor(root), ...mentions.map((mention) => mention['wm-id']));
  mkdirSync(dirname(join(root, cursorFile)), { recursive: true });
  writeFileSync(join(root, cursorFile), `# Written by agentsite webmentions.\nlast: ${last}\n`);
  return lines;
}

/** The document that a URL names, at its address or an old one. */
function documentAt({ site, documents }: Library, target: string): Document | undefined {
  const url = URL.parse(target);
  if (!url || !target.startsWith(site.url)) return undefined;
  const path = decodeURI(url.pathname.slice(new URL(site.url).pathname.replace(/\/$/, '').length));
  const asPage = path.endsWith('/') ? path : `${path}/`;
  return documents.find(
    (document) =>
      document.path === asPage || document.redirectFrom.some((old) => old === path || old === asPage),
  );
}
