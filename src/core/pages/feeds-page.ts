import { kindsOf, taxonomiesOf } from '../model/kinds.ts';
import { pathsOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { absoluteUrl, paths } from '../model/urls.ts';
import type { CountedLink } from './page.ts';

/** Has a list of documents feeds of its own? */
export function hasFeeds(about: string, site: Site): boolean {
  if (about === 'series' || about === 'author' || about === 'notes') return true;
  if (taxonomiesOf(site).some(({ key }) => key === about)) return true;
  return kindsOf(site).some((kind) => kind.hasFeeds && kind.name === about);
}

interface List {
  readonly title: string;
  readonly path: string;
  readonly about: string;
  readonly documents: readonly unknown[];
}

/** Feeds for the page about them: of all posts, then of lists. Those of tags may be many, that of one author repeats the first. */
export function listFeedLinks(site: Site, lists: readonly List[]): CountedLink[] {
  const authors = lists.filter(({ about }) => about === 'author').length;
  const isListed = ({ about, documents }: List) =>
    documents.length > 0 &&
    about !== 'tag' &&
    (about !== 'author' || authors > 1) &&
    (about === 'post' || hasFeeds(about, site));
  return lists.filter(isListed).map(({ title, path, about, documents }) => {
    const page = about === 'post' ? pathsOf(site).home : path;
    const feed = page + paths.rss.slice(1);
    return { title, path: feed, count: documents.length, description: absoluteUrl(site, feed) };
  });
}
