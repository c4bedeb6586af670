import { hash } from 'node:crypto';
import { extname, posix } from 'node:path';
import type {
  Author,
  Body,
  Document,
  Library,
  Media,
  OwnFile,
  Redirect,
  Skill,
  Term,
} from '../../core/model/document.ts';
import type { Embed } from '../../core/model/embed.ts';
import { listShownTerms, withEmptyLists } from '../../core/model/empty-lists.ts';
import { kindNamed } from '../../core/model/kinds.ts';
import { isMultilingual } from '../../core/model/languages.ts';
import { mimeTypes } from '../../core/model/media-types.ts';
import type { Site } from '../../core/model/site.ts';
import { mediaPath, paths, sharedPath, twinPath } from '../../core/model/urls.ts';
import { checkDocuments } from '../check/check-documents.ts';
import { checkOwnFiles } from '../check/check-own-pages.ts';
import { checkRedirects } from '../check/check-redirects.ts';
import { checkReferences } from '../check/check-references.ts';
import { runPluginChecks } from '../check/plugin-checks.ts';
import { checkTranslations, groupTranslations, listTranslations } from '../check/translations.ts';
import { type CommentArchive, checkComments, withComments } from '../compile/comments.ts';
import type { CompiledDocument } from '../compile/compile-document.ts';
import type { Reference } from '../compile/text/text-findings.ts';
import { findLockedTargets, unlinkLockedTwins } from '../compile/twin-links.ts';
import { type ImageFile, imageSource } from '../images/images.ts';
import { completeMedia, type MediaEntry } from '../images/media-list.ts';
import type { Problem } from '../read/problems.ts';
import { stableId } from '../read/stable-id.ts';
import type { Listed } from '../read/yaml/yaml-list.ts';
import { unifyNames } from './unify-names.ts';

/** Everything that was read, before the publish gate. */
export interface Gathered {
  readonly site: Site;
  readonly nowGmt: string;
  /** Lets everything through the gate, marked. */
  readonly preview: boolean;
  readonly documents: readonly Document[];
  /** In the order of `documents`. */
  readonly compiled: readonly CompiledDocument[];
  /** Addresses of files that did not compile. */
  readonly failed: ReadonlySet<string>;
  /** Of each taxonomy, in the order of the table. */
  readonly terms: readonly Listed<Term>[];
  readonly authors: Listed<Author>;
  readonly skills: Listed<Skill>;
  readonly redirects: Listed<Redirect>;
  readonly comments: CommentArchive;
  readonly media: Listed<MediaEntry>;
  readonly embeds: Listed<Embed>;
  /** What Astro makes of `src/pages/`, as far as the names of files say. */
  readonly own: readonly OwnFile[];
  readonly root: string;
  /** Files of `public/`. */
  readonly verbatim: readonly string[];
  /** The images of documents and of the list of media, by file from the root. */
  readonly images: ReadonlyMap<string, ImageFile>;
  readonly body: (document: Document) => Body;
}

/** Published files and links, in addition to the library. */
export interface Publication {
  /** What Astro makes of `src/pages/`, as far as the names of files say. */
  readonly own: readonly OwnFile[];
  /** Files below `content/` that published documents show. */
  readonly assets: readonly string[];
  /** Links inside the site, by source file. */
  readonly references: Map<string, readonly Reference[]>;
  /** What is published, and does not do what its author may expect. */
  readonly warnings: readonly Problem[];
}

export interface Built {
  readonly library: Library;
  readonly publication: Publication;
  readonly report: {
    readonly drafts: number;
    readonly scheduled: number;
    readonly nextDueGmt: string | null;
  };
  readonly check: () => { readonly problems: readonly Problem[]; readonly warnings: readonly Problem[] };
}

