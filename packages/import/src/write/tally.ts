import type { Survey } from '../model/survey.ts';
import type { MediaLibrary } from '../plan/media-library.ts';
import { internal } from '../plan/survey-maker.ts';
import type { Tally } from './report.ts';

const elsewhere: Readonly<Record<string, string>> = {
  attachment: '',
  nav_menu_item: 'menu entries are in the navigation in site.ts',
  wp_block: 'reusable blocks are in the documents that use them',
};

/** Numbers of written documents by `type status`, and of comments. */
export interface WrittenCounts {
  readonly documents: ReadonlyMap<string, number>;
  readonly comments: number;
  readonly listed: number;
}

/** Compares numbers before and after: types and statuses, terms, files, comments. */
export function tallyImport(
  survey: Survey,
  written: WrittenCounts,
  copied: number,
  media: MediaLibrary,
  own: ReadonlySet<string>,
): Tally[] {
  const documents = [...survey.counts]
    .filter(([key]) => !key.startsWith('attachment '))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, count]) => {
      const out = written.documents.get(key) ?? 0;
      return row(key.replace(' ', ', '), count, out, whyOf(key, survey));
    });
  const taxonomies = [...Map.groupBy(survey.terms, ({ taxonomy }) => taxonomy)].map(([taxonomy, terms]) => {
    const isKept = taxonomy === 'category' || taxonomy === 'post_tag' || own.has(taxonomy);
    return row(
      `terms of ${taxonomy}`,
      terms.length,
      isKept ? terms.length : 0,
      'the site has no such taxonomy',
    );
  });
  const files = [...survey.attachments.values()].filter((attachment) =>
    media.files.has(media.pathOf(attachment) ?? ''),
  ).length;
  const { approved, held, other } = survey.comments;
  const noFile = media.files.size > 0 ? 'listed below' : 'their files were not given';
  return [
    ...documents,
    ...taxonomies,
    row('media files', survey.attachments.size, files, noFile),
    row('files of all sizes', media.files.size, copied, ''),
    row('comments, approved', approved, written.comments, 'listed below'),
    row('comments, held or in the trash', held + other, 0, 'they were not public'),
    row('authors', survey.authors.length, survey.authors.length, ''),
  ];
}

/** @param why the reason if the numbers differ */
const row = (what: string, before: number, out: number, why: string): Tally => ({
  ...{ what, in: before, out },
  why: before === out ? '' : why,
});

function whyOf(key: string, { personal }: Survey): string {
  const [type = '', status = ''] = key.split(' ');
  if (personal.has(type)) return 'data about persons stays in the export';
  if (status === 'trash') return 'in the trash';
  if (status === 'auto-draft') return 'empty drafts of the editor';
  if (internal.has(type)) return 'internal to WordPress';
  return elsewhere[type] ?? 'part of the old theme';
}
