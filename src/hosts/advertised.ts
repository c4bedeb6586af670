import { decodeHTMLAttribute } from 'entities';
import { eachTag, readAttributes } from '../core/text/html-tags.ts';

/** An address that a document names, and what it says is there. */
export interface Advertised {
  /** Absolute, without a fragment. */
  readonly url: string;
  /** The media type that is next to the address; null where none does. */
  readonly type: string | null;
}

/** A document as a host sent it. */
export interface SentDocument {
  /** Its absolute address. */
  readonly url: string;
  /** Bare media type. */
  readonly type: string;
  readonly text: string;
}

/**
 * Every address that a document names: links, images, scripts and styles of HTML, the strings of JSON that are
 * addresses or HTML, the links of Markdown, the addresses of plain text and XML. Templates (`{id}`) are none.
 * @param siteUrl addresses in running text count only where they begin with it
 */
export function listAdvertised({ url, type, text }: SentDocument, siteUrl: string): Advertised[] {
  const found = listIn(type, text, siteUrl, url);
  return found.flatMap(({ address, stated }) => {
    if (/[{}]|%7B/i.test(address) || !URL.canParse(address, url)) return [];
    const resolved = new URL(address, url);
    if (!/^https?:$/.test(resolved.protocol)) return [];
    resolved.hash = '';
    return [{ url: resolved.href, type: stated }];
  });
}

interface Named {
  readonly address: string;
  readonly stated: string | null;
}

const untyped = (addresses: readonly string[]): Named[] =>
  addresses.map((address) => ({ address, stated: null }));

function listIn(type: string, text: string, siteUrl: string, url: string): Named[] {
  if (type === 'text/html') return inHtml(text, siteUrl);
  if (/[/+]json$/.test(type)) return inJson(JSON.parse(text), siteUrl);
  if (type === 'text/css')
    return untyped([...text.matchAll(/url\(["']?([^"')]+)/g)].map(([, found = '']) => found));
  if (/[/+]xml$/.test(type)) return untyped(inText(text, siteUrl));
  if (type !== 'text/markdown' && type !== 'text/plain') return [];
  // Authors write addresses as examples; what the system says of itself is at the top of the site.
  const isOwn = new URL(url).pathname.slice(new URL(siteUrl).pathname.length).lastIndexOf('/') <= 0;
  const isWhole = /\/(?:llms|robots|security)\.txt$|\/auth\.md$/.test(url);
  return untyped(isOwn && isWhole ? inText(text, siteUrl) : inMarkdown(text));
}

function inText(text: string, siteUrl: string): string[] {
  return text
    .split(siteUrl)
    .slice(1)
    .map((rest) => siteUrl + (/^\/[^\s"'`<>()&\\,]*/.exec(rest)?.[0] ?? ''));
}

function inMarkdown(text: string): string[] {
  const prose = text.replace(/^(`{3,})[\s\S]*?^\1`*$/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(<?((?:https?:|\/)[^)>\s]*)|<(https?:[^>\s]+)>/g)].map(
    ([, link, bare]) => link ?? bare ?? '',
  );
}

function inJson(value: unknown, siteUrl: string): Named[] {
  if (typeof value === 'string') {
    if (value.startsWith(`${siteUrl}/`) && !/\s/.test(value)) return [{ address: value, stated: null }];
    return value.includes('<') ? inHtml(value, siteUrl) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  if ('href' in value && typeof value.href === 'string') {
    return [{ address: value.href, stated: 'type' in value ? String(value.type) : null }];
  }
  return Object.values(value).flatMap((member) => inJson(member, siteUrl));
}

const addressed: ReadonlySet<string> = new Set(['href', 'src', 'action', 'poster', 'cite']);

function inHtml(html: string, siteUrl: string): Named[] {
  const found: Named[] = [];
  eachTag(html, (tag) => {
    if (tag.kind !== 'open') return;
    const attributes = new Map(
      readAttributes(html, tag).map(({ name, value }) => [name, decodeHTMLAttribute(value)]),
    );
    for (const [name, value] of attributes) {
      if (addressed.has(name))
        found.push({
          address: value,
          stated: tag.name === 'script' ? null : (attributes.get('type') ?? null),
        });
      if (name === 'srcset')
        found.push(...untyped(value.split(',').map((part) => part.trim().split(/\s/)[0] ?? '')));
      if (name === 'content' && value.startsWith(`${siteUrl}/`)) found.push({ address: value, stated: null });
    }
    if (tag.name === 'script' && attributes.get('type') === 'application/ld+json') {
      const end = html.indexOf('</script', tag.end);
      found.push(...inJson(JSON.parse(html.slice(tag.end, end)), siteUrl));
    }
  });
  return found;
}
