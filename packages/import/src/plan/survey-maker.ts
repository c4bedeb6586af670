import { htmlToText } from 'agentsite/text';
import { slug as headingSlug } from 'github-slugger';
import { replaceElements } from '../model/closing-tags.ts';
import type { DiskMaps } from '../model/disk-map.ts';
import {
  type ExportAuthor,
  type ExportHead,
  type ExportItem,
  type ExportRecord,
  type ExportTerm,
  type Lost,
  type MenuItem,
  metaOf,
  type TermMention,
} from '../model/export-model.ts';
import { decodePercent } from '../model/names.ts';
import { ownText } from '../model/own-text.ts';
import {
  type AccessRule,
  type Anchor,
  keyOf,
  type Survey,
  type SurveyedAttachment,
  type SurveyedDocument,
} from '../model/survey.ts';
import {
  findRestriction,
  membershipNames,
  patternsIn,
  readAccessRule,
  restrictedPatterns,
  restrictionInMeta,
} from '../wordpress/restrictions.ts';
import { personalDataIn } from './personal-items.ts';

const siteParts = new Set(
  'wp_navigation wp_template wp_template_part wp_global_styles custom_css wp_font_family wp_font_face'.split(
    ' ',
  ),
);
/** Internal types of WordPress, without content of authors. */
export const internal: ReadonlySet<string> = new Set(
  'revision oembed_cache customize_changeset user_request polylang_mo'.split(' '),
);

/** Fields of media files that are read, or internal to WordPress. */
const readOfFiles = new Set(
  (
    '_edit_last _edit_lock _wp_attached_file _wp_attachment_backup_sizes _wp_attachment_image_alt ' +
    '_wp_attachment_metadata _wp_desired_post_slug'
  ).split(' '),
);

/** Old exports contain the path of a file on the server. */
const serverFolder = /^(?:\/|[a-z]:\\).*[\\/](?:files|uploads)[\\/](?=\d{4}[\\/])/i;
export class SurveyMaker {
  readonly #authors = new Map<string, ExportAuthor>();
  readonly #terms = new Map<string, ExportTerm>();
  readonly #creators = { documents: new Set<string>(), attachments: new Set<string>() };
  readonly #fileFields = new Set<string>();
  readonly #lost: Lost[] = [];
  /** Stored reusable blocks, and the IDs of those that something refers to. */
  readonly #patterns = new Map<number, ExportItem>();
  readonly #usedPatterns = new Set<number>();
  readonly #wanted: readonly string[];
  readonly #found;

