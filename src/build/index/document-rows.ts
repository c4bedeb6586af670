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
import { prepareInsert, type Row } from './insert-rows.ts';

/** Positions of a document when all are sorted by title and by slug. */
export type NameRanks = readonly [titleRank: number, slugRank: number];

export function rankDocuments(documents: readonly Document[]): (position: number) => NameRanks {
  const titles = rankNames(documents.map(({ title }) => title));
  const slugs = rankNames(documents.map(({ slug }) => encodeSlug(slug)));
  return (position) => [titles[position - 1] ?? 0, slugs[position - 1] ?? 0];
}

const documentColumns = [
  ...(['position', 'id', 'kind', 'slug', 'path', 'title', 'description', 'date', 'date_gmt'] as const),
  ...(['modified', 'modified_gmt', 'author', 'parent', 'menu_order', 'sticky', 'format', 'locked'] as const),
  ...(['media', 'thumbnail', 'title_rank', 'slug_rank', 'language', 'size'] as const),
] as const;
const objectColumns = ['position', 'head', 'tail', 'embed', 'hit', 'content'] as const;

export function createDocumentRows(
  database: DatabaseSync,
  context: WpContext,
  ranksOf: (position: number) => NameRanks,
  bodies: BodiesSchema,
) {
  const insertDocument = prepareInsert(database, 'document', documentColumns);
  const insertText = prepareInsert(database, `${bodies}.document_text`, ['position', 'markdown'], {
    markdown: 'CAST(:markdown AS TEXT)',
  });
  const insertObject = prepareInsert(database, `${bodies}.wp_document`, objectColumns);
  const insertKey = prepareInsert(database, 'document_key', ['position', 'key']);
  const describe = (position: number, document: Document, size: number) => {
    const { id, kind, slug, path, title, summary, date, dateGmt, modified, modifiedGmt } = document;
    const [title_rank, slug_rank] = ranksOf(position);
    return {
      ...{ position, id, kind, slug, path, title, description: summary },
      ...{ date, date_gmt: dateGmt, modified, modified_gmt: modifiedGmt },
      author: context.authorOf(document)?.id ?? 0,
      parent: context.parentOf(document),
      menu_order: document.order,
      sticky: document.sticky ? 1 : 0,
      format: postFormats.indexOf(document.format ?? 'standard'),
      locked: document.locked ? 1 : 0,
      media: context.pictureOf(document)?.id ?? 0,
      thumbnail: coverThumbnail(document, context.library.site),
      ...{ title_rank, slug_rank, language: document.language ?? '', size },
    } satisfies Row<(typeof documentColumns)[number]>;
  };

  return (position: number, key: string, document: Document, body: Body): PostPieces => {
    insertKey({ position, key });
    const markdown = Buffer.from(document.locked ? '' : body.markdown);
    insertDocument(describe(position, document, markdown.length));
    insertText({ position, markdown });
    const pieces = renderPostPieces(context, document, body);
    insertObject({
      position,
      head: Buffer.from(pieces.head),
      tail: Buffer.from(pieces.tail),
      embed: Buffer.from(renderPostEmbed(context, document)),
      hit: Buffer.from(renderPostHit(context, document)),
      content: Buffer.from(pieces.content),
    });
    return pieces;
  };
}
