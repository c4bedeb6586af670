import { closeSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { findElements, htmlOf, parseHtml, removeElements } from '../hosted/edit-html.ts';
import { Images } from '../hosted/images.ts';
import {
  type ExportItem,
  type ExportRecord,
  type Lost,
  lostRecord,
  metaOf,
  UnreadableExport,
} from '../model/export-model.ts';
import { cleanSlug } from '../model/names.ts';
import { readExport } from '../wordpress/read-export.ts';
import { readText } from '../wordpress/source-text.ts';

const hosted =
  /^https?:\/\/(?:images\.squarespace-cdn\.com|static\d?\.squarespace\.com|[\w-]+\.squarespace\.com\/s\/)/i;
const sniffed = 256 * 1024;

/** An export of WordPress names the address of the site; Squarespace's has addresses without it. */
export function isSquarespace(file: string): boolean {
  const open = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(sniffed);
    const start = bytes.toString('utf8', 0, readSync(open, bytes));
    return (
      /<wp:wxr_version>/.test(start) &&
      !/<wp:base_(?:site|blog)_url>|<generator>\S*wordpress\.org|generator="WordPress|\/wp-content\/uploads\//.test(
        start,
      ) &&
      /<item>[\s\S]*?<link>\s*\/[^<]*<\/link>/.test(start)
    );
  } finally {
    closeSync(open);
  }
}

/** Reads an export of Squarespace, a dialect of WordPress's, as records. */
export async function* readSquarespace(
  file: string,
  given: string | null,
  media: string | null,
): AsyncGenerator<ExportRecord> {
  if (!isSquarespace(file))
    throw new UnreadableExport(
      'It is no export of Squarespace (Settings > Import & Export Content > Export): items with addresses such as /blog/one are missing in it.',
      1,
    );
  const files = new Map<number, string>();
  for await (const record of readExport(basename(file), readText(file)))
    if (record.kind === 'item' && record.item.type === 'attachment' && record.item.id !== null)
      files.set(record.item.id, record.item.attachmentUrl);
  const images = new Images('Squarespace', hosted, media);
  let owner = '';
  let home = given ?? 'http://localhost:4321';
  for await (const record of readExport(basename(file), readText(file))) {
    if (record.kind === 'head') {
      home = given ?? (/^https?:/.test(record.head.home) ? record.head.home.replace(/\/+$/, '') : home);
      yield {
        kind: 'head',
        head: { ...record.head, home, siteUrl: home, uploads: '/', readAs: `Squarespace: ${basename(file)}` },
      };
    } else if (record.kind === 'author') {
      owner ||= record.author.login;
      // Logins are addresses of mail.
      yield { kind: 'author', author: { ...record.author, slug: slugOf(record.author.name) } };
    } else if (record.kind !== 'item') yield record;
    else if (record.item.type !== 'attachment')
      yield {
        kind: 'item',
        item: itemOf({ ...record.item, creator: record.item.creator || owner }, home, files, images),
      };
  }
  yield* images.records();
  yield lostRecord(
    'site-part-dropped',
    'galleries, products, events, and pages of other kinds',
    'An export of Squarespace contains pages of text, and the posts of one blog. Compare the new site with the old one.',
  );
}

const slugOf = (name: string): string => cleanSlug(name.toLowerCase().replace(/\s+/g, '-')) || 'author';

function itemOf(
  item: ExportItem,
  home: string,
  files: ReadonlyMap<number, string>,
  images: Images,
): ExportItem {
  const lost: Lost[] = [...(item.lost ?? [])];
  const path = item.link.startsWith('/') ? item.link : `/${item.link.replace(/^https?:\/\/[^/]*\/?/, '')}`;
  const image = files.get(Number(metaOf(item, '_thumbnail_id')));
  const isShown = item.status === 'publish' || item.status === 'future';
  return {
    ...item,
    isRendered: true,
    link: isShown ? home + path : '',
    slug: cleanSlug(/([^/]*?)(?:\.html?)?\/?$/.exec(item.slug || path)?.[1] ?? ''),
    content: images.place(withImages(item.content), lost),
    meta: item.meta.filter(({ key }) => key !== '_thumbnail_id'),
    lost,
    ...(image === undefined ? {} : { image: { url: images.addressOf(image, lost) ?? image, alt: '' } }),
  };
}

/** A script showed images: their addresses are in `data-src`, and once more for readers without scripts. */
function withImages(html: string): string {
  const tree = parseHtml(html);
  removeElements(tree, ({ tagName }) => tagName === 'noscript');
  for (const { properties } of findElements(tree, ({ tagName }) => tagName === 'img'))
    properties.src ??= String(properties.dataSrc ?? properties.dataImage ?? '');
  return htmlOf(tree);
}
