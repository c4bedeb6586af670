import { type Embed, parseMoment } from 'agentsite/model';
import { type ExportItem, type Lost, withoutWordPress } from '../model/export-model.ts';
import { datePartsOf, fillPattern } from '../model/names.ts';
import { plainWords } from '../model/plain-words.ts';
import { missingAddresses } from '../stored-text/missing-words.ts';
import { plainCards } from './ghost-cards.ts';
import type { GhostPost, GhostTables } from './ghost-export.ts';
import { hasGatedCards, mailedCards, renderGhostText } from './ghost-text.ts';
import { isInternal, languageOfTag, textOf, withHome } from './ghost-values.ts';

type Lose = (code: Lost['code'], what: string, fix: string) => void;

/** Columns that are read, or that are for Ghost's own use. */
const withoutPlace =
  /^(?:id|uuid|title|slug|html|plaintext|lexical|mobiledoc|markdown|comment_id|feature_image|feature_image_alt|featured|type|page|status|visibility|custom_excerpt|author_id|post_id|image|amp|newsletter_id|email_only|email_subject|email_recipient_filter|show_title_and_feature_image|author|created_by|updated_by|published_by|created_at|updated_at|published_at|codeinjection_(?:head|foot))$/;

/** What the site is, for its posts. */
interface GhostSite {
  readonly home: string;
  readonly timezone: string;
  /** The permalink of posts. */
  readonly pattern: string;
  readonly file: string;
  readonly isPrivate: boolean;
}

/** Reads rows of posts, with what other tables say about them, as items. */
export class PostReader {
  readonly #site: GhostSite;
  readonly #tagsById;
  readonly #users;
  readonly #tagsOf;
  readonly #authorsOf;
  readonly #metaOf;

