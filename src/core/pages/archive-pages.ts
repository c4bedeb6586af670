import { wordsOf } from '../languages/words.ts';
import { type Document, isNote, type Term } from '../model/document.ts';
import { listShownTerms } from '../model/empty-lists.ts';
import { kindNamed, kindsOf, startOfPattern, type Taxonomy, taxonomiesOf } from '../model/kinds.ts';
import { pathsOf, withoutLanguage } from '../model/languages.ts';
import { archivePagePath, restPath, yearPath } from '../model/urls.ts';
import { listFeedLinks } from './feeds-page.ts';
import {
  collectionOf,
  describeCollection,
  describeTaxonomy,
  describeTerm,
  taxonomyTitle,
} from './kind-words.ts';
import type { ArchivePage, ArchiveSubject, CountedLink, PageLink, Profile } from './page.ts';
import { linkTo, linkToSeries, linkToTerm, newest, profileOf, type Relations } from './page-relations.ts';

/** A list of documents before it is cut into pages. */
interface Archive extends PageLink {
  readonly about: ArchiveSubject;
  /** The same in every language that has the list; empty for a list that is of one language only. */
  readonly topic: string;
  readonly restPath?: string;
  readonly description: string;
  readonly prose: string;
  readonly breadcrumbs: readonly PageLink[];
  readonly children: readonly CountedLink[];
  readonly documents: readonly Document[];
  readonly author?: Profile;
  /** Entries on one page; the site's setting where it is absent. */
  readonly perPage?: number;
}

/** What most lists have in common. */
const archiveBelow = (...breadcrumbs: readonly PageLink[]) => ({
  topic: '',
  prose: '',
  breadcrumbs,
  children: [] as readonly CountedLink[],
  documents: [] as readonly Document[],
});

/** A list of only titles takes little room, so a year needs fewer pages. */
const yearPerPage = 100;

/** Every list of the site that has entries, page by page: kinds, years, terms, series, authors, and the lists of those. */
export function describeArchives(relations: Relations): ArchivePage[] {
  const { library } = relations;
  const archives = [
    ...kindArchives(relations),
    ...yearArchives(relations),
    ...taxonomiesOf(library.site).flatMap((taxonomy) => termArchives(taxonomy, relations)),
    ...seriesArchives(relations),
    ...noteArchives(relations),
    ...authorArchives(relations),
  ];
  const kinds = new Set<string>(kindsOf(library.site).map(({ name }) => name));
  return (
    [...archives, ...feedsArchive(archives, relations)]
      .filter((archive) => !relations.byPath.has(archive.path))
      // Terms and authors are declared, and JSON links to their lists even where nothing is in them.
      .filter(({ about, documents }) => documents.length > 0 || !kinds.has(about))
      .flatMap((archive) => paginate(archive, library.site.postsPerPage, relations))
  );
}

function kindArchives(relations: Relations): Archive[] {
  const { site } = relations.library;
  return kindsOf(site).flatMap((kind): Archive[] => {
    const collection = collectionOf(kind, site);
    if (!collection) return [];
    return [
      {
        ...collection,
        about: kind.name,
        ...archiveBelow(relations.home),
        topic: `kind ${kind.name}`,
        description: describeCollection(kind, site),
        prose: kind.description,
        children: kind.name === 'post' ? yearLinks(relations) : [],
        documents: relations.ordered.get(kind.name) ?? [],
      },
    ];
  });
}

const postsByYear = (relations: Relations) =>
  Map.groupBy(relations.ordered.get('post') ?? [], (post) => post.date.slice(0, 4));

function yearLinks(relations: Relations): CountedLink[] {
  return [...postsByYear(relations)].map(([year, posts]) => ({
    title: year,
    path: yearPath(relations.library.site, year),
    count: posts.length,
  }));
}