  /** @param wanted types that the owner named: their items are content */
  constructor(maps: DiskMaps, wanted: readonly string[] = []) {
    this.#wanted = wanted;
    this.#found = {
      head: null as ExportHead | null,
      mentions: new Map<string, TermMention>(),
      documents: maps.map<string, SurveyedDocument>(),
      titles: maps.map<number, string>(),
      attachments: maps.map<number, SurveyedAttachment>(),
      reusable: new Map<number, string>(),
      accessRules: [] as AccessRule[],
      membershipNames: new Set<string>(),
      places: new Set<string>(),
      menuItems: [] as MenuItem[],
      files: new Map<string, string>(),
      siteParts: [] as Survey['siteParts'][number][],
      personal: new Map<string, { what: string; count: number }>(),
      repaired: [] as Survey['repaired'][number][],
      counts: new Map<string, number>(),
      comments: { approved: 0, held: 0, other: 0 },
    };
  }

  add(record: ExportRecord): void {
    switch (record.kind) {
      case 'head':
        this.#found.head ??= record.head;
        return;
      case 'author':
        if (!this.#authors.has(record.author.login)) this.#authors.set(record.author.login, record.author);
        return;
      case 'term': {
        const key = `${record.term.taxonomy}:${record.term.slug}`;
        if (!this.#terms.has(key)) this.#terms.set(key, record.term);
        return;
      }
      case 'repaired':
        this.#found.repaired.push(record);
        return;
      case 'menu-item':
        this.#found.menuItems.push(record.item);
        return;
      case 'file':
        this.#found.files.set(record.path, record.from);
        return;
      case 'lost':
        this.#lost.push(record);
        return;
      case 'item':
        this.#addItem(record.item);
    }
  }

  finish(): Survey {
    return {
      ...this.#found,
      authors: [...this.#authors.values(), ...this.#undeclared()],
      terms: [...this.#terms.values()],
      restrictedPatterns: restrictedPatterns(this.#found.reusable),
      lost: [...this.#lost, ...this.#unkeptFileFields(), ...this.#unusedPatterns()],
    };
  }

  /** Authors that only documents mention, as in files before WordPress 3.0. */
  #undeclared(): ExportAuthor[] {
    const declared = [...this.#authors.values()];
    const known = new Set(['', ...declared.map(({ login }) => login.toLowerCase())]);
    const named = [...this.#creators.documents, ...this.#creators.attachments];
    const first = Math.max(0, ...declared.map(({ id }) => id)) + 1;
    const logins = named.filter((login) => !known.has(login.toLowerCase()) && known.add(login.toLowerCase()));
    return logins.map((login, index) => ({ id: first + index, login, name: login, undeclared: true }));
  }

  #addItem(item: ExportItem): void {
    const count = `${item.type} ${item.status}`;
    this.#found.counts.set(count, (this.#found.counts.get(count) ?? 0) + 1);
    const personal = this.#wanted.includes(item.type) ? null : personalDataIn(item);
    if (personal !== null) {
      const { count: before = 0 } = this.#found.personal.get(item.type) ?? {};
      this.#found.personal.set(item.type, { what: personal, count: before + 1 });
      return;
    }
    for (const comment of item.comments) {
      if (comment.approved === '1') this.#found.comments.approved++;
      else if (comment.approved === '0') this.#found.comments.held++;
      else this.#found.comments.other++;
    }
    for (const mention of item.terms) {
      const key = `${mention.taxonomy}:${mention.slug}`;
      if (!this.#found.mentions.has(key)) this.#found.mentions.set(key, mention);
    }
    for (const [, name = ''] of item.content.matchAll(/\shref=["'][^"'#]*#([^"']+)["']/g))
      this.#found.places.add(ownText(decodePercent(name)));
    for (const id of patternsIn(item.content)) this.#usedPatterns.add(id);
    if (item.type === 'attachment') this.#addAttachment(item);
    else if (item.type === 'nav_menu_item') this.#addMenuItem(item);
    else if (item.type === 'wp_block') {
      if (item.id !== null && item.status !== 'trash') this.#patterns.set(item.id, item);
      // WordPress does not show blocks that are unpublished or protected.
      if (item.id !== null && item.status === 'publish' && item.password === '')
        this.#found.reusable.set(item.id, item.content);
    } else if (siteParts.has(item.type)) this.#found.siteParts.push({ type: item.type, title: item.title });
    else if (!internal.has(item.type)) {
      const rule = readAccessRule(item);
      if (rule !== null) this.#found.accessRules.push(rule);
      if (!item.isRendered && !item.markdown)
        for (const name of membershipNames(item)) this.#found.membershipNames.add(name);
      this.#creators.documents.add(item.creator);
      const document = describeDocument(item, this.#restrictionOf(item));
      this.#found.documents.set(document.key, document);
      if (item.id !== null && !this.#found.titles.has(item.id))
        this.#found.titles.set(item.id, document.title);
    }
  }

  #unusedPatterns(): Lost[] {
    return [...this.#patterns]
      .filter(([id]) => !this.#usedPatterns.has(id))
      .map(([id, { title, content }]) => ({
        code: 'html-removed',
        what: `reusable block ${id} “${title}”: ${htmlToText(content)}`,
        fix: 'No document uses it, so it is left out. It is in the export.',
      }));
  }

  #unkeptFileFields(): Lost[] {
    const fix = 'Media files have no custom fields here. Their values are in the export.';
    return [...this.#fileFields]
      .filter((key) => !readOfFiles.has(key))
      .map((key) => ({ code: 'field-not-kept', what: `of media files: ${key}`, fix }));
  }

  /** Rendered content has no hidden parts. */
  #restrictionOf(item: ExportItem): string | null {
    if (item.isRendered || item.markdown) return null;
    const found = findRestriction(item);
    if (found !== null) return found;
    for (const { taxonomy, slug } of item.terms) {
      const rule = restrictionInMeta(this.#terms.get(`${taxonomy}:${slug}`)?.meta ?? []);
      if (rule !== null) return `${taxonomy} "${slug}", ${rule}`;
    }
    return null;
  }

  #addAttachment(item: ExportItem): void {
    this.#creators.attachments.add(item.creator);
    for (const { key, value } of item.meta) if (value !== '') this.#fileFields.add(key);
    const { id, slug, title, link, parent, order, creator, date, dateGmt } = item;
    this.#found.attachments.set(this.#found.attachments.size, {
      ...{ id: id ?? 0, slug, title, link, parent, order, creator, date, dateGmt },
      alt: metaOf(item, '_wp_attachment_image_alt'),
      caption: item.excerpt,
      url: item.attachmentUrl,
      file: metaOf(item, '_wp_attached_file').replace(serverFolder, ''),
      description: item.content,
    });
  }

  #addMenuItem(item: ExportItem): void {
    const rule = restrictionInMeta(item.meta);
    if (rule !== null) {
      const fix = 'Not all readers saw this menu entry. Add it to the navigation if all of them may.';
      this.#lost.push({ code: 'menu-item-dropped', what: `${item.title} (${rule})`, fix });
      return;
    }
    for (const words of [item.excerpt, item.content])
      if (words.trim() !== '') {
        const fix = 'Menus have labels only: readers saw it below the entry, or when they pointed at it.';
        this.#lost.push({ code: 'menu-item-dropped', what: `${item.title}: ${words}`, fix });
      }
    this.#found.menuItems.push({
      id: item.id ?? 0,
      menu: item.terms.find(({ taxonomy }) => taxonomy === 'nav_menu')?.slug ?? '',
      title: item.title,
      type: metaOf(item, '_menu_item_type'),
      object: metaOf(item, '_menu_item_object'),
      objectId: Number(metaOf(item, '_menu_item_object_id')) || 0,
      url: metaOf(item, '_menu_item_url'),
      parentItem: Number(metaOf(item, '_menu_item_menu_item_parent')) || 0,
      order: item.order,
    });
  }
}

function describeDocument(item: ExportItem, restriction: string | null): SurveyedDocument {
  const { id, type, status, slug, link, parent, date, dateGmt, creator } = item;
  return {
    ...{ id, type, status, slug, link, parent, date, dateGmt, creator },
    key: keyOf(item),
    title: item.title.slice(0, 300),
    locked: item.password !== '',
    categories: item.terms.filter(({ taxonomy }) => taxonomy === 'category').map(({ slug }) => slug),
    terms: item.terms.map(({ taxonomy, slug }) => `${taxonomy}:${slug}`),
    oldSlugs: item.meta.filter(({ key }) => key === '_wp_old_slug').map(({ value }) => value),
    oldPaths: item.oldPaths ?? [],
    anchors: item.markdown ? readMarkdownAnchors(item.content) : readAnchors(item.content),
    empty: item.content.trim() === '',
    ...versionOf(item),
    restriction,
    isInSeries: Boolean(item.series),
    patterns: patternsIn(item.content),
  };
}

/** Language and translations: what the reader of the source says, or what Polylang and WPML store. */
function versionOf(item: ExportItem): Pick<SurveyedDocument, 'language' | 'group'> {
  const mentioned = (taxonomy: string) => item.terms.find((term) => term.taxonomy === taxonomy)?.slug;
  return {
    language: item.language ?? mentioned('language') ?? metaOf(item, '_wpml_import_language_code'),
    group: item.group ?? mentioned('post_translations') ?? metaOf(item, '_wpml_import_translation_group'),
  };
}

const place = /<(?:[a-z][^<>]*?\sid|a\s(?:[^<>]*?\s)?name)=["']([^"']+)["']/gi;
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const anchored = /^<h[1-6]\b[^<>]*?\sid="([^"]+)"/i;

function readAnchors(content: string): readonly Anchor[] {
  if (!/\s(?:id|name)=["']/i.test(content)) return [];
  const places = [...content.matchAll(place)].map(([, name = '']) => [ownText(name), ownText(name)] as const);
  const named = new Map<string, string>(places);
  replaceElements(content, headings, (html) => {
    const id = anchored.exec(html)?.[1];
    if (id !== undefined) named.set(ownText(id), headingSlug(htmlToText(html)));
    return '';
  });
  return [...named];
}

/** Anchors of headings in Markdown: own IDs, and what the build makes of their words. */
function readMarkdownAnchors(content: string): readonly Anchor[] {
  const headings = [...content.matchAll(/^#{1,6}[ \t]+(.+)$/gm)];
  const named = headings.flatMap(([, line = '']): Anchor[] => {
    const [, own] = /\{#([^\s{}]+)\}[ \t]*$/u.exec(withoutMarks(line)) ?? [];
    const words = withoutMarks(line)
      .replace(/\{#[^\s{}]+\}$/u, '')
      .trimEnd();
    const slug = headingSlug(words);
    return own === undefined
      ? [[slug, slug]]
      : [
          [slug, slug],
          [own, slug],
        ];
  });
  return [...new Map(named)];
}

/** A heading line without its closing marks. */
const withoutMarks = (line: string): string =>
  line
    .trimEnd()
    .replace(/(?<!#)#+$/, '')
    .trimEnd();
