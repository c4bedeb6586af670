import { postFormats } from '../../model/document.ts';
import { rankNames } from '../../text/name-order.ts';
import type { WpContext } from '../context.ts';
import { encodeSlug, renderName, renderTitle } from '../text.ts';
import { renderComment, renderCommentEmbed } from './comment.ts';
import { languageObjects } from './language.ts';
import { attachedTo, fileOf, mediaTypeOf, renderMedia, renderMediaEmbed } from './media.ts';
import {
  formatName,
  parentIdOf,
  renderFormatHit,
  renderTerm,
  renderTermEmbed,
  renderTermHit,
} from './term.ts';
import { renderUser, renderUserEmbed } from './user.ts';

/** An object that routes list, other than a document: ready JSON, with the inputs of filters and orders. */
export interface WpObject {
  /** `user`, `attachment`, `comment`, `pingback`, `format`, `language`, a taxonomy; `hidden_user`: author without documents. */
  readonly kind: string;
  readonly id: number;
  /** Place in the default order of its collection. */
  readonly place: number;
  readonly fields: WpObjectFields;
  readonly view: string;
  readonly embed: string;
  /** As the search route lists it; empty where it does not. */
  readonly hit: string;
}

export interface WpObjectFields {
  readonly slug: string;
  /** As it is sent; what a search searches next to the slug. */
  readonly name: string;
  readonly nameRank: number;
  readonly slugRank: number;
  /** Of an author's own address. */
  readonly urlRank?: number;
  readonly parent?: number;
  readonly count?: number;
  readonly description?: string;
  /** Tag of a term's language; absent on a site of one language. */
  readonly language?: string;
  /** Seconds, as `WpDate` counts them, on the site's clock and in UTC. */
  readonly date?: number;
  readonly dateGmt?: number;
  readonly author?: number;
  readonly mediaType?: string;
  readonly mimeType?: string;
  /** Other searched fields: an image's caption, and the path of its file. */
  readonly text?: string;
  readonly file?: string;
  readonly post?: number;
}

export function wpObjects(context: WpContext): WpObject[] {
  return [
    ...termObjects(context),
    ...userObjects(context),
    ...mediaObjects(context),
    ...commentObjects(context),
    ...formatObjects(context),
    ...languageObjects(context),
  ];
}

function termObjects(context: WpContext): WpObject[] {
  return ranked(context.library.terms, ({ name }) => renderName(name)).map(
    ({ item: term, ranks, place }) => ({
      kind: term.taxonomy,
      id: term.id,
      place,
      fields: {
        slug: encodeSlug(term.slug),
        name: renderName(term.name),
        ...ranks,
        parent: parentIdOf(context, term),
        count: term.count,
        description: term.description,
        ...(term.language === undefined ? {} : { language: term.language }),
      },
      view: renderTerm(context, term),
      embed: renderTermEmbed(context, term),
      hit: renderTermHit(context, term),
    }),
  );
}

/** Only who has published something is shown to readers. */
function userObjects(context: WpContext): WpObject[] {
  const published = new Set(context.library.documents.map((document) => context.authorOf(document)?.id));
  const users = context.library.authors.filter(({ id }) => published.has(id));
  const hidden = context.library.authors.filter(({ id }) => !published.has(id));
  const urlRanks = rankNames(users.map(({ url }) => url));
  const shown = ranked(users, ({ name }) => name).map(
    ({ item: user, ranks, place }, index): WpObject => ({
      kind: 'user',
      id: user.id,
      place,
      fields: {
        slug: encodeSlug(user.slug),
        name: renderName(user.name),
        ...ranks,
        urlRank: urlRanks[index] ?? 0,
      },
      view: renderUser(context, user),
      embed: renderUserEmbed(context, user),
      hit: '',
    }),
  );
  const fields = { slug: '', name: '', ...noRanks };
  const known = hidden.map(({ id }, place): WpObject => {
    return { kind: 'hidden_user', id, place, fields, view: '', embed: '', hit: '' };
  });
  return [...shown, ...known];
}

/** Newest first; equal dates by id, highest first. */
function mediaObjects(context: WpContext): WpObject[] {
  const media = [...context.library.media].sort((a, b) => compareText(b.date, a.date) || b.id - a.id);
  return ranked(media, ({ title }) => title).map(({ item: file, ranks }, place) => ({
    kind: 'attachment',
    id: file.id,
    place,
    fields: {
      slug: encodeSlug(file.slug),
      name: renderTitle(file.title),
      ...ranks,
      parent: attachedTo(context, file) ?? 0,
      date: Date.parse(`${file.date}Z`) / 1000,
      dateGmt: Date.parse(`${file.dateGmt}Z`) / 1000,
      author: context.authorOfMedia(file)?.id ?? 0,
      mediaType: mediaTypeOf(file),
      mimeType: file.mimeType,
      text: file.caption ?? '',
      file: fileOf(file),
    },
    view: renderMedia(context, file),
    embed: renderMediaEmbed(context, file),
    hit: '',
  }));
}

/** Comments of published documents, newest first, then highest ID. No list shows pingbacks. */
function commentObjects(context: WpContext): WpObject[] {
  const all = context.library.documents.flatMap((document) =>
    (document.comments ?? []).map((comment) => ({ document, comment })),
  );
  all.sort(({ comment: a }, { comment: b }) => compareText(b.dateGmt, a.dateGmt) || b.id - a.id);
  const answered = new Set(all.map(({ comment }) => comment.parent));
  return all.map(({ document, comment }, place) => {
    const author = context.authorBySlug(comment.author);
    const about = { context, document, author, hasAnswers: answered.has(comment.id) };
    return {
      kind: comment.type === 'comment' ? 'comment' : 'pingback',
      id: comment.id,
      place,
      fields: {
        slug: '',
        name: renderName(comment.name),
        ...noRanks,
        post: document.id,
        parent: comment.parent,
        date: Date.parse(`${comment.date}Z`) / 1000,
        dateGmt: Date.parse(`${comment.dateGmt}Z`) / 1000,
      },
      view: renderComment(about, comment),
      embed: renderCommentEmbed(about, comment),
      hit: '',
    };
  });
}

/** In the order in which WordPress declares them. */
function formatObjects(context: WpContext): WpObject[] {
  const used = new Set(context.library.documents.map(({ format }) => format));
  return postFormats
    .filter((format) => format !== 'standard' && used.has(format))
    .map((format, place) => ({
      kind: 'format',
      id: postFormats.indexOf(format),
      place,
      fields: { slug: format, name: formatName(format), nameRank: place, slugRank: place },
      view: '',
      embed: '',
      hit: renderFormatHit(context, format),
    }));
}

const noRanks = { nameRank: 0, slugRank: 0 };

/** Items with the ranks of their names and slugs; equal names by ID, highest first, as everywhere. */
function ranked<T extends { readonly id: number; readonly slug: string }>(
  items: readonly T[],
  nameOf: (item: T) => string,
) {
  const names = rankNames(items.map(nameOf));
  const slugs = rankNames(items.map(({ slug }) => encodeSlug(slug)));
  const all = items.map((item, index) => {
    return { item, ranks: { nameRank: names[index] ?? 0, slugRank: slugs[index] ?? 0 } };
  });
  const sorted = all.toSorted((a, b) => a.ranks.nameRank - b.ranks.nameRank || b.item.id - a.item.id);
  const places = new Map(sorted.map(({ item }, place) => [item, place]));
  return all.map((one) => ({ ...one, place: places.get(one.item) ?? 0 }));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
