import { z } from 'zod';
import type { Embed } from '../core/model/embed.ts';
import { findEmbedService } from '../core/model/embeds.ts';
import { parseJson } from '../core/text/parse-json.ts';
import { htmlToText } from '../core/text/plain-text.ts';
import { readHtml } from '../doctor/documents/html-page.ts';
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
  const { title, author_name, thumbnail_url: image, html } = answerSchema.parse(Object(parseJson(text)));
  if (title) return { title, author: author_name, image };
  const [, quoted = ''] = /<blockquote\b[^>]*>\s*<p\b[^>]*>([\s\S]*?)<\/p>/i.exec(html) ?? [];
  return { title: author_name, description: htmlToText(quoted.replace(/<br\s*\/?>/gi, ' ')), image };
}

function readHead(html: string): Record<string, string> {
  const { title, metas } = readHtml(html);
  // The first of a name counts.
  const said = Object.fromEntries(
    metas.toReversed().map(({ property, name, content = '' }) => [property ?? name ?? '', content]),
  );
  return {
    title: said['og:title'] || title,
    description: said['og:description'] || (said.description ?? ''),
    image: said['og:image'] ?? '',
  };
}
