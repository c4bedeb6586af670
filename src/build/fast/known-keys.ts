import { join } from 'node:path';
import type { LoadedLibrary } from '../../content/library/load-library.ts';
import { listFiles } from '../../content/read/list-files.ts';
import type { Document, Library } from '../../core/model/document.ts';
import { showsBodies } from '../../core/model/settings/home.ts';
import { markOf } from '../../core/pages/page-relations.ts';
import { describePages } from '../../core/pages/pages.ts';
import { readingMinutes } from '../../core/pages/reading-time.ts';
import { fileOf } from '../pages/render-pages.ts';
import { type DocumentInputs, keyOf, type Manifest, type PageInputs } from '../plan/output.ts';
import { notePageKey } from '../plan/page-key.ts';

/** @param before of the last build: only documents with another digest are described */
export function describeInputs(
  { library, assets }: Pick<LoadedLibrary, 'library' | 'assets'>,
  root: string,
  before: PageInputs,
): PageInputs {
  const { documents, unlisted = [], terms, authors, media, skills, redirects, ownPages } = library;
  const described: Record<string, DocumentInputs> = {};
  const shown: unknown[] = [];
  const inLists = showsBodies(library.site.home);
  for (const document of documents) {
    const { path, digest, parentId, unpublished } = document;
    const known = before.documents[path];
    const inputs = known?.[0] === digest ? known : ([digest, describeElsewhere(document)] as const);
    described[path] = inputs;
    shown.push([inputs[1], parentId, unpublished, inLists ? digest : '']);
  }
  const comments = documents.flatMap((document) => document.comments ?? []);
  const hidden = unlisted.map(({ digest }) => digest);
  const verbatim = [...listFiles(join(root, 'public'))].sort();
  const rest = keyOf(media, skills, redirects, ownPages, hidden, assets, comments, verbatim);
  return { shared: keyOf(shown, terms, authors), rest, documents: described };
}

/**
 * Notes the page keys of the last build where they still hold: after an edit inside of one body, what other pages show
 * of that document is the same, so only its own page needs a new key.
 * @param previous keys of the last build's files
 * @param before inputs of its pages, of the same code and settings
 * @param now those of this build
 */
export function recallPageKeys(
  library: Library,
  previous: Manifest,
  before: PageInputs,
  now: PageInputs,
): void {
  if (before.shared !== now.shared) return;
  for (const page of describePages(library)) {
    const key = previous[fileOf(page, library.site)];
    const own = 'document' in page ? page.document : null;
    const isAsBefore = own === null || before.documents[own.path]?.[0] === own.digest;
    if (key !== undefined && isAsBefore) notePageKey(page, key);
  }
}

/** Digest of what other pages may show of a document. */
function describeElsewhere(document: Document): string {
  const {
    digest: _,
    headings: _headings,
    anchors: _anchors,
    images: _images,
    comments: _comments,
    parentId: _parentId,
    unpublished: _unpublished,
    ...rest
  } = document;
  return keyOf({
    ...rest,
    wordCount: readingMinutes(document.wordCount),
    ...markOf(document),
    locked: document.locked !== null,
  });
}
