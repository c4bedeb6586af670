import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Document, Library } from '../../core/model/document.ts';
import { contentIndexVersion } from '../../core/search-index/content-index.ts';
import type { WpContext } from '../../core/wp/context.ts';
import { wpObjects } from '../../core/wp/objects/objects.ts';
import { describePostInputs, type PostPieces } from '../../core/wp/objects/post.ts';
import { keyOf } from '../plan/output.ts';

/** Other pages of the site (archives, the home page) that a 404 may suggest. */
export interface OtherPage {
  readonly path: string;
  readonly title: string;
  readonly kind: string;
}

export interface ContentIndexOptions {
  /** Other pages of the site. Default: none. */
  readonly pages?: readonly OtherPage[];
  /** The context that other files are rendered with, so that parts are shared. */
  readonly context?: WpContext;
  /** Digest of the code and the settings; an index of others is not patched. */
  readonly code?: string;
  /** The index of the last build. Default: the file that is written. */
  readonly last?: string;
  /** Is the existing file known to be complete? Default: yes. */
  readonly isIntact?: boolean;
}

/** A content index that is being written. Documents come in their order, from position 1. */
export interface IndexWriter {
  /** @returns the view form of the document, which is rendered once for all who need it; null where its rows stay */
  add(position: number, document: Document): PostPieces | null;
  /** @returns the digest of the release */
  finish(): string;
}

/** Opens a file for a new content index. */
export type OpenIndex = (library: Library, file: string, options?: ContentIndexOptions) => IndexWriter;

/** Adds all documents. @returns the digest of the release */
export function addAll({ documents }: Library, { add, finish }: IndexWriter): string {
  for (const [index, document] of documents.entries()) add(index + 1, document);
  return finish();
}

/** Digest of what the rows of one document are made from. */
export function rowKey(context: WpContext, document: Document): string {
  return hash('sha256', describePostInputs(context, document), 'base64url');
}

/** Digest of everything in a content index except the documents: their order, names and terms, pages and objects. */
export function digestFrame(context: WpContext, pages: readonly OtherPage[]): string {
  const { documents, terms, authors } = context.library;
  const places = documents.map(({ id, kind, slug, path, title, terms, locked }) => {
    return [id, kind, slug, path, title, terms, locked !== null];
  });
  const addresses = pages.map(({ path, title, kind }) => [path, title, kind]);
  return keyOf(places, addresses, terms, authors, wpObjects(context));
}

/** Origin of a content index, for the next build. */
export interface IndexOrigin {
  readonly code: string;
  readonly frame: string;
  readonly patched: number;
  /** Default: that of this release. */
  readonly bodies?: string;
}

/** @returns the digest of the release */
export function writeMeta(
  database: DatabaseSync,
  library: Library,
  { code, frame, patched, bodies }: IndexOrigin,
): string {
  const release = digestRelease(library);
  let modified = '';
  for (const { modifiedGmt } of library.documents) if (modifiedGmt > modified) modified = modifiedGmt;
  const values = {
    version: String(contentIndexVersion),
    site: JSON.stringify(library.site),
    modified: modified === '' ? '' : `${modified}Z`,
    release,
    skills: JSON.stringify(library.skills.map(({ name, text }) => [name, text])),
    code,
    frame,
    patched: String(patched),
    bodies: bodies ?? nameBodies(release, code),
  };
  const insert = database.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)');
  for (const [key, value] of Object.entries(values)) insert.run(key, value);
  return release;
}

/** Other code may write other bodies of the same content: an index never meets those of another. */
export function nameBodies(release: string, code: string): string {
  return `bodies-${hash('sha256', release + code).slice(0, 16)}`;
}

/** Names the release after everything that is published. */
function digestRelease(library: Library): string {
  const skills = library.skills.map(({ name, digest }) => [name, digest]);
  const rest = JSON.stringify([contentIndexVersion, library.site, library.authors, library.media, skills]);
  const documents = library.documents.map(({ id, path, digest }) => `${id}:${path}:${digest};`);
  return hash('sha256', rest + documents.join(''), 'hex');
}
