import type { DatabaseSync } from 'node:sqlite';
import type { Body, Document } from '../../core/model/document.ts';
import { rankNames } from '../../core/text/name-order.ts';
import type { WpContext } from '../../core/wp/context.ts';
import { renderPostEmbed, renderPostHit, renderPostPieces } from '../../core/wp/objects/post.ts';
import { encodeSlug } from '../../core/wp/text.ts';
import { encodeText } from '../plan/output.ts';

/** Writes what is in rows of its own for each document: made, or taken over from the previous index. */
export interface DocumentRows {
  add(position: number, key: string, document: Document, body: Body): void;
  take(position: number, key: string, document: Document, previousPosition: number): void;
}

/** The places of a document among the titles and among the slugs of all. */
export type NameRanks = readonly [title: number, slug: number];

export function rankDocuments(documents: readonly Document[]): (position: number) => NameRanks {
  const titles = rankNames(documents.map(({ title }) => title));
  const slugs = rankNames(documents.map(({ slug }) => encodeSlug(slug)));
  return (position) => [titles[position - 1] ?? 0, slugs[position - 1] ?? 0];
}

/** @param hasPrevious is there an index that rows can be taken over from? */
export function createDocumentRows(
  database: DatabaseSync,
  context: WpContext,
  ranksOf: (position: number) => NameRanks,
  hasPrevious: boolean,
): DocumentRows {
  const scalars = Array(19).fill('?').join(', ');
  const insertDocument = database.prepare(`INSERT INTO document VALUES (${scalars}, ?)`);
  const [takeDocument, takeObject] = hasPrevious
    ? [
        `INSERT INTO document SELECT ${scalars}, markdown FROM previous.document WHERE position = ?`,
        `INSERT INTO wp_document SELECT ?, head, tail, embed, hit, content
         FROM previous.wp_document WHERE position = ?`,
      ].map((statement) => database.prepare(statement))
    : [];
  const insertObject = database.prepare('INSERT INTO wp_document VALUES (?, ?, ?, ?, ?, ?)');
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
    document.locked ? 1 : 0,
    context.pictureOf(document)?.id ?? 0,
    ...ranksOf(position),
  ];

  return {
    add(position, key, document, body) {
      insertKey.run(position, key);
      insertDocument.run(...listScalars(position, document), document.locked ? '' : body.markdown);
      const { head, content, tail } = renderPostPieces(context, document, body);
      insertObject.run(
        position,
        encodeText(head),
        encodeText(tail),
        encodeText(renderPostEmbed(context, document)),
        encodeText(renderPostHit(context, document)),
        encodeText(content),
      );
    },
    take(position, key, document, previousPosition) {
      insertKey.run(position, key);
      takeDocument?.run(...listScalars(position, document), previousPosition);
      takeObject?.run(position, previousPosition);
    },
  };
}
