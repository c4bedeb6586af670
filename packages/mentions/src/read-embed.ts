import type { Fetched } from 'agentsite/http';
import { type Embed, findEmbedService } from 'agentsite/model';
import { eachTag, htmlToText, namedAttributes, parseJson } from 'agentsite/text';
import { z } from 'zod';

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

/** The title and the metadata of a page; the first of a name counts. */
function readHead(html: string): Record<string, string> {
  const metas: Record<string, string> = {};
  let title = '';
  eachTag(html, (tag) => {
    if (tag.kind !== 'open') return;
    if (tag.name === 'title') title ||= htmlToText(html.slice(tag.end, html.indexOf('<', tag.end)));
    if (tag.name !== 'meta') return;
    const { property, name, content = '' } = namedAttributes(html, tag);
    metas[property ?? name ?? ''] ??= content;
  });
  return {
    title: metas['og:title'] || title,
    description: metas['og:description'] || (metas.description ?? ''),
    image: metas['og:image'] ?? '',
  };
}
