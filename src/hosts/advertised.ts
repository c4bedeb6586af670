import { decodeHTMLAttribute } from 'entities';
import { rewriteAddresses } from '../core/text/html-addresses.ts';
import { readAttributes } from '../core/text/html-tags.ts';

export interface Advertised {
  /** Absolute, without a fragment. */
  readonly url: string;
  /** The media type that the document states for it. */
  readonly type: string | null;
}

/**
 * All links of a document: addresses in HTML tags, strings of JSON that are addresses or HTML, links of Markdown,
 * addresses in plain text and XML. URI templates (`{id}`) are skipped.
 * @param url of the document
 * @param type its media type
 * @param siteUrl addresses in running text count only if they begin with it
 */
export function listAdvertised(url: string, type: string, text: string, siteUrl: string): Advertised[] {
  return listIn(url, type, text, siteUrl).flatMap((found) => {
    if (/[{}]|%7B/i.test(found.url) || !URL.canParse(found.url, url)) return [];
    const resolved = new URL(found.url, url);
    resolved.hash = '';
    return /^https?:$/.test(resolved.protocol) ? [{ ...found, url: resolved.href }] : [];
  });
}

const untyped = (urls: readonly string[]): Advertised[] => urls.map((url) => ({ url, type: null }));

function listIn(url: string, type: string, text: string, siteUrl: string): Advertised[] {
  if (type === 'text/html') return inHtml(text, siteUrl);
  if (/[/+]json$/.test(type)) return inJson(JSON.parse(text), siteUrl);
  if (type === 'text/css')
    return untyped([...text.matchAll(/url\(["']?([^"')]+)/g)].map(([, found = '']) => found));
  if (/[/+]xml$/.test(type)) return untyped(inText(text, siteUrl));
  if (type !== 'text/markdown' && type !== 'text/plain') return [];
  // Authors use addresses as examples; the system's own documents are in the root folder.
  const isInRoot = new URL(url).pathname.slice(new URL(siteUrl).pathname.length).lastIndexOf('/') <= 0;
  const isSystem = isInRoot && /\/(?:llms|robots|security)\.txt$|\/auth\.md$/.test(url);
  return untyped(isSystem ? inText(text, siteUrl) : inMarkdown(text));
}

function inText(text: string, siteUrl: string): string[] {
  const rests = text.split(siteUrl).slice(1);
  return rests.map((rest) => siteUrl + (/^\/[^\s"'`<>()&\\,]*/.exec(rest)?.[0] ?? ''));
}

function inMarkdown(text: string): string[] {
  const prose = text.replace(/^(`{3,})[\s\S]*?^\1`*$/gm, '').replace(/`[^`\n]*`/g, '');
  const links = prose.matchAll(/\]\(<?((?:https?:|\/)[^)>\s]*)|<(https?:[^>\s]+)>/g);
  return [...links].map(([, link, bare]) => link ?? bare ?? '');
}

function inJson(value: unknown, siteUrl: string): Advertised[] {
  if (typeof value === 'string') {
    if (value.startsWith(`${siteUrl}/`) && !/\s/.test(value)) return untyped([value]);
    return value.includes('<') ? inHtml(value, siteUrl) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  if ('href' in value && typeof value.href === 'string')
    return [{ url: value.href, type: 'type' in value ? String(value.type) : null }];
  return Object.values(value).flatMap((member) => inJson(member, siteUrl));
}

function inHtml(html: string, siteUrl: string): Advertised[] {
  const found: Advertised[] = [];
  rewriteAddresses(html, (url, tag, attribute) => {
    const hasType = tag.name !== 'script' && attribute !== 'srcset';
    const type = hasType ? readAttributes(html, tag).find(({ name }) => name === 'type')?.value : null;
    found.push({ url, type: type ?? null });
    return null;
  });
  for (const [, content = ''] of html.matchAll(/<meta\b[^>]*\scontent="([^"]*)"/g)) {
    const url = decodeHTMLAttribute(content);
    if (url.startsWith(`${siteUrl}/`)) found.push({ url, type: null });
  }
  for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script/gs))
    found.push(...inJson(JSON.parse(json), siteUrl));
  return found;
}
