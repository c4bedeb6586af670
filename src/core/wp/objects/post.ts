import type { Body, Document, Fact } from '../../model/document.ts';
import { type Kind, type KindField, kindNamed, taxonomiesOfKind } from '../../model/kinds.ts';
import { paths } from '../../model/urls.ts';
import { absolutizeHtml } from '../../text/html-addresses.ts';
import type { WpContext } from '../context.ts';
import { encodeLinkPath, encodeSlug, renderExcerpt, renderTitle, slugClass } from '../text.ts';
import { languageFields } from './language.ts';
import { curies } from './types.ts';

/** A document as WordPress sends it: a post, a page, or one of a custom post type. */

/** The view form in the three pieces that the content index stores; joined, they are the object. */
export interface PostPieces {
  /** `{"id":…,"title":{…},` */
  readonly head: string;
  /** `"content":{…}` */
  readonly content: string;
  /** `,"excerpt":{…},…}` */
  readonly tail: string;
}

export function renderPost(context: WpContext, document: Document, body: Body): string {
  return joinPieces(renderPostPieces(context, document, body));
}

export const joinPieces = ({ head, content, tail }: PostPieces): string => head + content + tail;

/** All inputs of a document's forms except code and settings, as JSON; of its content, the digest. */
export function describePostInputs(context: WpContext, document: Document): string {
  return JSON.stringify([
    document.id,
    document.digest,
    context.allTermsOf(document).map(({ id, slug }) => [id, slug]),
    context.authorOf(document)?.id,
    context.pictureOf(document)?.id,
    context.parentOf(document),
    document.language,
    document.translations,
  ]);
}

/** The view form in pieces, as the content index stores it. */
export function renderPostPieces(context: WpContext, document: Document, body: Body): PostPieces {
  const link = linkOf(context, document);
  const head = {
    id: document.id,
    date: document.date,
    date_gmt: document.dateGmt,
    guid: { rendered: document.guid?.replaceAll('&', '&#038;') ?? link },
    modified: document.modified,
    modified_gmt: document.modifiedGmt,
    slug: encodeSlug(document.slug),
    status: 'publish',
    type: document.kind,
    link,
    title: { rendered: titleOf(document) },
  };
  const tail = {
    excerpt: excerptOf(document),
    author: context.authorOf(document)?.id ?? 0,
    featured_media: featuredMediaOf(context, document),
    ...ownFields(context, document),
    ...languageFields(context, document),
    class_list: classesOf(context, document),
    _links: linksOf(context, document),
  };
  const html = document.locked ? '' : renderContent(context, body);
  return {
    head: `${JSON.stringify(head).slice(0, -1)},`,
    content: `"content":{"rendered":${JSON.stringify(html)},"protected":${document.locked !== null}}`,
    tail: `,${JSON.stringify(tail).slice(1)}`,
  };
}

/** The short form, inside other objects and with `context=embed`. */
export function renderPostEmbed(context: WpContext, document: Document): string {
  return JSON.stringify({
    id: document.id,
    date: document.date,
    slug: encodeSlug(document.slug),
    type: document.kind,
    link: linkOf(context, document),
    title: { rendered: titleOf(document) },
    excerpt: excerptOf(document),
    author: context.authorOf(document)?.id ?? 0,
    featured_media: featuredMediaOf(context, document),
    _links: linksOf(context, document),
  });
}

/** As the search route lists it: `{"id":101,"title":"…","url":"…","type":"post","subtype":"page","_links":{…}}`. */
export function renderPostHit(context: WpContext, document: Document): string {
  const api = context.api + paths.wpV2;
  return JSON.stringify({
    id: document.id,
    title: titleOf(document),
    url: linkOf(context, document),
    type: 'post',
    subtype: document.kind,
    lang: languageFields(context, document).lang,
    _links: {
      self: [{ embeddable: true, href: `${api}/${kindOf(context, document).restBase}/${document.id}` }],
      about: [{ href: `${api}/types/${document.kind}` }],
      collection: [{ href: `${api}/search` }],
    },
  });
}

/** The address of the page, its non-ASCII parts encoded the way WordPress does. */
export function linkOf(context: WpContext, document: Document): string {
  return context.base + encodeLinkPath(document.path);
}

function renderContent(context: WpContext, body: Body): string {
  const html = body.html.includes('="/') ? absolutizeHtml(body.html, context.base) : body.html;
  return html === '' || html.endsWith('\n') ? html : `${html}\n`;
}

