import type { DatabaseSync } from 'node:sqlite';
import { type Body, type Document, postFormats } from '../../core/model/document.ts';
import { coverThumbnail } from '../../core/model/image-variants.ts';
import type { BodiesSchema } from '../../core/search-index/content-index.ts';
import { rankNames } from '../../core/text/name-order.ts';
import type { WpContext } from '../../core/wp/context.ts';
import {
  type PostPieces,
  renderPostEmbed,
  renderPostHit,
  renderPostPieces,
} from '../../core/wp/objects/post.ts';
import { encodeSlug } from '../../core/wp/text.ts';

/** Positions of a document when all are sorted by title and by slug. */
export type NameRanks = readonly [titleRank: number, slugRank: number];

export function rankDocuments(documents: readonly Document[]): (position: number) => NameRanks {
  const titles = rankNames(documents.map(({ title }) => title));
  const slugs = rankNames(documents.map(({ slug }) => encodeSlug(slug)));
  return (position) => [titles[position - 1] ?? 0, slugs[position - 1] ?? 0];
}

export function createDocumentRows(
  database: DatabaseSync,
  context: WpContext,
  ranksOf: (position: number) => NameRanks,
  bodies: BodiesSchema,
) {
  const insertDocument = database.prepare(`INSERT INTO document VALUES (${Array(23).fill('?').join(', ')})`);
  const insertText = database.prepare(`INSERT INTO ${bodies}.document_text VALUES (?, CAST(? AS TEXT))`);
  const insertObject = database.prepare(`INSERT INTO ${bodies}.wp_document VALUES (?, ?, ?, ?, ?, ?)`);
  const insertKey = database.prepare('INSERT INTO document_key VALUES (?, ?)');
  const listScalars = (position: number, document: Document) => [
    position,
    document.id,
    document.kind,
    document.slug,
    document.path,
    document.title,
    document.summary,
    document.date,
    document.dateGmt,
    document.modified,
    document.modifiedGmt,
    context.authorOf(document)?.id ?? 0,
    context.parentOf(document),
    document.order,
    document.sticky ? 1 : 0,
    postFormats.indexOf(document.format ?? 'standard'),
    document.locked ? 1 : 0,
    context.pictureOf(document)?.id ?? 0,
    coverThumbnail(document, context.library.site),
    ...ranksOf(position),
    document.language ?? '',
  ];

  return (position: number, key: string, document: Document, body: Body): PostPieces => {
    insertKey.run(position, key);
    const markdown = Buffer.from(document.locked ? '' : body.markdown);
    insertDocument.run(...listScalars(position, document), markdown.length);
    insertText.run(position, markdown);
    const pieces = renderPostPieces(context, document, body);
    const { head, content, tail } = pieces;
    const embed = renderPostEmbed(context, document);
    const parts = [head, tail, embed, renderPostHit(context, document), content];
    insertObject.run(position, ...parts.map((part) => Buffer.from(part)));
    return pieces;
  };
}
