import { decodeHTMLAttribute } from 'entities';
import { eachTag, readAttributes } from '../core/text/html-tags.ts';

/** The pages of other sites that a text links to, each once. */
export function listTargets(html: string, link: string | undefined, site: string): string[] {
  const found = new Set<string>();
  const add = (address: string) => {
    const url = URL.parse(address);
    if (url && /^https?:$/.test(url.protocol) && url.origin !== new URL(site).origin) found.add(url.href);
  };
  if (link !== undefined) add(link);
  eachTag(html, (tag) => {
    if (tag.kind !== 'open' || tag.name !== 'a') return;
    const href = readAttributes(html, tag).find(({ name }) => name === 'href');
    if (href) add(decodeHTMLAttribute(href.value));
  });
  return [...found];
}