/** Makes the library of the documents that are published. */
export function buildLibrary(gathered: Gathered): Built {
  const { site, compiled } = gathered;
  const documents = unifyNames(gathered);
  const published: Document[] = [];
  const unlisted: Document[] = [];
  const hidden: CompiledDocument[] = [];
  const records: CompiledDocument[] = [];
  let drafts = 0;
  let scheduled = 0;
  const due: string[] = [];
  for (const [index, document] of documents.entries()) {
    const record = compiled[index];
    if (!record) continue;
    const unpublished = reasonToHold(document, record.draft, gathered.nowGmt);
    if (unpublished === 'draft') drafts++;
    if (unpublished === 'scheduled') {
      scheduled++;
      due.push(document.dateGmt);
    }
    const { share } = record;
    if (share && unpublished === 'draft' && share.untilGmt > gathered.nowGmt) {
      due.push(share.untilGmt);
      const { key, until: sharedUntil } = share;
      unlisted.push({ ...document, path: sharedPath(key), unlisted: true, unpublished, sharedUntil });
      hidden.push(record);
      if (!gathered.preview) continue;
    }
    if (unpublished !== null && !gathered.preview) continue;
    if (document.unlisted) {
      unlisted.push(document);
      hidden.push(record);
      continue;
    }
    published.push(unpublished === null ? document : { ...document, unpublished });
    records.push(record);
  }
  const lockedTargets = findLockedTargets(
    published,
    records.map(({ references }) => references),
  );
  for (const [index, document] of published.entries()) {
    const targets = lockedTargets.get(document.source);
    if (targets) published[index] = { ...document, digest: digestOf(document.digest, targets) };
  }
  published.sort(byPublication);
  const allTerms = gathered.terms.flatMap(({ items }) => items);
  const groups = groupTranslations(site, documents, compiled);
  linkVersions(site, published, groups, allTerms);
  const terms = countDocuments(allTerms, published);
  const library: Library = {
    site: withEmptyLists(site, published, terms),
    documents: withComments(withParentIds(site, published, documents), gathered.comments),
    ...(unlisted.length > 0 ? { unlisted } : {}),
    terms,
    authors: gathered.authors.items,
    media: completeMedia(
      gathered.root,
      listMedia(gathered.images, published),
      gathered.media.items,
      gathered.images,
    ),
    skills: gathered.skills.items,
    redirects: [...redirectsOfArchive(site), ...gathered.redirects.items],
    body: readPublished(gathered.body, lockedTargets, site),
  };
  const { authors, skills, redirects, media, embeds } = gathered;
  const lists = [...gathered.terms, authors, skills, redirects, media, embeds];
  records.push(...hidden);
  const listedAssets = gathered.media.items.flatMap(({ source }) =>
    source.startsWith('content/') ? [source.slice('content/'.length)] : [],
  );
  const assets = [...new Set([...records.flatMap((record) => record.assets), ...listedAssets])].sort();
  const places = new Map(
    [...gathered.terms, gathered.authors].flatMap((listed) => [...(listed.places ?? [])]),
  );
  return {
    library,
    publication: {
      own: gathered.own,
      assets,
      warnings: [...lists, gathered.comments, ...records].flatMap(({ warnings = [] }) => warnings),
      references: new Map(records.map(({ document, references }) => [document.source, references])),
    },
    report: { drafts, scheduled, nextDueGmt: due.sort()[0] ?? null },
    check: () => {
      const found = checkDocuments({
        library,
        documents,
        compiled,
        places,
        own: gathered.own,
        assets,
        verbatim: gathered.verbatim,
      });
      const files = new Set([...assets.map(mediaPath), ...gathered.verbatim.map((file) => `/${file}`)]);
      for (const { path } of gathered.own) files.add(path);
      const led = checkRedirects(library, gathered.redirects, files);
      const problems = [
        ...lists.flatMap(({ problems }) => problems),
        ...checkTranslations(site, groups, published),
        ...checkComments(documents, gathered.comments),
        ...found.problems,
        ...led.problems,
        ...checkOwnFiles(library, documents, gathered.own, gathered.root),
        ...checkReferences(library, documents, records, gathered.failed, gathered.own),
      ];
      const plugins = runPluginChecks(library);
      return {
        problems: [...problems, ...plugins.problems],
        warnings: [...found.warnings, ...led.warnings, ...plugins.warnings],
      };
    },
  };
}

/** A function of its own: it lives as long as the library, and would hold in memory what `buildLibrary` read. */
function readPublished(
  read: Library['body'],
  lockedTargets: ReturnType<typeof findLockedTargets>,
  site: Site,
): Library['body'] {
  return (document) => {
    const targets = lockedTargets.get(document.source);
    const body = read(document);
    return targets ? unlinkLockedTwins(body, targets, site) : body;
  };
}

/** The usual address of the list of posts, where the settings give it another one. */
function redirectsOfArchive({ permalinks: { archive } }: Site): Redirect[] {
  if (archive === paths.posts) return [];
  return [
    { from: paths.posts, to: archive, status: 301 },
    { from: twinPath(paths.posts), to: twinPath(archive), status: 301 },
    { from: `${paths.posts}page/{page:number}/`, to: `${archive}page/{page}/`, status: 301 },
  ];
}

