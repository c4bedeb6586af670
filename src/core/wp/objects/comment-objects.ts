import type { Comment, Document } from '../../model/document.ts';
import type { WpContext } from '../context.ts';
import { renderName } from '../text.ts';
import { type CommentContext, renderComment, renderCommentEmbed } from './comment.ts';

/** Comments of published documents, newest first, then highest ID. Pingbacks have a kind of their own, which no list shows. */
export function commentObjects(context: WpContext): CommentObject[] {
  const all = context.library.documents.flatMap((document) =>
    (document.comments ?? []).map((comment) => ({ document, comment })),
  );
  all.sort(({ comment: a }, { comment: b }) => compareText(b.dateGmt, a.dateGmt) || b.id - a.id);
  const answered = new Set(all.map(({ comment }) => comment.parent));
  return all.map(({ document, comment }, place) => describe(context, { document, comment, place, answered }));
}

/** A row of the objects that routes list. */
interface CommentObject {
  readonly kind: 'comment' | 'pingback';
  readonly id: number;
  readonly place: number;
  readonly fields: {
    readonly slug: string;
    readonly name: string;
    readonly nameRank: number;
    readonly slugRank: number;
    readonly post: number;
    readonly parent: number;
    readonly date: number;
    readonly dateGmt: number;
  };
  readonly view: string;
  readonly embed: string;
  readonly hit: string;
}

interface Placed {
  readonly document: Document;
  readonly comment: Comment;
  readonly place: number;
  readonly answered: ReadonlySet<number>;
}

function describe(context: WpContext, { document, comment, place, answered }: Placed): CommentObject {
  const about: CommentContext = {
    context,
    document,
    author: context.authorBySlug(comment.author),
    hasAnswers: answered.has(comment.id),
  };
  return {
    kind: comment.type === 'comment' ? 'comment' : 'pingback',
    id: comment.id,
    place,
    fields: {
      slug: '',
      name: renderName(comment.name),
      nameRank: 0,
      slugRank: 0,
      post: document.id,
      parent: comment.parent,
      date: Date.parse(`${comment.date}Z`) / 1000,
      dateGmt: Date.parse(`${comment.dateGmt}Z`) / 1000,
    },
    view: renderComment(about, comment),
    embed: renderCommentEmbed(about, comment),
    hit: '',
  };
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
