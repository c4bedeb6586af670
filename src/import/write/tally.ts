import type { MediaLibrary } from '../plan/media-library.ts';
import type { Survey } from '../plan/survey.ts';
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
  /** Number of comments that `wp/v2` lists. */
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
    .map(([key, count]) => ({
      what: key.replace(' ', ', '),
      in: count,
      out: written.documents.get(key) ?? 0,
      why: whyOf(key, count, written.documents.get(key) ?? 0),
    }));
  const taxonomies = [...Map.groupBy(survey.terms, ({ taxonomy }) => taxonomy)].map(([taxonomy, terms]) => {
    const out = taxonomy === 'category' || taxonomy === 'post_tag' || own.has(taxonomy) ? terms.length : 0;
    return {
      what: `terms of ${taxonomy}`,
      in: terms.length,
      out,
      why: out === terms.length ? '' : 'the site has no such taxonomy',
    };
  });
  let files = 0;
  for (const attachment of survey.attachments.values())
    if (media.files.has(media.pathOf(attachment) ?? '')) files++;
  const { approved, held, other } = survey.comments;
  return [
    ...documents,
    ...taxonomies,
    {
      what: 'media files',
      in: survey.attachments.size,
      out: files,
      why:
        files === survey.attachments.size
          ? ''
          : media.files.size > 0
            ? 'listed below'
            : 'their files were not given',
    },
    { what: 'files of all sizes', in: media.files.size, out: copied, why: '' },
    {
      what: 'comments, approved',
      in: approved,
      out: written.comments,
      why: approved === written.comments ? '' : 'listed below',
    },
    {
      what: 'comments, held or in the trash',
      in: held + other,
      out: 0,
      why: held + other === 0 ? '' : 'they were not public',
    },
    { what: 'authors', in: survey.authors.length, out: survey.authors.length, why: '' },
  ];
}

function whyOf(key: string, before: number, after: number): string {
  if (before === after) return '';
  const [type = '', status = ''] = key.split(' ');
  if (status === 'trash') return 'in the trash';
  if (status === 'auto-draft') return 'empty drafts of the editor';
  if (internal.has(type)) return 'internal to WordPress';
  return elsewhere[type] ?? 'part of the old theme';
}
