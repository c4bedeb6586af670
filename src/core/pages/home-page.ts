import { wordsOf } from '../languages/words.ts';
import type { Document } from '../model/document.ts';
import { kindNamed } from '../model/kinds.ts';
import { pathsOf, versionsOfAll } from '../model/languages.ts';
import { type HomeSectionName, listLayout } from '../model/settings/home.ts';
import { collectionOf } from './kind-words.ts';
import type { HomePage, HomeSection, PageLink } from './page.ts';
import { newest, profileOf, type Relations } from './page-relations.ts';

/** The home page as the settings want it. Its title and description are those of `content/pages/index.md`, if there is one. */
export function describeHome(relations: Relations): HomePage {
  const { library, byPath } = relations;
  const { site, documents, authors } = library;
  const document = byPath.get(relations.home.path) ?? null;
  const sections = describeSections(relations, document);
  const entriesOf = (name: HomeSectionName) =>
    sections.find((section) => section.name === name)?.entries ?? [];
  const owner = authors.find(({ slug }) => slug === site.owner.slug);
  const profile = profileOf(owner ?? site.owner);
  return {
    view: 'home',
    path: relations.home.path,
    ...versionsOfAll(site, 'home'),
    title: document?.title ?? site.title,
    description: document?.description ?? site.description,
    modifiedGmt: newest(documents),
    breadcrumbs: [],
    document,
    ...((site.home.profile ?? profile.image !== undefined) ? { profile } : {}),
    sections,
    sticky: entriesOf('featured'),
    recent: entriesOf('latest'),
  };
}

function describeSections(relations: Relations, document: Document | null): HomeSection[] {
  const { ordered, byPath, library } = relations;
  const { site } = library;
  const { home, postsPerPage } = site;
  const { words } = wordsOf(site);
  const posts = ordered.get('post') ?? [];
  const featured = home.sections.includes('featured') ? posts.filter(({ sticky }) => sticky) : [];
  const latest = posts.filter((post) => !featured.includes(post)).slice(0, home.posts ?? postsPerPage);
  /** The settings name pages by their addresses in one language. */
  const versionOf = (path: string) =>
    library.documents.find(({ translations = [] }) => translations.some((version) => version.path === path));
  const documents: Readonly<Record<HomeSectionName, readonly Document[]>> = {
    text: [],
    featured,
    latest,
    talks: (ordered.get('talk') ?? []).slice(0, home.talks),
    pages: home.pages.flatMap((path) => byPath.get(path) ?? versionOf(path) ?? []),
  };
  const titles = { ...words, text: '', talks: words.kinds.talk, pages: words.kinds.page };
  const whole: Partial<Record<HomeSectionName, PageLink>> = {
    latest: { title: words.allPosts, path: pathsOf(site).posts },
    talks: collectionOf(kindNamed(site, 'talk'), site) ?? relations.home,
  };
  return home.sections.flatMap((name): HomeSection[] => {
    const entries = documents[name].map((listed) => relations.entry(listed));
    if (entries.length === 0 && !(name === 'text' && document)) return [];
    const layout = name === 'latest' ? (home.latest ?? listLayout(site)) : listLayout(site);
    const more = whole[name];
    return [{ name, title: titles[name], layout, entries, ...(more ? { more } : {}) }];
  });
}
