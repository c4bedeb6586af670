import { compileComment } from 'agentsite/content';
import { htmlToText } from 'agentsite/text';
import { stringify } from 'yaml';
import { convertHtml } from '../markdown/convert-html.ts';
import { replaceElements } from '../model/closing-tags.ts';
import type { ExportComment, ExportItem } from '../model/export-model.ts';
import { plainWords } from '../model/plain-words.ts';
import { noDate } from '../model/stored-date.ts';
import { placeOf } from '../plan/claims.ts';
import type { DocumentContext, Lose } from '../plan/document-context.ts';
import type { PlannedDocument } from '../plan/plan.ts';
import type { PlannedAuthor } from '../plan/plan-authors.ts';
import { addParagraphs } from '../stored-text/paragraphs.ts';
import { contradicts, writeDate } from '../wordpress/time-zone.ts';
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
    const lose = this.#reporterFor(item, document.file);
    const approved = this.#sort(item, lose);
    if (approved.length === 0) return;
    if (document.id === null) {
      leaveOut(approved, 'Its document has no ID.', lose);
      return;
    }
    const fields = new Set(approved.flatMap(({ meta = [] }) => meta.map(({ key }) => key)));
    if (fields.size > 0)
      lose(
        'field-not-kept',
        `of comments: ${[...fields].join(', ')}`,
        `Comments have no custom fields here. They are in import/${privateComments}.`,
      );
    const onOther = approved.filter((comment) => contradicts(comment, this.#context.timezone)).length;
    if (onOther > 0) lose('clock-differs', `${onOther} of its comments`, 'They keep their own offsets.');
    const known = new Set(approved.map(({ id }) => id));
    const entries = approved.map((comment) => this.#describe(comment, document, known));
    const file = `content/comments/${document.id}.yaml`;
    reportKept(this.#folder.write(file, stringify(entries, { lineWidth: 0 })), file, this.#context.losses);
    this.written += entries.length;
    if (document.public && item.password === '')
      this.listed += approved.filter(({ type }) => type === 'comment').length;
    if (item.password !== '')
      this.#reporterFor(item, file)(
        'comment-not-kept',
        `${entries.length} on a protected document`,
        'They are in the file, but not shown: they may reveal the content.',
      );
  }

  /** Comments on something that is not a document here. */
  leave(item: ExportItem): void {
    const lose = this.#reporterFor(item, '');
    const approved = this.#sort(item, lose);
    if (approved.length > 0) leaveOut(approved, 'Their document has no page here.', lose);
  }

  close(): void {
    this.#note?.close();
  }

  /** Writes all comments to the private file, reports the held ones, and returns those to publish. */
  #sort(item: ExportItem, lose: Lose): ExportComment[] {
    if (item.comments.length === 0) return [];
    this.#note ??= this.#folder.openNote(privateComments);
    for (const comment of item.comments)
      this.#note.write(`${JSON.stringify({ document: item.id, ...comment })}\n`);
    const held = item.comments.filter(({ approved }) => approved !== '1').length;
    if (held > 0)
      lose(
        'comment-held',
        `${held} not approved`,
        `They were not public; they are in import/${privateComments}.`,
      );
    const approved = item.comments.filter((comment) => comment.approved === '1');
    const others = approved.filter(({ type }) => !kept.has(type));
    if (others.length > 0) leaveOut(others, `Of a plugin; in import/${privateComments}.`, lose);
    const usable = approved.filter(({ id, type }) => kept.has(type) && id > 0 && !this.#seen.has(id));
    const repeated = approved.length - others.length - usable.length;
    if (repeated > 0)
      lose('comment-not-kept', `${repeated} without an ID`, `They are in import/${privateComments}.`);
    for (const { id } of usable) this.#seen.add(id);
    return usable;
  }

  #reporterFor(item: ExportItem, file: string): Lose {
    const place = placeOf(item, file);
    return (code, what, fix) => this.#context.losses.add(code, place, what, fix);
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
      date: writeDate(comment, this.#context.timezone) ?? noDate,
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

function leaveOut(comments: readonly ExportComment[], why: string, lose: Lose): void {
  const kinds = [...new Set(comments.map(({ type }) => type))].join(', ');
  lose('comment-not-kept', `${comments.length} (${kinds})`, why);
}
