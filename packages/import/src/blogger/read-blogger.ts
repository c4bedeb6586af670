import { basename } from 'node:path';
import { hostedItem, storedMoment } from '../hosted/hosted-item.ts';
import { Images } from '../hosted/images.ts';
import {
  type ExportComment,
  type ExportItem,
  type ExportRecord,
  type Lost,
  lostRecord,
  UnreadableExport,
  unknownOwner,
} from '../model/export-model.ts';
import { cleanSlug } from '../model/names.ts';
import { readText } from '../wordpress/source-text.ts';
import { XmlReader } from '../wordpress/xml-events.ts';
import { type BloggerEntry, EntryCollector } from './blogger-entries.ts';

/** Servers of images. */
const hosted =
  /^https?:\/\/(?:[\w-]+\.)*(?:bp\.blogspot\.com|ggpht\.com|googleusercontent\.com|blogger\.com)\//i;

const timezone = 'UTC';

/**
 * Reads the backup of a blog of Blogger, or the `feed.atom` of Google Takeout, as records.
 * @param home its address, which a Takeout does not contain
 */
export async function* readBlogger(
  file: string,
  home: string | null,
  media: string | null,
): AsyncGenerator<ExportRecord> {
  const collector = new EntryCollector();
  const comments = Map.groupBy(await collectComments(file, collector), ({ post }) => post);
  const site = (home ?? collector.home).replace(/\/+$/, '') || 'http://localhost:4321';
  const images = new Images('Blogger', hosted, media);
  const labels = new Set<string>();
  const isPrivate = /^(?!PUBLIC$)./.test(collector.settings.get('BLOG_READ_ACCESS_MODE') ?? '');
  yield {
    kind: 'head',
    head: {
      title: collector.settings.get('BLOG_NAME') ?? collector.title,
      tagline: collector.settings.get('BLOG_DESCRIPTION') ?? '',
      ...{ home: site, siteUrl: site, language: collector.settings.get('BLOG_LOCALE') ?? '', uploads: '/' },
      readAs: `Blogger: ${basename(file)}, ${collector.count} ${collector.count === 1 ? 'document' : 'documents'}`,
      redirects: [...collector.labels].map((name) => ({
        from: `/search/label/${encodeURIComponent(name)}`,
        to: `/tag/${slugOfLabel(name)}/`,
        status: 301,
      })),
      feeds: ['/feeds/posts/default', '/atom.xml', '/rss.xml'],
    },
  };
  if (isPrivate)
    yield lostRecord(
      'access-restricted',
      'setting BLOG_READ_ACCESS_MODE',
      'The blog was not public, so all documents are drafts here.',
    );
  const authors = new Set<string>();
  let id = 0;
  for await (const entry of entriesOf(file, new EntryCollector())) {
    if (entry.kind !== 'post' && entry.kind !== 'page') continue;
    if (!authors.has(entry.author)) {
      authors.add(entry.author);
      yield { kind: 'author', author: { id: 0, login: entry.author, name: entry.author || unknownOwner } };
    }
    const item = itemOf(entry, basename(file), site, images, isPrivate);
    for (const { slug, name } of item.terms) {
      if (labels.has(slug)) continue;
      labels.add(slug);
      yield {
        kind: 'term',
        term: { ...{ taxonomy: 'post_tag', id: null, slug, name }, parent: '', description: '' },
      };
    }
    yield {
      kind: 'item',
      item: { ...item, id: ++id, comments: (comments.get(entry.id) ?? []).map(({ comment }) => comment) },
    };
  }
  yield* images.records();
  if (collector.left.length > 0)
    yield lostRecord(
      'site-part-dropped',
      collector.left.join(', '),
      'The new site has its own theme and settings.',
    );
}

async function* entriesOf(file: string, collector: EntryCollector): AsyncGenerator<BloggerEntry> {
  const xml = new XmlReader();
  for await (const chunk of readText(file)) yield* collector.collect(xml.read(chunk));
  const whole = xml.end();
  yield* collector.collect(xml.take());
  if (!collector.isFeed)
    throw new UnreadableExport(
      'It is no backup of Blogger: it has no <feed> with entries of Blogger.',
      xml.line,
    );
  if (!whole)
    throw new UnreadableExport('The file ends in the middle: it was cut off. Download it again.', xml.line);
}

/** Comments are anywhere in the file, and may answer each other. */
async function collectComments(file: string, collector: EntryCollector) {
  const found: { post: string; comment: ExportComment }[] = [];
  const ids = new Map<string, number>();
  for await (const entry of entriesOf(file, collector)) {
    if (entry.kind !== 'comment') continue;
    ids.set(entry.id, ids.size + 1);
    const { date, gmt } = storedMoment(entry.published, timezone);
    found.push({
      post: entry.parent,
      comment: {
        ...{
          id: ids.size,
          author: entry.author,
          email: '',
          url: entry.authorUrl,
          ip: '',
          type: 'comment',
          userId: 0,
        },
        ...{ date, dateGmt: gmt, content: entry.content, approved: entry.status === 'LIVE' ? '1' : '0' },
        parent: ids.get(entry.answers) ?? 0,
      },
    });
  }
  return found;
}

const statuses: Readonly<Record<string, string>> = { LIVE: 'publish', DRAFT: 'draft', SCHEDULED: 'future' };

function itemOf(
  entry: BloggerEntry,
  file: string,
  home: string,
  images: Images,
  isPrivate: boolean,
): ExportItem {
  const lost: Lost[] = [];
  const { date, gmt } = storedMoment(entry.published, timezone);
  const modified = storedMoment(entry.updated, timezone);
  const status = /TRASH/.test(entry.status)
    ? 'trash'
    : (statuses[entry.status] ?? entry.status.toLowerCase());
  const isOut = status === 'publish' || status === 'future';
  const path = entry.path.replace(/^https?:\/\/[^/]+/, '');
  return hostedItem({
    ...{ file, line: entry.line, type: entry.kind, title: entry.title, creator: entry.author },
    status: isOut && isPrivate ? 'private' : status,
    link: isOut && path !== '' ? home + path : '',
    slug: cleanSlug(/([^/]*?)(?:\.html?)?$/.exec(path)?.[1] ?? ''),
    content: images.place(entry.content, lost),
    guid: entry.id,
    excerpt: entry.description.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    ...{ date, dateGmt: gmt, modified: modified.date, modifiedGmt: modified.gmt },
    terms:
      entry.kind === 'page'
        ? []
        : entry.labels.map((name) => ({ taxonomy: 'post_tag', slug: slugOfLabel(name), name })),
    oldPaths: [],
    meta: entry.enclosure === '' ? [] : [{ key: 'enclosure', value: `${entry.enclosure}\n\n` }],
    lost,
  });
}

const slugOfLabel = (name: string): string => cleanSlug(name.toLowerCase().replace(/\s+/g, '-')) || 'label';
