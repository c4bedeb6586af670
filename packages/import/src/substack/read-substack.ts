import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHTML } from 'entities';
import { readCsv } from '../hosted/csv.ts';
import { hasClass, htmlOf, parseHtml, removeElements } from '../hosted/edit-html.ts';
import { escapeText, headOf, hostedItem, storedMoment } from '../hosted/hosted-item.ts';
import { Images } from '../hosted/images.ts';
import {
  type ExportItem,
  type ExportRecord,
  type Lost,
  lostRecord,
  UnreadableExport,
  unknownOwner,
} from '../model/export-model.ts';
import { replaceEmbeds, takeFootnotes } from './embeds.ts';

const hosted =
  /^https?:\/\/(?:substackcdn\.com\/image|substack-post-media\.s3\.|bucketeer-[\w-]+\.s3\.|cdn\.substack\.com|[\w-]+\.substack\.com\/.*\.(?:jpe?g|png|gif|webp)$)/i;

/** What asks readers to subscribe, share or pay: the address in it is filled in by Substack. */
const widgets = [
  'subscription-widget-wrap',
  'subscription-widget-wrap-editor',
  'subscription-widget',
  'button-wrapper',
  'captioned-button-wrap',
  'paywall-jump',
  'image-link-expand',
  'install-substack-app-embed',
  'directMessage',
];

/** Reads a folder of Substack's export: `posts.csv`, and `posts/` with HTML. Lists of subscribers are not read. */
export async function* readSubstack(
  folder: string,
  home: string | null,
  media: string | null,
  timezone: string,
): AsyncGenerator<ExportRecord> {
  const files = readdirSync(folder, { recursive: true }).map((name) => String(name).replaceAll('\\', '/'));
  const list = files.find((name) => /(?:^|\/)posts\.csv$/.test(name));
  if (list === undefined)
    throw new UnreadableExport(
      'It is no export of Substack (Settings > Exports): posts.csv is missing in it.',
      1,
    );
  const root = join(folder, list.slice(0, -'posts.csv'.length));
  const rows = readCsv(readFileSync(join(folder, list), 'utf8'));
  if (rows.length > 0 && rows[0]?.post_id === undefined)
    throw new UnreadableExport('posts.csv has no column "post_id", so it is not of Substack.', 1);
  const site = home ?? 'http://localhost:4321';
  const images = new Images('Substack', hosted, media);
  yield {
    kind: 'head',
    head: {
      ...headOf(site, timezone),
      readAs: `Substack: posts.csv, ${rows.length} ${rows.length === 1 ? 'document' : 'documents'}`,
      postLists: ['/archive/'],
      feeds: ['/feed/'],
    },
  };
  yield { kind: 'author', author: { id: 0, login: 'owner', name: unknownOwner } };
  for (const [index, row] of rows.entries()) {
    const file = join(root, 'posts', `${row.post_id}.html`);
    const html = /^[\w.-]+$/.test(row.post_id ?? '') && existsSync(file) ? readFileSync(file, 'utf8') : null;
    if (html === null)
      yield lostRecord(
        'unreadable',
        `posts/${row.post_id}.html: “${row.title}”`,
        'Its text is not in the export.',
      );
    else yield { kind: 'item', item: itemOf(row, index, html, site, images, timezone) };
  }
  yield* images.records();
  const people = files.filter((name) => /\.csv$/.test(name) && name !== list);
  if (people.length > 0)
    yield lostRecord(
      'personal-left',
      `${people.length} lists of subscribers, and of what they opened`,
      'They contain data about persons, so they are not read. Give them to the service that will send your newsletter.',
    );
  yield lostRecord('comment-not-kept', 'comments', 'An export of Substack does not contain them.');
}

function itemOf(
  row: Readonly<Record<string, string>>,
  index: number,
  html: string,
  home: string,
  images: Images,
  timezone: string,
): ExportItem {
  const lost: Lost[] = [];
  const tree = parseHtml(html);
  const isCut = removeElements(tree, (element) => hasClass(element, 'paywall-jump')).length > 0;
  for (const words of removeElements(tree, (element) => widgets.some((name) => hasClass(element, name))))
    if (words !== '')
      lost.push({
        code: 'html-removed',
        what: words,
        fix: 'A button or a form of Substack, which the new site does not have.',
      });
  replaceEmbeds(tree, lost);
  const footnotes = takeFootnotes(tree);
  if (row.podcast_url)
    lost.push({
      code: 'image-elsewhere',
      what: row.podcast_url,
      fix: 'The sound of an episode is on the server of Substack, and ends with the account. Save it next to the document, and name the file in "audio".',
    });
  const slug = (row.post_id ?? '').replace(/^\d+\./, '');
  const { date, gmt } = storedMoment(row.post_date ?? '', timezone);
  const status = statusOf(row, isCut);
  return hostedItem({
    ...{
      file: 'posts.csv',
      line: index + 2,
      type: row.type === 'page' ? 'page' : 'post',
      status,
      slug,
      lost,
    },
    title: escapeText(decodeHTML(row.title ?? '')),
    link: status === 'publish' ? `${home}/p/${slug}` : '',
    creator: 'owner',
    content: images.place(htmlOf(tree), lost),
    excerpt: escapeText(decodeHTML(row.subtitle ?? '')),
    ...{ date, dateGmt: gmt },
    meta: [
      { key: 'footnotes', value: footnotes },
      ...(row.podcast_url ? [{ key: 'enclosure', value: `${row.podcast_url}\n\naudio/mpeg` }] : []),
    ],
  });
}

/** What only subscribers could read becomes a draft. */
function statusOf(
  { is_published = '', audience = '' }: Readonly<Record<string, string>>,
  isCut: boolean,
): string {
  if (!/^true$/i.test(is_published.trim())) return 'draft';
  if (audience !== 'everyone') return audience || 'only_subscribers';
  return isCut ? 'partly_paid' : 'publish';
}
