import { type ExportItem, metaOf } from '../model/export-model.ts';
import { plainWords } from '../model/plain-words.ts';
import type { PlannedDocument } from '../plan/plan.ts';
import { missingWords, wordsOf } from '../stored-text/missing-words.ts';
import type { RestDocument } from '../wordpress/rest-recording.ts';

/**
 * Compares a published document with its anonymous answer in `wp/v2`. If words are missing there, an access rule hid
 * them, and the document is that answer.
 * @returns it, and the number of missing words; null if nothing was hidden, or it is unknown
 */
export function anonymousView(
  item: ExportItem,
  document: PlannedDocument,
  recorded: RestDocument | null,
): { item: ExportItem; missing: number } | null {
  if (recorded === null || recorded.content.protected || !document.public || item.isRendered) return null;
  // Edits between export and recording also change words.
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
