import type { Slugged } from '../../core/front/guessed-addresses.ts';
import { kindsOf, taxonomiesOf } from '../../core/model/kinds.ts';
import { authorPath, encodePath, paths, termPath } from '../../core/model/urls.ts';
import type { RestTerm } from '../wordpress/rest-recording.ts';
import type { SiteSettings } from '../write/site-settings.ts';
import type { AddressTable, OldSite } from './address-book.ts';
import type { MediaLibrary } from './media-library.ts';
import { cleanSlug } from './names.ts';
import type { DocumentPlan, PlannedDocument } from './plan.ts';
import type { PlannedAuthor } from './plan-authors.ts';
import { rootIn } from './plan-languages.ts';
import type { PlannedTerms } from './plan-terms.ts';
import type { Shelf } from './shelf.ts';
import type { Anchor, Survey, SurveyedAttachment } from './survey.ts';

export interface AddressSources {
  readonly survey: Survey;
  readonly plan: DocumentPlan;
  readonly terms: PlannedTerms;
  readonly authors: readonly PlannedAuthor[];
  readonly media: MediaLibrary;
  readonly site: OldSite;
  readonly settings: SiteSettings;
  readonly restTerms: readonly RestTerm[];
  readonly shelf: Shelf;
}

function createMaps(shelf: Shelf) {
  return {
    paths: shelf.map<string, string>().set('/', '/'),
    dead: shelf.map<string, string>(),
    documents: shelf.map<number, string>(),
    categories: new Map<number, string>(),
    tags: new Map<string, string>(),
    terms: new Map<number, string>(),
    authors: new Map<number, string>(),
    anchors: shelf.map<string, readonly Anchor[]>(),
    /** By slug, line break and path: sorts equal slugs next to each other. */
    slugs: shelf.map<string, Slugged>(),
  };
}
type Maps = ReturnType<typeof createMaps>;

/** Maps old addresses to new ones; of equal ones, the later kind in this function wins. */
export function makeAddressTable(sources: AddressSources): AddressTable {
  const maps = createMaps(sources.shelf);
  addLists(sources, maps);
  addTerms(sources, maps);
  addOwnTerms(sources, maps);
  addAuthors(sources, maps);
  addRestTerms(sources, maps);
  addAttachments(sources, maps);
  for (const document of sources.plan.documents.values()) {
    if (document.public) addDocument(document, maps);
    else addHidden(document, sources.site, maps);
  }
  return {
    ...maps,
    slugsFrom: (name) =>
      maps.slugs
        .sorted(name, 2)
        .map(([, slugged]) => slugged)
        .toArray(),
  };
}

function addLists({ survey, settings }: AddressSources, maps: Maps): void {
  for (const list of survey.head?.postLists ?? []) maps.paths.set(list, paths.posts);
  for (const { own, archive } of kindsOf(settings)) {
    if (own && archive !== null) maps.paths.set(archive, archive);
  }
}

function addTerms({ terms, settings }: AddressSources, maps: Maps): void {
  for (const term of terms.categories) {
    const path =
      rootIn(term) + termPath({ permalink: settings.permalinks.category }, terms.ancestry(term.slug));
    maps.paths.set(path, path);
    if (term.id !== null) maps.categories.set(term.id, path);
  }
  for (const term of terms.tags) {
    const path = rootIn(term) + termPath({ permalink: settings.permalinks.tag }, [term.slug]);
    maps.paths.set(path, path);
    maps.tags.set(term.slug, path);
    if (term.id !== null) maps.terms.set(term.id, path);
  }
}

function addOwnTerms({ terms, settings }: AddressSources, maps: Maps): void {
  for (const taxonomy of taxonomiesOf(settings).filter(({ own }) => own)) {
    for (const term of terms.others.get(taxonomy.name) ?? []) {
      const slugs = taxonomy.hierarchical ? terms.ancestry(term.slug, taxonomy.name) : [term.slug];
      const path = rootIn(term) + termPath(taxonomy, slugs);
      maps.paths.set(path, path);
      if (term.id !== null) maps.terms.set(term.id, path);
    }
  }
}

function addAuthors({ authors, settings }: AddressSources, maps: Maps): void {
  for (const author of authors) {
    const path = authorPath(settings, author.slug);
    maps.paths.set(path, path);
    maps.authors.set(author.id, path);
  }
}

/** Addresses of terms in `wp/v2`. */
function addRestTerms({ restTerms, site }: AddressSources, maps: Maps): void {
  for (const term of restTerms) {
    const old = site.pathOf(term.link);
    const path = pathOfTerm(term, maps);
    if (old !== null && path !== undefined) maps.paths.set(old, path);
  }
}

function pathOfTerm(term: RestTerm, { categories, tags, terms }: Maps): string | undefined {
  if (term.taxonomy === 'category') return categories.get(term.id);
  return term.taxonomy === 'post_tag' ? tags.get(cleanSlug(term.slug)) : terms.get(term.id);
}

/** The page of a media file redirects to the file. */
function addAttachments({ survey, media, site, plan }: AddressSources, maps: Maps): void {
  for (const attachment of survey.attachments.values()) {
    const file = attachmentTarget(attachment, media, plan);
    if (file === null) continue;
    const old = site.pathOf(attachment.link);
    if (old !== null && old !== '/') maps.paths.set(old, file);
    maps.documents.set(attachment.id, file);
  }
}

function addDocument({ id, slug, path, oldPath, source }: PlannedDocument, maps: Maps): void {
  maps.slugs.set(`${slug}\n${path}`, [slug, encodePath(path)]);
  if (id !== null) maps.documents.set(id, path);
  for (const old of [oldPath, path, ...source.oldPaths, ...oldSlugPaths(oldPath, source.oldSlugs)]) {
    if (old !== '') maps.paths.set(old, path);
  }
  if (source.anchors.length > 0) maps.anchors.set(path, source.anchors);
}

function addHidden({ path, source }: PlannedDocument, site: OldSite, maps: Maps): void {
  const reason = `“${source.title}” is not published (${source.status}).`;
  for (const old of [site.pathOf(source.link), path]) {
    if (old !== null && old !== '/') maps.dead.set(old, reason);
  }
}

/** Target of an attachment page: the file, or its parent if the file is missing. Null if the parent is not public. */
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

/** Old addresses of a document: in the same folder, with its old slugs. */
export function oldSlugPaths(oldPath: string, slugs: readonly string[]): string[] {
  const folder = oldPath.slice(0, oldPath.slice(0, -1).lastIndexOf('/') + 1);
  return oldPath === ''
    ? []
    : slugs
        .map(cleanSlug)
        .filter((slug) => slug !== '')
        .map((slug) => `${folder}${slug}/`);
}
