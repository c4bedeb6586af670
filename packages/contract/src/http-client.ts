import { inject } from 'vitest';
import { type Described, readDescription } from './description.ts';

/** The site under test: the example, or the one that `npm run test:contract -- URL` names. */
export const baseUrl = (): string => inject('siteUrl');

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

let described: Promise<Described> | undefined;

/** The site's own description, read once; every answer that this file gets is held against it. */
export function description(): Promise<Described> {
  described ??= fetch(`${baseUrl()}/openapi.json`)
    .then((response) => response.text())
    .then(readDescription);
  return described;
}

/**
 * One request, redirects not followed. `path` is relative to the site, or an absolute URL of it.
 * @throws when the answer is not as `/openapi.json` describes it.
 */
export async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const url = path.startsWith('http') ? path : baseUrl() + path;
  const response = await fetch(url, { redirect: 'manual', ...init });
  const { status, headers } = response;
  const text = await response.text();
  const given = { status, contentType: headers.get('content-type'), text };
  const sent = new Headers(init.headers);
  const method = init.method ?? 'GET';
  const asked = { method, path: localPath(url), conditional: sent.has('if-none-match') };
  const problems = (await description()).judge(asked, given);
  if (problems.length > 0)
    throw new Error(`${method} ${asked.path} is not as described: ${problems.join('; ')}`);
  return { status, headers, text };
}

export async function askJson<T = Record<string, unknown>>(
  path: string,
  init: RequestInit = {},
): Promise<Answer & { readonly json: T }> {
  const answer = await ask(path, init);
  return { ...answer, json: JSON.parse(answer.text) as T };
}

export const accept = (type: string): RequestInit => ({ headers: { Accept: type } });

/** Every URL of the sitemap. */
export async function listSitemap(): Promise<string[]> {
  const { text } = await ask('/sitemap.xml');
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));
}

/** A published URL as an address of the site under test, in the one spelling of the site: WordPress escapes in small letters. */
export function localPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname.replace(/%[\da-f]{2}/gi, (byte) => byte.toUpperCase()) + search;
}
