import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Element, Root } from 'hast';
import {
  findElement,
  findElements,
  hasClass,
  htmlOf,
  parseHtml,
  removeElements,
  wordsIn,
} from '../hosted/edit-html.ts';
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
import { cleanSlug } from '../model/names.ts';

const hosted = /^https?:\/\/(?:cdn-images-\d\.medium\.com|miro\.medium\.com)\//i;

interface Story {
  readonly file: string;
  readonly tree: Root;
  readonly slug: string;
  /** Number of Medium at the end of its address. */
  readonly hash: string;
  readonly isDraft: boolean;
}

/** Reads a folder of Medium's export: `posts/` with a page of HTML for each story. */
export async function* readMedium(
  folder: string,
  home: string | null,
  media: string | null,
  timezone: string,
): AsyncGenerator<ExportRecord> {
  const files = readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => /(?:^|\/)posts\/[^/]+\.html$/.test(name))
    .sort();
  const stories = files.map((file) => storyOf(file, readFileSync(join(folder, file), 'utf8')));
  const read = stories.filter(({ tree }) => bodyOf(tree) !== null);
  if (read.length === 0)
    throw new UnreadableExport(
      'It is no export of Medium (Settings > Security > Download your information): posts/ with HTML of stories is missing in it.',
      1,
    );
  const site = home ?? 'http://localhost:4321';
  const images = new Images('Medium', hosted, media);
  const links = new Map(
    read.filter(({ isDraft }) => !isDraft).map(({ hash, slug }) => [hash, `${site}/${slug}/`]),
  );
  yield {
    kind: 'head',
    head: {
      ...headOf(site, timezone),
      readAs: `Medium: posts/, ${read.length} ${read.length === 1 ? 'document' : 'documents'}`,
    },
  };
  const authors = new Set<string>();
  for (const story of read) {
    const item = itemOf(story, links, images, site, timezone);
    if (!authors.has(item.creator))
      yield { kind: 'author', author: { id: 0, login: item.creator, name: item.creator || unknownOwner } };
    authors.add(item.creator);
    for (const { slug, name } of item.terms)
      yield {
        kind: 'term',
        term: { ...{ taxonomy: 'post_tag', id: null, slug, name }, parent: '', description: '' },
      };
    yield { kind: 'item', item };
  }
  for (const { file } of stories.filter((story) => !read.includes(story)))
    yield lostRecord('unreadable', file, 'It is no story of Medium.');
  yield* images.records();
  yield lostRecord(
    'access-restricted',
    'stories for members',
    'An export of Medium does not say which stories only members could read. Add "draft: true" to those.',
  );
}

const bodyOf = (tree: Root): Element | null => findElement(tree, (element) => hasClass(element, 'e-content'));

function storyOf(file: string, html: string): Story {
  const name = file.slice(file.lastIndexOf('/') + 1, -'.html'.length);
  const tree = parseHtml(html, true);
  const canonical = findElement(tree, (element) => hasClass(element, 'p-canonical'))?.properties.href;
  const last = typeof canonical === 'string' ? (/([^/?#]+)\/?(?:[?#].*)?$/.exec(canonical)?.[1] ?? '') : '';
  const hash = /-?([0-9a-f]{8,12})$/.exec(last || name)?.[1] ?? '';
  const plain = (last || name.replace(/^(?:draft_|\d{4}-\d\d-\d\d_)/, '')).replace(/-*[0-9a-f]{8,12}$/, '');
  return {
    file,
    tree,
    slug: cleanSlug(plain.toLowerCase()) || hash || 'story',
    hash,
    // A story that nobody could read has no time of publication.
    isDraft:
      name.startsWith('draft_') || findElement(tree, (element) => hasClass(element, 'dt-published')) === null,
  };
}

function itemOf(
  story: Story,
  links: ReadonlyMap<string, string>,
  images: Images,
  home: string,
  timezone: string,
): ExportItem {
  const { tree, file, slug, isDraft } = story;
  const lost: Lost[] = [];
  const one = (name: string) => findElement(tree, (element) => hasClass(element, name));
  const text = (name: string) => {
    const element = one(name);
    return element === null ? '' : wordsIn(element);
  };
  const title = text('p-name');
  const body = bodyOf(tree) ?? tree;
  // The title and the line between sections are not part of the text.
  const isAnswer =
    text('p-summary') === '' &&
    text('p-tags') === '' &&
    findElement(body, (element) => hasClass(element, 'graf--title')) === null &&
    wordsIn(body).startsWith(title.replace(/…$/, ''));
  removeElements(
    body,
    (element) =>
      (hasClass(element, 'graf--title') && wordsIn(element) === title) ||
      (hasClass(element, 'graf--subtitle') && wordsIn(element) === text('p-summary')),
  );
  const first = findElement(body, (element) => hasClass(element, 'section-divider'));
  if (first) removeElements(body, (element) => element === first);
  for (const link of findElements(body, ({ tagName }) => tagName === 'a')) {
    const { href } = link.properties;
    const own = typeof href === 'string' ? /([0-9a-f]{8,12})(?:[?#].*)?$/.exec(href)?.[1] : undefined;
    const address = own === undefined ? undefined : links.get(own);
    if (address !== undefined && /^https?:\/\/(?:[\w-]+\.)*medium\.com\//.test(String(href)))
      link.properties.href = address;
  }
  const published = one('dt-published')?.properties.dateTime;
  const { date, gmt } = storedMoment(typeof published === 'string' ? published : '', timezone);
  const canonical = one('p-canonical')?.properties.href;
  const isOwn = typeof canonical === 'string' && canonical.startsWith(`${home}/`);
  // An answer to a story of others begins with what is its title here.
  const status = isDraft ? 'draft' : isAnswer ? 'response' : 'publish';
  return hostedItem({
    ...{ file, type: 'post', status, slug, lost, title: escapeText(title), creator: text('p-author') },
    link: status !== 'publish' ? '' : isOwn ? canonical : `${home}/${slug}/`,
    content: images.place(htmlOf(body.children as Element['children']), lost),
    excerpt: escapeText(text('p-summary')),
    ...{ date, dateGmt: gmt },
    terms: findElements(tree, (element) => hasClass(element, 'p-tag')).map((element) => ({
      ...{ taxonomy: 'post_tag', name: escapeText(wordsIn(element)) },
      slug: cleanSlug(wordsIn(element).toLowerCase().replace(/\s+/g, '-')) || 'tag',
    })),
  });
}
