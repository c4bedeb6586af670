import type { Document, Library } from '../../core/model/document.ts';
import type { Page } from '../../core/pages/page.ts';
import { describePages } from '../../core/pages/pages.ts';
import { readingMinutes } from '../../core/pages/reading-time.ts';
import { fileOf } from '../pages/render-pages.ts';
import { type DocumentInputs, keyOf, type Manifest, type PageInputs } from './output.ts';
import { notePageKey } from './page-key.ts';

/**
 * Of a library under one code and one `site.ts`, which the caller compares.
 * @param before of the last build: only documents with another digest are described
 */
export function describeInputs({ documents, terms, authors }: Library, before: PageInputs): PageInputs {
  const described: Record<string, DocumentInputs> = {};
  const shown: unknown[] = [];
  for (const document of documents) {
    const { path, digest, parentId, unpublished } = document;
    const known = before.documents[path];
    const inputs = known?.[0] === digest ? known : ([digest, describeElsewhere(document)] as const);
    described[path] = inputs;
    shown.push([inputs[1], parentId, unpublished]);
  }
  return { shared: keyOf(shown, terms, authors), documents: described };
}

/**
 * After an edit inside of one text, the page of every other document is what it was: what they show of that document is
 * the same. Their keys are then those of the last build, and none of them is described again.
 * @param previous keys of the last build's files
 * @param before what its pages were made of
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
    if (key !== undefined && isAsBefore(page, before)) notePageKey(page, key);
  }
}

function isAsBefore(page: Page, before: PageInputs): boolean {
  const document = 'document' in page ? page.document : null;
  return document === null || before.documents[document.path]?.[0] === document.digest;
}

/** All of a document but what only its own page and its own files show, and what other documents decide of it. */
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
    locked: document.locked !== null,
  });
}