  constructor(tables: GhostTables, site: GhostSite) {
    this.#site = site;
    this.#tagsById = new Map(tables.tags.map((tag) => [tag.id, tag]));
    this.#users = new Map(tables.users.map((user) => [user.id, user]));
    const ordered = <T extends { sort_order: number | null }>(rows: readonly T[]) =>
      rows.toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0));
    this.#tagsOf = Map.groupBy(ordered(tables.posts_tags), ({ post_id }) => post_id);
    this.#authorsOf = Map.groupBy(ordered(tables.posts_authors), ({ post_id }) => post_id);
    this.#metaOf = new Map<string, Readonly<Record<string, unknown>>>(
      tables.posts_meta.map((meta) => [meta.post_id, meta]),
    );
  }

  itemOf(post: GhostPost, index: number): ExportItem {
    const meta = this.#metaOf.get(post.id) ?? {};
    const lost: Lost[] = [];
    const lose: Lose = (code, what, fix) => lost.push({ code, what, fix });
    const type = post.type === 'page' || post.page ? 'page' : 'post';
    const tags = (this.#tagsOf.get(post.id) ?? []).flatMap(({ tag_id }) => this.#tagsById.get(tag_id) ?? []);
    const language = tags.map((tag) => languageOfTag(tag)).find((code) => code !== undefined);
    if (language !== undefined)
      lose(
        'translation-left',
        `#${language}`,
        'It is in this language; the export doesn’t say what it translates. If it is a translation, set "translationOf".',
      );
    const [author = post.author_id ?? '', ...others] = (this.#authorsOf.get(post.id) ?? []).map(
      ({ author_id }) => author_id,
    );
    const shown = this.#moment(post.published_at ?? post.created_at);
    const changed = this.#moment(post.updated_at);
    const image = withHome(post.feature_image ?? textOf(post.image), this.#site.home);
    for (const name of ['codeinjection_head', 'codeinjection_foot'])
      if (textOf(post[name]) !== '')
        lose('html-removed', `${name}: ${textOf(post[name])}`, 'Scripts and styles are not imported.');
    const subject = textOf(meta.email_subject ?? post.email_subject);
    if (subject !== '')
      lose(
        'html-removed',
        `only in mails: subject “${subject}”`,
        'It was never on the site, so it is left out.',
      );
    const caption = textOf(meta.feature_image_caption ?? post.feature_image_caption);
    if (caption !== '')
      lose('field-kept', `feature_image_caption: ${caption}`, 'Readers saw it below the image.');
    if (others.length > 0)
      lose(
        'field-not-kept',
        `further authors: ${others.map((id) => this.#users.get(id)?.name ?? id).join(', ')}`,
        'A document has one author here; "fields" contains the others.',
      );
    const embeds: Embed[] = [];
    return {
      file: this.#site.file,
      line: index + 1,
      ...withoutWordPress,
      type,
      status: this.#site.isPrivate ? 'private' : statusOf(post, meta),
      title: post.title,
      link: this.#linkOf(type, post.slug, shown?.date ?? '', author, tags),
      guid: /^[0-9a-f]{24}$/.test(post.id) ? post.id : (post.uuid ?? ''),
      creator: author,
      content: this.#htmlOf(post, lose, embeds),
      isRendered: true,
      embeds,
      excerpt: (post.custom_excerpt ?? textOf(meta.meta_description ?? post.meta_description))
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;'),
      date: shown?.date ?? '',
      dateGmt: shown?.gmt ?? '',
      modified: changed?.date ?? '',
      modifiedGmt: changed?.gmt ?? '',
      slug: post.slug,
      order: 0,
      sticky: post.featured,
      ...(language === undefined ? {} : { language }),
      terms:
        type === 'page'
          ? []
          : tags
              .filter((tag) => !isInternal(tag))
              .map(({ slug, name }) => ({ taxonomy: 'post_tag', slug, name })),
      fields: this.#fieldsOf(post, meta, others, type === 'page' ? tags : []),
      lost,
      ...(image === '' ? {} : { image: { url: image, alt: textOf(meta.feature_image_alt) } }),
    };
  }

  #htmlOf(post: GhostPost, lose: Lose, embeds: Embed[]): string {
    const { lexical, mobiledoc, markdown } = post;
    const stored = { lexical: lexical ?? '', mobiledoc: mobiledoc ?? '', markdown: markdown ?? '' };
    for (const html of mailedCards(stored.lexical || stored.mobiledoc))
      lose(
        'html-removed',
        `only in mails: ${plainWords(html)}`,
        'It was never on the site, so it is left out.',
      );
    const html =
      post.html ||
      renderGhostText(stored, (card) =>
        lose('block-dynamic', card, 'Only its settings are stored. Write what readers saw.'),
      );
    const written = withHome(html, this.#site.home).replace(
      /<!--\s*(?:kg-card-(?:begin|end):[^>]*|kg-gated-block:[^>]*|members-only)\s*-->|<img[^>]*kg-bookmark-icon[^>]*>/g,
      '',
    );
    const plain = plainCards(written, (embed) => {
      const isElsewhere = /^https?:/.test(embed.url) && !embed.url.startsWith(this.#site.home);
      if (isElsewhere) embeds.push(embed);
      return isElsewhere;
    });
    for (const url of missingAddresses(written, plain, () => false))
      lose('html-removed', `address: ${url}`, 'A card showed it, which is text here.');
    return plain;
  }

  #fieldsOf(
    post: GhostPost,
    meta: Readonly<Record<string, unknown>>,
    others: readonly string[],
    tags: readonly { readonly slug: string }[],
  ): Record<string, unknown> {
    const kept = Object.entries({ ...post, ...meta })
      .filter(
        ([name, value]) =>
          !withoutPlace.test(name) && value !== null && value !== '' && typeof value !== 'object',
      )
      .map(
        ([name, value]) =>
          [name, typeof value === 'string' ? withHome(value, this.#site.home) : value] as const,
      );
    return Object.fromEntries([
      ...kept,
      ...(others.length > 0
        ? [['authors', others.map((id) => this.#users.get(id)?.slug ?? id)] as const]
        : []),
      ...(tags.length > 0 ? [['tags', tags.map(({ slug }) => slug)] as const] : []),
    ]);
  }

  #linkOf(
    type: string,
    slug: string,
    date: string,
    author: string,
    tags: readonly { readonly slug: string }[],
  ): string {
    const name = this.#users.get(author)?.slug ?? '';
    const names = { slug, author: name, primary_author: name, primary_tag: tags[0]?.slug ?? 'all' };
    const filled = fillPattern(type === 'page' ? '/{slug}/' : this.#site.pattern, {
      ...datePartsOf(date),
      ...names,
    });
    return this.#site.home + filled.replace(/\{\w+\}/g, '');
  }

  /** Ghost stores UTC. */
  #moment(stored: string | number | null | undefined): { date: string; gmt: string } | null {
    if (stored === null || stored === undefined || stored === '') return null;
    const time =
      typeof stored === 'number'
        ? stored
        : Date.parse(/Z$|[+-]\d\d:?\d\d$/.test(stored) ? stored : `${stored.replace(' ', 'T')}Z`);
    if (Number.isNaN(time)) return null;
    const moment = parseMoment(new Date(time).toISOString(), this.#site.timezone);
    return moment && { date: moment.local.replace('T', ' '), gmt: moment.gmt.replace('T', ' ') };
  }
}

/** Start of content that Ghost shows to members only. */
const gate = /<!--\s*kg-gated-block:begin\b(?![^>]*nonMember:\s*"?true)[^>]*-->/;

/** Content for members or mail only becomes a draft. */
function statusOf(
  { status, visibility, html, lexical, mobiledoc, email_only }: GhostPost,
  meta: Readonly<Record<string, unknown>>,
): string {
  if (status !== 'published' && status !== 'scheduled') return status;
  if (visibility && visibility !== 'public') return visibility;
  if (isSet(meta.email_only) || isSet(email_only)) return 'email-only';
  if (gate.test(html ?? '')) return 'partly-members';
  if (!html && hasGatedCards(lexical || mobiledoc || '')) return 'partly-members';
  return status === 'published' ? 'publish' : 'future';
}

const isSet = (flag: unknown): boolean => flag === true || flag === 'true' || Number(flag) === 1;
