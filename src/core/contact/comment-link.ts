import { wordsOf } from '../languages/words.ts';
import { pathsOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { systemTarget } from '../model/targets.ts';
import { encodePath } from '../model/urls.ts';

/** Where to comment on a page: the contact form or a mail whose subject names it; null with a comment service. */
export function commentLink(path: string, site: Site): string | null {
  const { comments } = site.connect;
  const { words, say } = wordsOf(site);
  const query = `?subject=${encodeURIComponent(say(words.comments.subject, { path: encodePath(path) }))}`;
  if (comments?.service === 'mail') return `mailto:${comments.address}${query}`;
  const contact = comments?.service === 'contact' ? systemTarget(site, pathsOf(site).contact) : null;
  return contact && contact + query;
}

/** The page that the subject of a comment names, decoded; null for none. */
export function commentedPath(subject: string): string | null {
  const path = /\/(?:\S*\/)?/.exec(subject)?.[0];
  try {
    return path === undefined ? null : decodeURI(path);
  } catch {
    return null;
  }
}
