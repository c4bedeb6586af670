import { slug as headingSlug } from 'github-slugger';
import { htmlToText } from '../core/text/plain-text.ts';
import type {
  ExportAuthor,
  ExportHead,
  ExportItem,
  ExportRecord,
  ExportTerm,
  Lost,
  MenuItem,
  TermMention,
} from './export-model.ts';
import { metaOf } from './export-model.ts';
import { decodePercent } from './names.ts';
import { ownText } from './own-text.ts';
import type { Shelf, ShelfMap } from './shelf.ts';
import { type Anchor, keyOf, type Survey, type SurveyedAttachment, type SurveyedDocument } from './survey.ts';

const siteParts = new Set([
  'wp_navigation',
  'wp_template',
  'wp_template_part',
  'wp_global_styles',
  'custom_css',
  'wp_font_family',
  'wp_font_face',
]);
/** Kept by WordPress for itself: nothing that an author wrote. */
const internal = new Set(['revision', 'oembed_cache', 'customize_changeset', 'user_request']);

/** Gathers a survey, a record after the other. */
export class SurveyMaker {
  private head: ExportHead | null = null;
  private readonly authors = new Map<string, ExportAuthor>();
  private readonly terms = new Map<string, ExportTerm>();
  private readonly mentions = new Map<string, TermMention>();
  private readonly documents: ShelfMap<string, SurveyedDocument>;
  private readonly titles: ShelfMap<number, string>;
  private readonly attachments: ShelfMap<number, SurveyedAttachment>;
  /** Logins that items name. */
  private readonly creators = { documents: new Set<string>(), attachments: new Set<string>() };
  private readonly reusable = new Map<number, string>();
  private readonly places = new Set<string>();
  private readonly menuItems: MenuItem[] = [];
  private readonly files = new Map<string, string>();
  private readonly lost: Lost[] = [];
  private readonly siteParts: { type: string; title: string; id: number | null }[] = [];
  private readonly mended: Survey['mended'][number][] = [];
  private readonly counts = new Map<string, number>();
  private readonly comments = { approved: 0, held: 0, other: 0 };

  constructor(shelf: Shelf) {
    this.documents = shelf.map();
    this.titles = shelf.map();
    this.attachments = shelf.map();
  }

  add(record: ExportRecord): void {
    switch (record.kind) {
      case 'head':
        this.head ??= record.head;
        return;
      case 'author':
        if (!this.authors.has(record.author.login)) this.authors.set(record.author.login, record.author);
        return;
      case 'term': {
        const key = `${record.term.taxonomy}:${record.term.slug}`;
        if (!this.terms.has(key)) this.terms.set(key, record.term);
        return;
      }
      case 'mended':
        this.mended.push(record);
        return;
      case 'menu-item':
        this.menuItems.push(record.item);
        return;
      case 'file':
        this.files.set(record.path, record.from);
        return;
      case 'lost':
        this.lost.push(record);
        return;
      case 'item':
        this.addItem(record.item);
    }
  }

  finish(): Survey {
    return {
      head: this.head,
      authors: [...this.authors.values(), ...this.undeclared()],
      terms: [...this.terms.values()],
      mentions: this.mentions,
      documents: this.documents,
      titles: this.titles,
      attachments: this.attachments,
      reusable: this.reusable,
      places: this.places,
      menuItems: this.menuItems,
      files: this.files,
      lost: this.lost,
      siteParts: this.siteParts,
      mended: this.mended,
      counts: this.counts,
      comments: this.comments,
    };
  }

  /** Writers whom the file names on documents only, as files before WordPress 3.0 did. */
  private undeclared(): ExportAuthor[] {
    const declared = [...this.authors.values()];
    const known = new Set(['', ...declared.map(({ login }) => login.toLowerCase())]);
    const named = [...this.creators.documents, ...this.creators.attachments];
    const first = Math.max(0, ...declared.map(({ id }) => id)) + 1;
    const logins = named.filter((login) => !known.has(login.toLowerCase()) && known.add(login.toLowerCase()));
    return logins.map((login, index) => ({ id: first + index, login, name: login, undeclared: true }));
  }

