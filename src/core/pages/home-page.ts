import { wordsOf } from '../languages/words.ts';
import { type Document, isNote } from '../model/document.ts';
import { kindNamed } from '../model/kinds.ts';
import { pathsOf, versionsOfAll } from '../model/languages.ts';
import {
  type HomeSectionName,
  latestCount,
  latestLayout,
  listLayout,
  sectionsOf,
  showsBodies,
} from '../model/settings/home.ts';
import { collectionOf } from './kind-words.ts';
import type { HomePage, HomeSection, PageLink } from './page.ts';
import { newest, profileOf, type Relations } from './page-relations.ts';

/** The home page as the settings want it. Its title and description are those of `content/pages/index.md`, if there is one. */
export function describeHome(relations: Relations): HomePage {
  const { library, byPath } = relations;
  const { site, documents, authors } = library;
  const document = byPath.get(relations.home.path) ?? null;
  const sections = describeSections(relations, document);
  const entriesOf = (name: HomeSection['name']) =>
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
    recent: [...entriesOf('latest'), ...entriesOf('others')],
  };
}

function describeSections(relations: Relations, document: Document | null): HomeSection[] {
  const { ordered, byPath, library } = relations;
  const { site } = library;
  const { home, postsPerPage } = site;
  const { words } = wordsOf(site);
  const posts = ordered.get('post') ?? [];
  const names = sectionsOf(home);
  const featured = names.includes('featured') ? posts.filter(({ sticky }) => sticky) : [];
  const latest = posts.filter((post) => !featured.includes(post)).slice(0, latestCount(home) ?? postsPerPage);
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
  return names.flatMap((name): HomeSection[] => {
    const listed = documents[name];
    if (listed.length === 0 && !(name === 'text' && document)) return [];
    const layout = (name === 'latest' ? latestLayout(home) : undefined) ?? listLayout(site);
    const entries = listed.map((one) => relations.entry(one));
    const more = whole[name];
    const section = { name, title: titles[name], layout, entries, ...(more ? { more } : {}) };
    if (name !== 'latest') return [section];
    return home.form === 'portfolio'
      ? imagesFirst(section, words.writing)
      : [{ ...section, ...bodiesOf(relations, listed) }];
  });
}

function imagesFirst(section: HomeSection, title: string): HomeSection[] {
  const { entries, more, ...rest } = section;
  const [images, others] = [entries.filter(({ cover }) => cover), entries.filter(({ cover }) => !cover)];
  const below = { name: 'others', title, layout: 'compact', entries: others } as const;
  if (images.length === 0) return [{ ...section, layout: 'list' }];
  const parts = others.length > 0 ? [{ ...rest, entries: images }, below] : [{ ...rest, entries: images }];
  return parts.map((part, index) => (more && index === parts.length - 1 ? { ...part, more } : part));
}

/** The bodies that the page shows: of all posts in a journal, of notes and links in a notebook. */
function bodiesOf({ library }: Relations, listed: readonly Document[]): Pick<HomeSection, 'bodies'> {
  const { home } = library.site;
  if (!showsBodies(home)) return {};
  const shown = listed.filter(
    (document) => !document.locked && (home.form === 'journal' || isNote(document) || document.link),
  );
  return {
    bodies: Object.fromEntries(
      shown.map((document) => [
        document.path,
        { html: library.body(document).html, images: document.images },
      ]),
    ),
  };
}
