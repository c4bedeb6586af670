import { rootOf } from './language-root.ts';
import { memoize } from './memoize.ts';
import type { Site } from './site.ts';
import { paths, searchExample } from './urls.ts';

/**
 * A multilingual site is one site per language: the same settings with title, navigation, words and addresses of that
 * language. The default language has the site's own settings.
 */

/** The views of a site, the default language first. */
export function languagesOf(site: Site): readonly Site[] {
  return viewsOf(site.base ?? site);
}

const viewsOf = memoize((base: Site): readonly Site[] => [
  base,
  ...Object.entries(base.languages).map(([language, { slug, permalinks = {}, ...own }]) => ({
    ...withValues(base, own),
    permalinks: withValues(base.permalinks, permalinks),
    language,
    languageSlug: slug ?? language.toLowerCase(),
    base,
  })),
]);

function withValues<Values extends object>(all: Values, given: object): Values {
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...all, ...Object.fromEntries(present) };
}

export function isMultilingual(site: Site): boolean {
  return languagesOf(site).length > 1;
}

/** The view in one language. @param language its tag; absent for a document of a site that has only one */
export function siteIn(site: Site, language: string | undefined): Site {
  if (language === undefined || language === site.language) return site;
  return languagesOf(site).find((view) => view.language === language) ?? site;
}

/** The view that a path belongs to: `/de/posts/` is German; what is below no language's folder is of the default one. */
export function siteAt(site: Site, path: string): Site {
  const views = languagesOf(site);
  const found = views.find((view) => {
    const root = rootOf(view);
    return root !== '' && (path.startsWith(`${root}/`) || path === root || path === `${root}.md`);
  });
  return found ?? views[0] ?? site;
}

/** What programs and addresses call the language of a view: `de`, `pt-br`. */
export function languageSlug({ language, languageSlug: slug }: Site): string {
  return slug ?? language.toLowerCase();
}

/** The view that a word names: a tag or a slug, in any case. */
export function findLanguage(site: Site, word: string): Site | undefined {
  const wanted = word.toLowerCase();
  return languagesOf(site).find(
    (view) => languageSlug(view) === wanted || view.language.toLowerCase() === wanted,
  );
}

/** A slug as a name among those of all languages; in the default one the slug itself, so that it stays when others are added. */
export function slugAmongAll(view: Site, slug: string): string {
  return isDefaultLanguage(view) ? slug : `${languageSlug(view)}/${slug}`;
}

export function isDefaultLanguage(site: Site): boolean {
  return site.base === undefined;
}

/** A path without the folder of its language: `/de/contact/` gives `/contact/`, and `/de/` the home page. */
export function withoutLanguage(site: Site, path: string): string {
  const root = rootOf(siteAt(site, path));
  if (path === `${root}.md`) return '/index.md';
  const isBelow = path === root || path.startsWith(`${root}/`);
  return isBelow ? path.slice(root.length) || '/' : path;
}

/** Name of a language in itself: `Deutsch`. */
export const languageName = memoize(({ language }: { readonly language: string }): string => {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
});

/** Pages, lists, feeds and documents that each language has. */
const perLanguage =
  'home posts talks plugins series notes feeds contact search llms llmsFull rss atom jsonFeed markdownFeed feedStyle';

/** What the default language has at the top of the site, even if its pages are in a folder. */
const atTop: readonly string[] = ['llms', 'llmsFull', 'markdownFeed'];

/** The addresses of {@link paths} in the language of a view. What programs look for at a fixed address stays there. */
export const pathsOf = memoize((site: Site): Readonly<Record<keyof typeof paths, string>> => {
  const root = rootOf(site);
  const { archive } = site.permalinks;
  if (root === '') return archive === paths.posts ? paths : { ...paths, posts: archive };
  const own = { ...paths, posts: archive };
  const isMoved = (name: string) =>
    perLanguage.split(' ').includes(name) && (site.base !== undefined || !atTop.includes(name));
  const moved = Object.entries(own).map(([name, path]) => [name, isMoved(name) ? root + path : path]);
  return Object.fromEntries(moved) as typeof own;
});

/** The query of a search in the language of a view. */
export function searchExampleOf(site: Site): string {
  return isMultilingual(site) ? `${searchExample}&lang=${languageSlug(site)}` : searchExample;
}

/** The versions of a page that every language has; nothing on a site of one language. */
export function versionsOfAll(site: Site, name: keyof typeof paths) {
  if (!isMultilingual(site)) return {};
  const translations = languagesOf(site).map((view) => {
    return { language: view.language, path: pathsOf(view)[name] };
  });
  return { translations };
}