/** Only the year is in the address, as in WordPress. */
function yearArchives(relations: Relations): Archive[] {
  const { site } = relations.library;
  const { words, say } = wordsOf(site);
  const posts = { title: words.writing, path: pathsOf(site).posts };
  return [...postsByYear(relations)].map(([year, documents]) => ({
    title: year,
    path: yearPath(site, year),
    about: 'year',
    ...archiveBelow(relations.home, posts),
    topic: `year ${year}`,
    description: say(words.listOf.year, { year, site: site.title }),
    documents,
    perPage: yearPerPage,
  }));
}

function termArchives(taxonomy: Taxonomy, relations: Relations): Archive[] {
  const { site } = relations.library;
  const shown = listShownTerms(relations.library.terms);
  const terms = relations.library.terms.filter((term) => term.taxonomy === taxonomy.name);
  const index = { title: taxonomyTitle(taxonomy, site), path: startOfPattern(taxonomy.permalink) };
  const listed = terms.filter((term) => shown.has(term));
  const hasIndex = index.path !== relations.home.path && listed.length > 0;
  const above = hasIndex ? [relations.home, index] : [relations.home, ...listOfCarriers(taxonomy, relations)];
  const byParent = Map.groupBy(listed, ({ parent }) => parent);
  const below = (slug: string | null) => (byParent.get(slug) ?? []).map(counted);
  /** All terms, each followed by those below it. */
  const nested = (slug: string | null, depth = 0): CountedLink[] =>
    (byParent.get(slug) ?? []).flatMap((term) => [
      depth > 0 ? { ...counted(term), depth } : counted(term),
      ...nested(term.slug, depth + 1),
    ]);
  const archives = terms.map((term): Archive => {
    const parent = terms.find((other) => other.slug === term.parent);
    return {
      ...linkToTerm(term),
      about: taxonomy.key,
      topic: term.key === undefined ? '' : `${taxonomy.name} ${term.key}`,
      restPath: restPath(taxonomy.restBase, term.id),
      description: term.description || describeTerm(taxonomy, term.name, site),
      prose: term.description,
      breadcrumbs: [...above, ...(parent ? [linkToTerm(parent)] : [])],
      children: below(term.slug),
      documents: relations.carriers(taxonomy.name).get(term.slug) ?? [],
    };
  });
  if (!hasIndex) return archives;
  return [indexArchive(index, describeTaxonomy(taxonomy, site), nested(null), relations), ...archives];
}

/** The list of all documents that may carry terms of a taxonomy, where they have one list. */
function listOfCarriers({ kinds: [first = 'post'] }: Taxonomy, { library }: Relations): PageLink[] {
  const { site } = library;
  const collection = collectionOf(kindNamed(site, first), site);
  const { documents } = library;
  return collection && documents.some(({ kind }) => kind === first) ? [collection] : [];
}

const counted = (term: Term): CountedLink => ({
  ...linkToTerm(term),
  count: term.count,
  description: term.description,
});

function seriesArchives(relations: Relations): Archive[] {
  const { site } = relations.library;
  const { words, say } = wordsOf(site);
  const index = { title: words.series, path: pathsOf(site).series };
  const archives = [...relations.series].map(
    ([name, documents]): Archive => ({
      ...linkToSeries(site, name),
      about: 'series',
      ...archiveBelow(relations.home, index),
      description: say(words.listOf.oneSeries, { name, count: documents.length }),
      documents,
    }),
  );
  if (archives.length === 0) return [];
  const links = archives.map((archive) => ({ ...linkTo(archive), count: archive.documents.length }));
  return [indexArchive(index, say(words.listOf.series, { site: site.title }), links, relations), ...archives];
}

/** Short posts, where there are some. */
function noteArchives(relations: Relations): Archive[] {
  const { site } = relations.library;
  const { words, say } = wordsOf(site);
  const documents = (relations.ordered.get('post') ?? []).filter(isNote);
  if (documents.length === 0) return [];
  return [
    {
      title: words.notes,
      path: pathsOf(site).notes,
      about: 'notes',
      ...archiveBelow(relations.home, { title: words.writing, path: pathsOf(site).posts }),
      topic: 'notes',
      description: say(words.listOf.notes, { site: site.title }),
      documents,
    },
  ];
}

