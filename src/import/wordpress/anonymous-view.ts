import { type ExportItem, metaOf } from '../export-model.ts';
import { plainWords } from '../plain-words.ts';
import type { PlannedDocument } from '../plan/plan.ts';
import { missingWords, wordsOf } from '../write/missing-words.ts';
import type { RestDocument } from './rest-recording.ts';

/** A document as anonymous readers of the old site got it, and what it leaves out. */
export interface AnonymousView {
  readonly item: ExportItem;
  readonly missing: number;
}

/**
 * Compares a published document with the answer of `wp/v2` to an anonymous reader. Where that lacks words of the
 * stored text, an access rule hid them: then the document is what that reader got.
 * @returns null where nothing was hidden, or where it cannot be known
 */
export function anonymousView(
  item: ExportItem,
  document: PlannedDocument,
  recorded: RestDocument | null,
): AnonymousView | null {
  if (recorded === null || recorded.content.protected || !document.public || item.isRendered) return null;
  // A text that was edited between the export and the recording lacks words for another reason.
  const isOther =
    item.modified !== '' &&
    recorded.modified !== undefined &&
    recorded.modified !== item.modified.replace(' ', 'T');
  if (item.password !== '' || (isOther && document.restriction === null)) return null;
  const { rendered } = recorded.content;
  const missing = missingWords(item.content, wordsOf(rendered)).length;
  if (missing === 0 || rendered.trim() === '') return null;
  const excerpt = plainWords(recorded.excerpt?.rendered ?? '');
  const shown = recorded.meta;
  return {
    missing,
    item: {
      ...item,
      content: rendered,
      isRendered: true,
      excerpt: excerpt.includes(plainWords(item.excerpt)) ? item.excerpt : '',
      meta: item.meta.filter(
        ({ key }) =>
          key === '_thumbnail_id' || (key === 'footnotes' && metaOf(item, key) !== '') || key in shown,
      ),
      comments: item.comments.map((comment) => ({ ...comment, approved: '0' })),
    },
  };
}