function titleOf({ title, untitled }: Document): string {
  return untitled ? '' : renderTitle(title);
}

function excerptOf(document: Document): { rendered: string; protected: boolean } {
  return document.locked
    ? { rendered: '', protected: true }
    : { rendered: renderExcerpt(document.excerpt), protected: false };
}

function featuredMediaOf(context: WpContext, document: Document): number {
  return context.pictureOf(document)?.id ?? 0;
}

function kindOf({ library }: WpContext, document: Document): Kind {
  return kindNamed(library.site, document.kind);
}

/** The fields between image and classes, which differ by type: only WordPress's own types have comments and footnotes. */
function ownFields(context: WpContext, document: Document): object {
  const kind = kindOf(context, document);
  const isBuiltIn = kind.name === 'post' || kind.name === 'page';
  return {
    ...(kind.hierarchical ? { parent: context.parentOf(document), menu_order: document.order } : {}),
    ...(isBuiltIn ? { comment_status: 'closed', ping_status: 'closed' } : {}),
    ...(kind.name === 'post' ? { sticky: document.sticky } : {}),
    template: '',
    ...(kind.name === 'post' ? { format: document.format ?? 'standard' } : {}),
    meta: metaOf(kind, document),
    ...Object.fromEntries(
      taxonomiesOfKind(context.library.site, kind).map(({ name, restBase }) => [
        restBase,
        context.termsOf(document, name).map(({ id }) => id),
      ]),
    ),
  };
}

/** The fields of the kind as registered meta fields, and the author's own; an empty list where there are none, as in PHP. */
function metaOf(kind: Kind, document: Document): object {
  const isBuiltIn = kind.name === 'post' || kind.name === 'page';
  const meta = {
    ...(isBuiltIn ? { footnotes: '' } : {}),
    ...Object.fromEntries(
      kind.fields.map((field) => [field.name, document.facts[field.name] ?? unsaid(field)]),
    ),
    ...document.fields,
  };
  return Object.keys(meta).length === 0 ? [] : meta;
}

/** What WordPress sends of a registered meta field that has no value. */
function unsaid({ type }: KindField): Fact {
  if (type === 'number') return 0;
  return type === 'boolean' ? false : '';
}

function classesOf(context: WpContext, document: Document): string[] {
  const { kind } = document;
  const classes = [`post-${document.id}`, kind, `type-${kind}`, 'status-publish'];
  const format = document.format ?? 'standard';
  if (kind === 'post') classes.push(`format-${format}`);
  if (featuredMediaOf(context, document) !== 0) classes.push('has-post-thumbnail');
  if (document.locked) classes.push('post-password-required');
  classes.push('hentry');
  for (const { name, key } of taxonomiesOfKind(context.library.site, kindOf(context, document))) {
    for (const term of context.termsOf(document, name))
      classes.push(`${key}-${slugClass(term.slug, term.id)}`);
  }
  if (format !== 'standard') classes.push(`post_format-post-format-${format}`);
  return classes;
}

function linksOf(context: WpContext, document: Document): object {
  const { id } = document;
  const kind = kindOf(context, document);
  const taxonomies = taxonomiesOfKind(context.library.site, kind);
  const api = context.api + paths.wpV2;
  const collection = `${api}/${kind.restBase}`;
  const media = featuredMediaOf(context, document);
  const parent = kind.hierarchical ? context.parentOf(document) : 0;
  return {
    self: [{ href: `${collection}/${id}` }],
    collection: [{ href: collection }],
    about: [{ href: `${api}/types/${kind.name}` }],
    author: [{ embeddable: true, href: `${api}/users/${context.authorOf(document)?.id ?? 0}` }],
    replies: [{ embeddable: true, href: `${api}/comments?post=${id}` }],
    'version-history': [{ count: 0, href: `${collection}/${id}/revisions` }],
    ...(parent === 0 ? {} : { up: [{ embeddable: true, href: `${collection}/${parent}` }] }),
    ...(media === 0 ? {} : { 'wp:featuredmedia': [{ embeddable: true, href: `${api}/media/${media}` }] }),
    'wp:attachment': [{ href: `${api}/media?parent=${id}` }],
    ...(taxonomies.length === 0
      ? {}
      : {
          'wp:term': taxonomies.map(({ name, restBase }) => ({
            taxonomy: name,
            embeddable: true,
            href: `${api}/${restBase}?post=${id}`,
          })),
        }),
    curies,
  };
}
