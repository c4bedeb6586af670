import { sortBySlug } from '../core/front/guessed-addresses.ts';
import { kindsOf, taxonomiesOf } from '../core/model/kinds.ts';
import { authorPath, encodePath, paths, termPath } from '../core/model/urls.ts';
import type { AddressTable, OldSite } from './address-book.ts';
import type { MediaLibrary } from './media-library.ts';
import { cleanSlug } from './names.ts';
import type { DocumentPlan } from './plan.ts';
import type { PlannedAuthor } from './plan-authors.ts';
import type { PlannedTerms } from './plan-terms.ts';
import type { RestTerm } from './rest-recording.ts';
import type { SiteSettings } from './site-settings.ts';
import type { Survey, SurveyedAttachment } from './survey.ts';

/** Where each old address leads: documents, their old slugs, terms, authors, pages of attachments. */
export function makeAddressTable(
  survey: Survey,
  plan: DocumentPlan,
  terms: PlannedTerms,
  authors: readonly PlannedAuthor[],
  media: MediaLibrary,
  site: OldSite,
  settings: SiteSettings,
  restTerms: readonly RestTerm[],
): AddressTable {
  const table = {
    paths: new Map<string, string>([['/', '/']]),
    dead: new Map<string, string>(),
    documents: new Map<number, string>(),
    categories: new Map<number, string>(),
    tags: new Map<string, string>(),
    terms: new Map<number, string>(),
    authors: new Map<number, string>(),
    anchors: new Map<string, ReadonlyMap<string, string>>(),
    slugs: sortBySlug(
      [...plan.documents.values()]
        .filter((document) => document.public)
        .map(({ slug, path }) => ({ slug, path: encodePath(path) })),
    ),
  };
  for (const list of survey.head?.postLists ?? []) table.paths.set(list, paths.posts);
  for (const term of terms.categories) {
    const path = termPath({ permalink: settings.permalinks.category }, terms.ancestry(term.slug));
    table.paths.set(path, path);
    if (term.id !== null) table.categories.set(term.id, path);
  }
  for (const term of terms.tags) {
    const path = termPath({ permalink: settings.permalinks.tag }, [term.slug]);
    table.paths.set(path, path);
    table.tags.set(term.slug, path);
    if (term.id !== null) table.terms.set(term.id, path);
  }
  for (const taxonomy of taxonomiesOf(settings).filter(({ own }) => own)) {
    for (const term of terms.others.get(taxonomy.name) ?? []) {
      const slugs = taxonomy.hierarchical ? terms.ancestry(term.slug, taxonomy.name) : [term.slug];
      const path = termPath(taxonomy, slugs);
      table.paths.set(path, path);
      if (term.id !== null) table.terms.set(term.id, path);
    }
  }
  for (const { own, archive } of kindsOf(settings))
    if (own && archive !== null) table.paths.set(archive, archive);
  for (const author of authors) {
    const path = authorPath(settings, author.slug);
    table.paths.set(path, path);
    table.authors.set(author.id, path);
  }
  for (const term of restTerms) {
    const old = site.pathOf(term.link);
    const slug = cleanSlug(term.slug);
    const path =
      term.taxonomy === 'category'
        ? table.categories.get(term.id)
        : term.taxonomy === 'post_tag'
          ? table.tags.get(slug)
          : table.terms.get(term.id);
    if (old !== null && path !== undefined) table.paths.set(old, path);
  }
  addAttachments(survey, media, site, plan, table);
  for (const document of plan.documents.values()) {
    const { source, path, oldPath, id } = document;
    if (document.public) {
      if (id !== null) table.documents.set(id, path);
      for (const old of [oldPath, path, ...source.oldPaths, ...oldSlugPaths(oldPath, source.oldSlugs)])
        if (old !== '') table.paths.set(old, path);
      if (source.anchors.size > 0) table.anchors.set(path, source.anchors);
    } else {
      const written = site.pathOf(source.link);
      for (const old of [written, path])
        if (old !== null && old !== '/')
          table.dead.set(old, `“${source.title}” is not published (${source.status}).`);
    }
  }
  return table;
}

/**
 * Where the page of a media file leads: to the file, or to what it is attached to where the file is missing. Null for
 * one that readers could not see, since it is attached to a hidden text; WordPress gives such a page no path.
 */
export function attachmentTarget(
  attachment: SurveyedAttachment,
  media: MediaLibrary,
  plan: DocumentPlan,
): string | null {
  const parent = plan.byId.get(attachment.parent);
  if (parent && !parent.public) return null;
  const below = media.pathOf(attachment);
  return below !== null && media.files.has(below) ? media.address(below) : (parent?.path ?? null);
}

/** A page of a media file leads on. */
function addAttachments(
  survey: Survey,
  media: MediaLibrary,
  site: OldSite,
  plan: DocumentPlan,
  table: { paths: Map<string, string>; documents: Map<number, string> },
): void {
  for (const attachment of survey.attachments) {
    const file = attachmentTarget(attachment, media, plan);
    if (file === null) continue;
    const old = site.pathOf(attachment.link);
    if (old !== null && old !== '/') table.paths.set(old, file);
    table.documents.set(attachment.id, file);
  }
}

/** Addresses that a document had before: in the same folder, under its earlier slugs. */
export function oldSlugPaths(oldPath: string, slugs: readonly string[]): string[] {
  const folder = oldPath.slice(0, oldPath.slice(0, -1).lastIndexOf('/') + 1);
  return oldPath === ''
    ? []
    : slugs
        .map(cleanSlug)
        .filter((slug) => slug !== '')
        .map((slug) => `${folder}${slug}/`);
}
