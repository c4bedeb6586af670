import type { Library } from '../model/document.ts';
import { type Kind, kindNamed, kindsOf, taxonomiesOf } from '../model/kinds.ts';
import { languageName, languagesOf, pathsOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { surfacesOf } from '../model/surfaces.ts';
import { hasSidecar } from '../model/targets.ts';
import { paths } from '../model/urls.ts';
import type { ArchivePage, ArchiveSubject, DocumentPage, ListedPage } from '../pages/page.ts';
import {
  type DocumentOutline,
  describePages,
  hasNoEntries,
  isContinuation,
  outlinePages,
} from '../pages/pages.ts';

type Outline = Exclude<ListedPage, DocumentPage> | DocumentOutline;

/** A heading of llms.txt and the pages below it. */
export interface Section {
  readonly title: string;
  readonly pages: readonly Listed[];
}

export interface Listed {
  readonly title: string;
  readonly path: string;
  /** `YYYY-MM-DD`, of what is listed by its date; empty for the rest. */
  readonly day: string;
  /** Plain text; may be empty. */
  readonly note: string;
  /** True for a protected page, which has no Markdown. */
  readonly locked: boolean;
}

/** Every page except later pages of lists, once: pages in menu order, kinds, newest first, and lists. No section is empty. */
export function listSections(library: Library): Section[] {
  const pages = outlinePages(library);
  const described = new Set(
    [...library.terms, ...library.authors].flatMap(({ path, description }) => (description ? path : [])),
  );
  const list = (page: Outline) => describeEntry(page, library.site, described);
  const documents = pages.filter((page) => page.view === 'document');
  const pageKind = kindNamed(library.site, 'page');
  const archives = pages.filter(
    (page) => page.view === 'archive' && !isContinuation(page.path) && !hasNoEntries(page),
  );
  const home = pages.filter((page) => page.view === 'home');
  const own = (library.ownPages ?? []).map(
    ({ title, path, description }): Listed => ({ title, path, note: description, day: '', locked: false }),
  );
  const surfaces = surfacesOf(library.site).filter(
    (surface) => surface.inLlms && surface.type.startsWith('text/'),
  );
  const form = hasSidecar(library.site) ? [{ ...contact, path: pathsOf(library.site).contact }] : [];
  const sections: Section[] = [
    {
      title: 'Pages',
      pages: [...home.map(list), ...inOrder(pageKind, documents).map(list), ...own, ...form],
    },
    ...otherKinds(library.site).map((kind) => ({
      title: kind.section,
      pages: inOrder(kind, documents).map(list),
    })),
    {
      title: 'For programs',
      pages: surfaces.map(({ title, path, description }) => ({
        title,
        path,
        day: '',
        note: description,
        locked: false,
      })),
    },
    { title: 'Languages', pages: otherLanguages(library) },
    { title: 'Optional', pages: archives.map(list) },
  ];
  return sections.filter((section) => section.pages.length > 0);
}

/** Documents in the order in which {@link listSections} names them, the home page's own text first. */
export function listInOrder(library: Library): DocumentPage[] {
  const documents = describePages(library).filter((page): page is DocumentPage => page.view === 'document');
  const kinds = [kindNamed(library.site, 'page'), ...otherKinds(library.site)];
  return kinds.flatMap((kind) => inOrder(kind, documents));
}

/** The indexes of the same site in its other languages. */
function otherLanguages({ site, whole }: Library): Listed[] {
  const own = languagesOf(site).filter(({ language }) => language !== site.language);
  return own.map((view) => {
    const documents = (whole?.documents ?? []).filter(({ language }) => language === view.language);
    return {
      title: `${languageName(view)} (${view.language}): ${view.title}`,
      path: pathsOf(view).llms,
      day: '',
      note: `Index of the ${documents.length} documents in this language.`,
      locked: false,
    };
  });
}

function otherKinds(site: Site): readonly Kind[] {
  return kindsOf(site).filter(({ name }) => name !== 'page');
}

/** The documents of a kind: those in folders in menu order, the others newest first. */
function inOrder<Page extends DocumentOutline>(kind: Kind, documents: readonly Page[]): readonly Page[] {
  const own = documents.filter(({ document }) => document.kind === kind.name);
  return kind.hierarchical ? inMenuOrder(own) : own;
}

const contact: Listed = {
  title: 'Contact',
  path: paths.contact,
  day: '',
  note: 'How a person, or a program for a person, sends the owner a message.',
  locked: false,
};

/** @param described paths of terms and authors with descriptions of their own; those of other lists say nothing new */
function describeEntry(page: Outline, site: Site, described: ReadonlySet<string>): Listed {
  const document = page.view === 'document' ? page.document : null;
  const locked = document !== null && document.locked !== null;
  const saysMore = page.view !== 'archive' || described.has(page.path);
  return {
    title: page.view === 'archive' ? nameList(page, site) : page.title,
    path: page.path,
    day: document && kindNamed(site, document.kind).dated ? document.date.slice(0, 10) : '',
    note: locked ? 'Protected by a password.' : saysMore ? page.description : '',
    locked,
  };
}

/** Suffix that distinguishes a list from a page, category or tag with the same title. */
const listNames: Partial<Readonly<Record<ArchiveSubject, string>>> = {
  post: 'Posts',
  year: 'Year',
  category: 'Category',
  tag: 'Tag',
  series: 'Series',
  author: 'Author',
};

/** `Category: Writing`, `Tag: HTTP`, `Genre: Essay`, `Year: 2026`; `Talks` needs nothing. */
function nameList({ about, title }: ArchivePage, site: Site): string {
  const name = listNames[about] ?? taxonomiesOf(site).find(({ key }) => key === about)?.labels.singular;
  return name === undefined || name === title ? title : `${name}: ${title}`;
}

/** A page comes before the pages below it; pages next to each other by their order, then by title. */
function inMenuOrder<Page extends DocumentOutline>(pages: readonly Page[]): Page[] {
  const known = new Set(pages.map((page) => page.path));
  const below = Map.groupBy(pages, ({ document }) =>
    document.parent !== null && known.has(document.parent) ? document.parent : '',
  );
  const walk = (parent: string): Page[] =>
    (below.get(parent) ?? []).toSorted(byOrder).flatMap((page) => [page, ...walk(page.path)]);
  return walk('');
}

function byOrder(a: DocumentOutline, b: DocumentOutline): number {
  return a.document.order - b.document.order || (a.title < b.title ? -1 : a.title > b.title ? 1 : 0);
}
