import { stringify } from 'yaml';
import { compileComment } from '../../content/compile/comments.ts';
import { htmlToText } from '../../core/text/plain-text.ts';
import type { ExportComment, ExportItem } from '../export-model.ts';
import { convertHtml } from '../markdown/convert-html.ts';
import { plainWords } from '../plain-words.ts';
import type { DocumentContext } from '../plan/document-context.ts';
import type { PlannedDocument } from '../plan/plan.ts';
import type { PlannedAuthor } from '../plan/plan-authors.ts';
import { addParagraphs } from '../stored-text/paragraphs.ts';
import { replaceElements } from '../wordpress/closing-tags.ts';
import { contradicts, writeDate } from '../wordpress/time-zone.ts';
import type { LossCode, LossPlace } from './losses.ts';
import { reportKept, type SiteFolder } from './site-folder.ts';

/** File with everything known about comments and their authors. It is never published. */
const privateComments = 'comments.jsonl';

const kept = new Set(['comment', 'pingback', 'trackback']);

/** Writes comments, one file per document. Authors' addresses and unapproved comments go to a file next to the report. */
export class CommentWriter {
  /** Number of approved comments that were written. */
  written = 0;
  /** Number of those that `wp/v2` lists: no pingbacks, and none on protected documents. */
  listed = 0;
  readonly #folder: SiteFolder;
  readonly #context: DocumentContext;
  readonly #authors: ReadonlyMap<number, string>;
  readonly #seen = new Set<number>();
  #note: ReturnType<SiteFolder['openNote']> | null = null;

  constructor(folder: SiteFolder, context: DocumentContext, authors: readonly PlannedAuthor[]) {
    this.#folder = folder;
    this.#context = context;
    this.#authors = new Map(authors.map(({ id, slug }) => [id, slug]));
  }

  add(item: ExportItem, document: PlannedDocument): void {
    const approved = this.#sort(item, document.file);
    if (approved.length === 0) return;
    if (document.id === null) {
      this.#lose(item, document.file, approved, 'Its document has no ID.');
      return;
    }
    const fields = new Set(approved.flatMap(({ meta = [] }) => meta.map(({ key }) => key)));
    if (fields.size > 0)
      this.#report(
        'field-not-kept',
        item,
        document.file,
        `of comments: ${[...fields].join(', ')}`,
        `Comments have no custom fields here. They are in import/${privateComments}.`,
      );
    const onOther = approved.filter((comment) => contradicts(comment, this.#context.timezone)).length;
    if (onOther > 0)
      this.#report(
        'clock-differs',
        item,
        document.file,
        `${onOther} of its comments`,
        'They keep their own offsets.',
      );
    const known = new Set(approved.map(({ id }) => id));
    const entries = approved.map((comment) => this.#describe(comment, document, known));
    const file = `content/comments/${document.id}.yaml`;
    reportKept(this.#folder.write(file, stringify(entries, { lineWidth: 0 })), file, this.#context.losses);
    this.written += entries.length;
    if (document.public && item.password === '')
      this.listed += approved.filter(({ type }) => type === 'comment').length;
    if (item.password !== '')
      this.#report(
        'comment-not-kept',
        item,
        file,
        `${entries.length} on a protected document`,
        'They are in the file, but not shown: they may reveal the content.',
      );
  }

  /** Comments on something that is not a document here. */
  leave(item: ExportItem): void {
    const approved = this.#sort(item, '');
    if (approved.length > 0) this.#lose(item, '', approved, 'Their document has no page here.');
  }

  close(): void {
    this.#note?.close();
  }

  /** Writes all comments to the private file, reports the held ones, and returns those to publish. */
  #sort(item: ExportItem, file: string): ExportComment[] {
    if (item.comments.length === 0) return [];
    this.#note ??= this.#folder.openNote(privateComments);
    for (const comment of item.comments)
      this.#note.write(`${JSON.stringify({ document: item.id, ...comment })}\n`);
    const held = item.comments.filter(({ approved }) => approved !== '1').length;
    if (held > 0)
      this.#report(
        'comment-held',
        item,
        file,
        `${held} not approved`,
        `They were not public; they are in import/${privateComments}.`,
      );
    const approved = item.comments.filter((comment) => comment.approved === '1');
    const others = approved.filter(({ type }) => !kept.has(type));
    if (others.length > 0) this.#lose(item, file, others, `Of a plugin; in import/${privateComments}.`);
    const usable = approved.filter(({ id, type }) => kept.has(type) && id > 0 && !this.#seen.has(id));
    const repeated = approved.length - others.length - usable.length;
    if (repeated > 0)
      this.#report(
        'comment-not-kept',
        item,
        file,
        `${repeated} without an ID`,
        `They are in import/${privateComments}.`,
      );
    for (const { id } of usable) this.#seen.add(id);
    return usable;
  }

  #report(code: LossCode, item: ExportItem, file: string, what: string, fix: string): void {
    this.#context.losses.add(code, placeOf(item, file), what, fix);
  }

  #lose(item: ExportItem, file: string, comments: readonly ExportComment[], why: string): void {
    const kinds = [...new Set(comments.map(({ type }) => type))].join(', ');
    this.#report('comment-not-kept', item, file, `${comments.length} (${kinds})`, why);
  }

  #describe(comment: ExportComment, document: PlannedDocument, known: ReadonlySet<number>): object {
    const { id, parent, userId, type } = comment;
    const author = this.#authors.get(userId);
    const name = plainWords(comment.author);
    return {
      id,
      ...(parent !== id && known.has(parent) ? { parent } : {}),
      ...(name === '' ? {} : { name }),
      ...(isWebAddress(comment.url) ? { url: comment.url.replaceAll('&#038;', '&') } : {}),
      ...(author === undefined ? {} : { author }),
      date: writeDate(comment, this.#context.timezone) ?? '1970-01-01T00:00:00',
      ...(type === 'comment' ? {} : { type }),
      text: this.#convert(comment, document),
    };
  }

  #convert(comment: ExportComment, document: PlannedDocument): string {
    const place = placeOf(document.source, document.file);
    const html = addParagraphs(comment.content.replace(/\r\n?/g, '\n'));
    const { markdown } = convertHtml(html, new Map(), {
      addresses: this.#context.addressesOf(document),
      lose: (code, what, fix) => this.#context.losses.add(code, place, `comment ${comment.id}: ${what}`, fix),
    });
    // HTML in comments is shown as text, so what Markdown cannot express becomes plain words.
    const words = (text: string) => text.replace(/\s+/g, ' ').trim();
    const plain = words(htmlToText(replaceElements(html, ['script', 'style'], () => '')));
    return words(htmlToText(compileComment(markdown))) === plain || !markdown.includes('<')
      ? markdown
      : plain.replace(/[\\`*_#[\]<>|~$]/g, '\\$&');
  }
}

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s"<>]+$/.test(text) && URL.canParse(text);

const placeOf = (
  { id, title, link }: { readonly id: number | null; readonly title: string; readonly link: string },
  file: string,
): LossPlace => ({ id, title: plainWords(title), address: link, file });
