import { inject } from 'vitest';

/** The site under test: `npm start`'s, or the one that `npm run test:contract -- URL` names. */
export const baseUrl = (): string => inject('siteUrl');

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** One request, redirects not followed. `path` is relative to the site, or an absolute URL of it. */
export async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const url = path.startsWith('http') ? path : baseUrl() + path;
  const response = await fetch(url, { redirect: 'manual', ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
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

/** A published URL as an address of the site under test. */
export function localPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