/** Explains feeds and links to them. */
function feedsArchive(archives: readonly Archive[], relations: Relations): Archive[] {
  const { site } = relations.library;
  const { feed, feeds } = wordsOf(site).words;
  const links = listFeedLinks(site, archives);
  if (links.length === 0) return [];
  const link = { title: feed, path: pathsOf(site).feeds };
  return [{ ...indexArchive(link, feeds.how, links, relations), prose: feeds.how }];
}

function indexArchive(
  link: PageLink,
  description: string,
  children: readonly CountedLink[],
  relations: Relations,
): Archive {
  return {
    ...link,
    about: 'index',
    ...archiveBelow(relations.home),
    topic: `index ${withoutLanguage(relations.library.site, link.path)}`,
    description,
    children,
  };
}

function authorArchives(relations: Relations): Archive[] {
  const { site, documents, whole } = relations.library;
  const { words, say } = wordsOf(site);
  const byAuthor = Map.groupBy(relations.ordered.get('post') ?? [], (post) => post.author);
  // As in WordPress, authors of nothing are no users.
  const users = new Set((whole?.documents ?? documents).map(({ author }) => author));
  return relations.library.authors.map((author) => ({
    title: author.name,
    path: author.path,
    about: 'author',
    ...archiveBelow(relations.home),
    topic: `author ${author.slug}`,
    ...(users.has(author.slug) ? { restPath: restPath('users', author.id) } : {}),
    description: author.description || say(words.listOf.author, { name: author.name }),
    prose: author.description,
    author: profileOf(author),
    documents: byAuthor.get(author.slug) ?? [],
  }));
}

function paginate(archive: Archive, defaultPerPage: number, relations: Relations): ArchivePage[] {
  const { words, say } = wordsOf(relations.library.site);
  const perPage = archive.perPage ?? defaultPerPage;
  const pages = Math.max(1, Math.ceil(archive.documents.length / perPage));
  const links = Array.from({ length: pages }, (_, index): PageLink => {
    const number = index + 1;
    const title = index === 0 ? archive.title : say(words.pageTitle, { title: archive.title, number });
    return { title, path: archivePagePath(archive.path, number) };
  });
  return links.map(({ title, path }, index): ArchivePage => {
    const number = index + 1;
    const listed = archive.documents.slice(index * perPage, number * perPage);
    let entries: ArchivePage['entries'] | undefined;
    const isShown = number === 1 && (archive.documents.length > 0 || archive.children.length > 0);
    const topic = isShown ? archive.topic : '';
    const { language } = relations.library.site;
    const versions = () => relations.shared.get(topic) ?? [];
    if (topic !== '') relations.shared.set(topic, [...versions(), { language, path: archive.path }]);
    return {
      view: 'archive',
      about: archive.about,
      ...(archive.restPath === undefined ? {} : { restPath: archive.restPath }),
      path,
      title,
      description: archive.description,
      modifiedGmt: newest(listed),
      breadcrumbs: number === 1 ? archive.breadcrumbs : [...archive.breadcrumbs, linkTo(archive)],
      ...(archive.author && number === 1 ? { author: archive.author } : {}),
      prose: number === 1 ? archive.prose : '',
      children: number === 1 ? archive.children : [],
      get entries() {
        entries ??= listed.map((document) => relations.entry(document));
        return entries;
      },
      total: archive.documents.length,
      number,
      pages,
      previous: links[index - 1] ?? null,
      next: links[index + 1] ?? null,
      // Known when the lists of all languages are.
      get translations() {
        return versions().length > 1 ? versions() : undefined;
      },
    };
  });
}
