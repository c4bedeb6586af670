import type { Slugged } from 'agentsite/http';
import {
  authorPath,
  encodePath,
  kindsOf,
  paths,
  taxonomiesOf,
  termPath,
  whyNoRedirect,
} from 'agentsite/model';
import type { DiskMaps } from '../model/disk-map.ts';
import type { Losses } from '../model/losses.ts';
import { cleanSlug } from '../model/names.ts';
import type { Anchor, Survey, SurveyedAttachment } from '../model/survey.ts';
import type { RestTerm } from '../wordpress/rest-recording.ts';
import type { AddressTable, OldSite } from './address-book.ts';
import { placeOf } from './claims.ts';
import type { MediaLibrary } from './media-library.ts';
import type { DocumentPlan, PlannedDocument } from './plan.ts';
import type { PlannedAuthor } from './plan-authors.ts';
import { type PlannedLanguages, rootIn } from './plan-languages.ts';
import type { PlannedTerms } from './plan-terms.ts';
import type { SiteSettings } from './site-settings.ts';

export interface AddressSources {
  readonly languages: PlannedLanguages;
  readonly losses: Losses;
  readonly survey: Survey;
  readonly plan: DocumentPlan;
  readonly terms: PlannedTerms;
  readonly authors: readonly PlannedAuthor[];
  readonly media: MediaLibrary;
  readonly site: OldSite;
  readonly settings: SiteSettings;
  readonly restTerms: readonly RestTerm[];
  readonly maps: DiskMaps;
}

function createMaps(maps: DiskMaps) {
  return {
    paths: maps.map<string, string>().set('/', '/'),
    dead: maps.map<string, string>(),
    hidden: maps.map<string, string>(),
    documents: maps.map<number, string>(),
    categories: new Map<number, string>(),
    tags: new Map<string, string>(),
    terms: new Map<number, string>(),
    authors: new Map<number, string>(),
    anchors: maps.map<string, readonly Anchor[]>(),
    /** By slug, line break and path: sorts equal slugs next to each other. */
    slugs: maps.map<string, Slugged>(),
    /** By key of the document. */
    redirectFrom: maps.map<string, readonly string[]>(),
  };
}
type Maps = ReturnType<typeof createMaps>;

/** Maps old addresses to new ones; of equal ones, the later kind in this function wins. */
export function makeAddressTable(sources: AddressSources): AddressTable {
  const maps = createMaps(sources.maps);
  addLists(sources, maps);
  addTerms(sources, maps);
  addOwnTerms(sources, maps);
  addAuthors(sources, maps);
  addRestTerms(sources, maps);
  addAttachments(sources, maps);
  const published = () => sources.plan.documents.values().filter((document) => document.public);
  for (const document of published()) addDocument(document, maps);
  for (const document of sources.plan.documents.values())
    if (!document.public) addHidden(document, sources.site, maps);
  const claimed = new Map<string, string>();
  for (const document of published()) addRedirects(document, sources, maps, claimed);
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
  for (const old of [oldPath, path]) if (old !== '') maps.paths.set(old, path);
  if (source.anchors.length > 0) maps.anchors.set(path, source.anchors);
}

/**
 * Old addresses that redirect to a document: each goes to the first document that claims it. One where another page is
 * today needs no line: no reader of the old site got further with it.
 */
function addRedirects(
  { path, oldPath, source, file }: PlannedDocument,
  { languages, plan, survey, losses }: AddressSources,
  maps: Maps,
  claimed: Map<string, string>,
): void {
  const lose = (what: string, fix: string) =>
    losses.add('redirect-not-kept', placeOf(source, file), what, fix);
  const isMoved = oldPath !== '' && oldPath !== path && !survey.head?.isPrivate;
  const moved = isMoved ? [oldPath] : [];
  const kept = new Set<string>();
  for (const from of [...moved, ...source.oldPaths, ...oldSlugPaths(oldPath, source.oldSlugs)]) {
    const page = (from.endsWith('/') ? from : `${from}/`).normalize('NFC');
    const root = languages.tags
      .map((tag) => `/${tag.toLowerCase()}`)
      .find((start) => page.startsWith(`${start}/`));
    const reserved = whyNoRedirect(page.slice(root?.length ?? 0));
    const first = claimed.get(page);
    if (page === path || kept.has(from)) continue;
    if (!/^\/(?!\/)[^?#*{}\\\p{Cc}]*$/u.test(from))
      lose(from, 'It is no single address. Write a rule for it in content/redirects.yaml.');
    else if (reserved !== null) lose(from, `Here it is the address of ${reserved}.`);
    else if (first !== undefined && first !== file)
      lose(
        from,
        `It redirects to ${first}, which claims it too. Move it to this document if readers expect it.`,
      );
    else if (!plan.isTaken(page, source) && (maps.paths.get(page) ?? path) !== page) {
      claimed.set(page, file);
      kept.add(from);
      if (maps.paths.get(page) === undefined) maps.paths.set(page, path);
    }
  }
  // An old address of a file has no trailing slash.
  const written = [...kept].map((from) =>
    from.replace(/(\.\w+)\/$/, '$1').replace(/\s/g, encodeURIComponent),
  );
  if (written.length > 0) maps.redirectFrom.set(source.key, [...new Set(written)]);
}

function addHidden({ path, source }: PlannedDocument, site: OldSite, maps: Maps): void {
  const reason = `“${source.title}” is not published (${source.status}).`;
  for (const old of [site.pathOf(source.link), path]) {
    if (old === null || old === '/') continue;
    maps.dead.set(old, reason);
    maps.hidden.set(old, path);
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