/** Gives documents their translations, and the slugs that their terms have in their language. */
function linkVersions(
  site: Site,
  published: Document[],
  groups: ReturnType<typeof groupTranslations>,
  terms: readonly Term[],
): void {
  if (!isMultilingual(site)) return;
  const files = new Set(published.map(({ source }) => source));
  const slugs = new Map(
    terms.map(({ taxonomy, language, key, slug }) => [`${taxonomy}/${language}/${key}`, slug]),
  );
  for (const [index, document] of published.entries()) {
    const translations = listTranslations(site, groups, document, (source) => files.has(source));
    const own = Object.entries(document.terms).map(([taxonomy, written]) => [
      taxonomy,
      written.map((word) => slugs.get(`${taxonomy}/${document.language}/${word}`) ?? word),
    ]);
    published[index] = {
      ...document,
      terms: Object.fromEntries(own),
      ...(translations
        ? { translations, digest: digestOf(document.digest, [JSON.stringify(translations)]) }
        : {}),
    };
  }
}

/** Digest of a document whose text depends on what it links to. */
const digestOf = (own: string, targets: readonly string[]): string =>
  hash('sha256', `${own}\n${targets.join('\n')}`, 'hex');

/** The publish gate: why a document is not published; null when it is. */
function reasonToHold(document: Document, draft: boolean, nowGmt: string): 'draft' | 'scheduled' | null {
  if (draft) return 'draft';
  return document.dateGmt > nowGmt ? 'scheduled' : null;
}

/** Newest first; equal dates by id, highest first. */
function byPublication(a: Document, b: Document): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return b.id - a.id;
}

/** Gives documents the number of the one above them, which may itself be a draft. */
function withParentIds(site: Site, published: readonly Document[], all: readonly Document[]): Document[] {
  const above = all.filter(({ kind }) => kindNamed(site, kind).hierarchical);
  const ids = new Map(above.map(({ path, id }) => [path, id]));
  return published.map((document) => {
    const parentId = document.parent === null ? undefined : ids.get(document.parent);
    return parentId === undefined ? document : { ...document, parentId };
  });
}

function countDocuments(terms: readonly Term[], documents: readonly Document[]): Term[] {
  const carried = documents.flatMap(({ terms, language }) =>
    Object.entries(terms).flatMap(([taxonomy, slugs]) => slugs.map((slug) => ({ taxonomy, slug, language }))),
  );
  const keyOf = ({
    taxonomy,
    slug,
    language,
  }: Pick<Term, 'taxonomy' | 'slug'> & { language?: string | undefined }) =>
    `${language}/${taxonomy}/${slug}`;
  const carriers = Map.groupBy(carried, keyOf);
  return linkTerms(terms.map((term) => ({ ...term, count: carriers.get(keyOf(term))?.length ?? 0 })));
}

/** Gives terms their translations; those that have no name in a language stay only where documents carry them. */
function linkTerms(all: readonly Term[]): Term[] {
  const shown = listShownTerms(all);
  const terms = all.filter((term) => !term.implied || shown.has(term));
  const groups = Map.groupBy(terms, ({ taxonomy, key }) => `${taxonomy}/${key}`);
  return terms.map((term) => {
    const versions = term.key === undefined ? [] : (groups.get(`${term.taxonomy}/${term.key}`) ?? []);
    if (versions.length < 2) return term;
    return {
      ...term,
      translations: versions.map(({ language = '', id, path }) => ({ language, id, path })),
    };
  });
}

/** The measured images of published documents, each under the oldest document that shows it. */
function listMedia(images: Gathered['images'], documents: readonly Document[]): Media[] {
  const media = new Map<string, Media>();
  for (const document of documents.toReversed()) {
    const shown = document.image ? [document.image, ...document.images] : document.images;
    for (const { src, alt, width, height, animated } of shown) {
      if (media.has(src) || width === null || height === null) continue;
      const image = images.get(imageSource(src));
      if (!image?.ok) continue;
      const name = posix.basename(src, extname(src));
      media.set(src, {
        id: stableId('attachment', src),
        slug: name.toLowerCase(),
        title: name,
        alt,
        src,
        mimeType: mimeTypes[extname(src).toLowerCase()] ?? 'application/octet-stream',
        width,
        height,
        bytes: image.bytes,
        ...(animated ? { animated } : {}),
        documentId: document.id,
        date: document.date,
        dateGmt: document.dateGmt,
      });
    }
  }
  return [...media.values()].toReversed();
}
