import { decodeHTML } from 'entities';
import { z } from 'zod';
import { type Embed, findEmbedService } from '../core/model/embeds.ts';
import { eachTag, readAttributes } from '../core/text/html-tags.ts';
import { parseJson } from '../core/text/parse-json.ts';
import { htmlToText } from '../core/text/plain-text.ts';
import type { Fetched } from '../import/live/polite-fetch.ts';

/**
 * Asks a service what one of its pages is (oEmbed), or reads what a page says to link previews (Open Graph).
 * @param get fetches a URL
 * @returns what a card shows, with the URL of its image; or why there is nothing
 */
export async function readEmbed(
  url: string,
  get: (url: string) => Promise<Fetched>,
): Promise<{ ok: true; embed: Embed } | { ok: false; reason: string }> {
  const endpoint = findEmbedService(url)?.oembed;
  const answer = await get(endpoint ? `${endpoint}?format=json&url=${encodeURIComponent(url)}` : url);
  if (!answer.ok) return answer;
  const text = answer.bytes.toString();
  const facts = Object.entries(endpoint ? readAnswer(text) : readHead(text))
    .map(([name, value]) => [name, value.replace(/\s+/g, ' ').trim()] as const)
    .filter(([, value]) => value !== '');
  const { title, image, ...embed } = Object.fromEntries(facts);
  if (!title) return { ok: false, reason: 'it does not say what it is' };
  const found = image && URL.canParse(image, answer.url) ? { image: new URL(image, answer.url).href } : {};
  return { ok: true, embed: { url, title, ...embed, ...found } };
}

const word = z.string().catch('');
const answerSchema = z.object({ title: word, author_name: word, thumbnail_url: word, html: word });

/** A post without a title has the name of its author instead, and its words as description. */
function readAnswer(text: string): Record<string, string> {
  const {
    title,
    author_name: author,
    thumbnail_url: image,
    html,
  } = answerSchema.parse(Object(parseJson(text)));
  if (title) return { title, author, image };
  const [, quoted = ''] = /<blockquote\b[^>]*>\s*<p\b[^>]*>([\s\S]*?)<\/p>/i.exec(html) ?? [];
  return { title: author, description: htmlToText(quoted.replace(/<br\s*\/?>/gi, ' ')), image };
}

function readHead(html: string): Record<string, string> {
  const said = new Map<string, string>();
  eachTag(html, (tag) => {
    if (tag.kind !== 'open' || tag.name !== 'meta') return;
    const given = new Map(readAttributes(html, tag).map(({ name, value }) => [name, decodeHTML(value)]));
    const name = given.get('property') ?? given.get('name') ?? '';
    if (!said.has(name)) said.set(name, given.get('content') ?? '');
  });
  const [, title = ''] = /<title\b[^>]*>([^<]*)/i.exec(html) ?? [];
  return {
    title: said.get('og:title') || decodeHTML(title),
    description: said.get('og:description') || (said.get('description') ?? ''),
    image: said.get('og:image') ?? '',
  };
}
