import { eachTag, namedAttributes, readLinkHeader } from 'agentsite/text';

/**
 * Where a page receives webmentions (https://www.w3.org/TR/webmention/#sender-discovers-receiver-webmention-endpoint):
 * its first `Link` header with the relation, else its first `link` or `a` element with it. Null where it receives none.
 * @param url of the page, after redirects
 */
export function findEndpoint(page: { html: string; link: string | null; url: string }): string | null {
  const isWanted = (relations: readonly string[]) => relations.includes('webmention');
  const named = readLinkHeader(page.link ?? undefined).links.find(({ relations }) => isWanted(relations));
  let base = page.url;
  let found = named?.target;
  if (found === undefined) {
    eachTag(page.html, (tag) => {
      if (tag.kind !== 'open' || !['base', 'link', 'a'].includes(tag.name)) return;
      const { href, rel = '' } = namedAttributes(page.html, tag);
      if (tag.name === 'base') base = resolve(href ?? '', page.url) ?? base;
      else if (isWanted(rel.toLowerCase().split(/\s+/))) found ??= href;
    });
  }
  return found === undefined ? null : resolve(found, base);
}

function resolve(address: string, base: string): string | null {
  const url = URL.parse(address, base);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
