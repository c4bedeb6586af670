import { ask, post, type Sent } from './ask.ts';
import { findEndpoint } from './find-endpoint.ts';

/**
 * Notifies the page `target` that the page `source` links to it, or no longer does.
 * @param isOwners may `target` be on a private host, and its endpoint on the same one?
 */
export async function sendWebmention(source: string, target: string, isOwners = false): Promise<Sent> {
  const page = await ask(target, { headers: { Accept: 'text/html, */*;q=0.1' }, isOwners });
  if (typeof page === 'string') return { kind: 'unreachable', reason: page };
  if (page.status >= 500) return { kind: 'unreachable', reason: `status ${page.status}` };
  const isHtml = /html/i.test(page.headers['content-type'] ?? '');
  const { url, headers, text } = page;
  const endpoint = findEndpoint({ html: isHtml ? text : '', link: headers.link ?? null, url });
  if (endpoint === null) return { kind: 'none' };
  const isSame = new URL(endpoint).hostname === new URL(target).hostname;
  return post(endpoint, new URLSearchParams({ source, target }), { isOwners: isOwners && isSame });
}

/** Notifies a WebSub hub that feeds have changed. */
export async function pingHub(hub: string, feeds: readonly string[]): Promise<Sent> {
  const body = new URLSearchParams({ 'hub.mode': 'publish' });
  for (const feed of feeds) body.append('hub.url', feed);
  return post(hub, body, { isOwners: true });
}

/** URLs in one request to IndexNow. */
const maxUrls = 10_000;

/** Notifies search engines of pages that were changed, added or removed (https://www.indexnow.org/documentation). */
export async function pingIndexNow(
  service: string,
  key: string,
  site: string,
  urls: readonly string[],
): Promise<Sent> {
  const message = {
    host: new URL(site).host,
    key,
    keyLocation: `${site}/${key}.txt`,
    urlList: urls.slice(0, maxUrls),
  };
  const type = 'application/json; charset=utf-8';
  return post(service, JSON.stringify(message), { isOwners: true, type });
}