  private addItem(item: ExportItem): void {
    const count = `${item.type} ${item.status}`;
    this.counts.set(count, (this.counts.get(count) ?? 0) + 1);
    for (const comment of item.comments) {
      if (comment.approved === '1') this.comments.approved++;
      else if (comment.approved === '0') this.comments.held++;
      else this.comments.other++;
    }
    for (const mention of item.terms) {
      const key = `${mention.taxonomy}:${mention.slug}`;
      if (!this.mentions.has(key)) this.mentions.set(key, mention);
    }
    for (const [, name = ''] of item.content.matchAll(/\shref=["'][^"'#]*#([^"']+)["']/g))
      this.places.add(ownText(decodePercent(name)));
    if (item.type === 'attachment') this.addAttachment(item);
    else if (item.type === 'nav_menu_item') this.addMenuItem(item);
    else if (item.type === 'wp_block') {
      if (item.id !== null) this.reusable.set(item.id, item.content);
    } else if (siteParts.has(item.type))
      this.siteParts.push({ type: item.type, title: item.title, id: item.id });
    else if (!internal.has(item.type)) {
      this.creators.documents.add(item.creator);
      const document = describeDocument(item);
      this.documents.set(document.key, document);
      if (item.id !== null && !this.titles.has(item.id)) this.titles.set(item.id, document.title);
    }
  }

  private addAttachment(item: ExportItem): void {
    this.creators.attachments.add(item.creator);
    this.attachments.set(this.attachments.size, {
      id: item.id ?? 0,
      slug: item.slug,
      title: item.title,
      alt: metaOf(item, '_wp_attachment_image_alt'),
      caption: item.excerpt,
      link: item.link,
      url: item.attachmentUrl,
      file: metaOf(item, '_wp_attached_file'),
      parent: item.parent,
      order: item.order,
      creator: item.creator,
      date: item.date,
      dateGmt: item.dateGmt,
      description: item.content,
    });
  }

  private addMenuItem(item: ExportItem): void {
    this.menuItems.push({
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

function describeDocument(item: ExportItem): SurveyedDocument {
  return {
    key: keyOf(item),
    id: item.id,
    type: item.type,
    status: item.status,
    slug: item.slug,
    title: item.title.slice(0, 300),
    link: item.link,
    parent: item.parent,
    date: item.date,
    dateGmt: item.dateGmt,
    creator: item.creator,
    locked: item.password !== '',
    categories: item.terms.filter(({ taxonomy }) => taxonomy === 'category').map(({ slug }) => slug),
    oldSlugs: item.meta.filter(({ key }) => key === '_wp_old_slug').map(({ value }) => value),
    oldPaths: item.oldPaths ?? [],
    anchors: item.markdown ? readMarkdownAnchors(item.content) : readAnchors(item.content),
    empty: item.content.trim() === '',
  };
}

const named = /<(?:[a-z][^<>]*?\sid|a\s(?:[^<>]*?\s)?name)=["']([^"']+)["']/gi;
const anchored = /<h[1-6]\b[^>]*\sid="([^"]+)"[^>]*>([\s\S]*?)<\/h[1-6]>/gi;

function readAnchors(content: string): readonly Anchor[] {
  if (!/\s(?:id|name)=["']/i.test(content)) return [];
  const places = [...content.matchAll(named)].map(([, name = '']) => [ownText(name), ownText(name)] as const);
  const headings = [...content.matchAll(anchored)].map(
    ([, id = '', html = '']) => [ownText(id), headingSlug(htmlToText(html))] as const,
  );
  return [...new Map([...places, ...headings])];
}

/** Headings of a Markdown text: by the names that they say, and by what the build makes of their words. */
function readMarkdownAnchors(content: string): readonly Anchor[] {
  const headings = [...content.matchAll(/^#{1,6}[ \t]+(.+?)[ \t]*(?:\{#([\w:.-]+)\})?[ \t]*#*$/gm)];
  const named = headings.flatMap(([, words = '', own]): Anchor[] => {
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
