import type { Author, Comment, Document } from '../../model/document.ts';
import { kindNamed } from '../../model/kinds.ts';
import { paths } from '../../model/urls.ts';
import { absolutizeHtml } from '../../text/html-addresses.ts';
import type { WpContext } from '../context.ts';
import { renderName } from '../text.ts';
import { linkOf } from './post.ts';
import { avatarsOf } from './user.ts';

/** What a comment does not say itself. */
export interface CommentContext {
  readonly context: WpContext;
  readonly document: Document;
  /** The author of this site who wrote it; null for someone else. */
  readonly author: Author | null;
  readonly hasAnswers: boolean;
}

/** A comment as WordPress sends it. */
export function renderComment(about: CommentContext, comment: Comment): string {
  return JSON.stringify(fieldsOf(about, comment));
}

export function renderCommentEmbed(about: CommentContext, comment: Comment): string {
  const { post: _post, date_gmt: _gmt, status: _status, meta: _meta, ...short } = fieldsOf(about, comment);
  return JSON.stringify(short);
}

function fieldsOf(about: CommentContext, comment: Comment) {
  const { context, document } = about;
  const { id, parent, date, dateGmt, type } = comment;
  return {
    id,
    post: document.id,
    parent,
    author: about.author?.id ?? 0,
    author_name: renderName(comment.name),
    author_url: comment.url,
    date,
    date_gmt: dateGmt,
    content: { rendered: `${absolutizeHtml(comment.html, context.base).trim()}\n` },
    link: `${linkOf(context, document)}#comment-${id}`,
    status: 'approved',
    type,
    author_avatar_urls: avatarsOf(context, about.author),
    meta: [],
    _links: linksOf(about, comment),
  };
}

function linksOf({ context, document, author, hasAnswers }: CommentContext, { id, parent }: Comment): object {
  const api = context.api + paths.wpV2;
  const comments = `${api}/comments`;
  const { kind } = document;
  const { restBase } = kindNamed(context.library.site, kind);
  return {
    self: [{ href: `${comments}/${id}` }],
    collection: [{ href: comments }],
    ...(author ? { author: [{ embeddable: true, href: `${api}/users/${author.id}` }] } : {}),
    up: [{ embeddable: true, post_type: kind, href: `${api}/${restBase}/${document.id}` }],
    ...(parent === 0 ? {} : { 'in-reply-to': [{ embeddable: true, href: `${comments}/${parent}` }] }),
    ...(hasAnswers ? { children: [{ embeddable: true, href: `${comments}?parent=${id}` }] } : {}),
  };
}
