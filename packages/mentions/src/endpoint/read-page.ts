import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { eachTag, htmlToText, namedAttributes, parseJson } from 'agentsite/text';
import { mf2 } from 'microformats-parser';

/** A page that was fetched because it may mention one of this site. */
export interface FetchedPage {
  readonly url: string;
  readonly type: string;
  readonly text: string;
  readonly target: string;
}

/** What a page says about its target, in the words of webmention.io. Everything is untrusted. */
export interface Mentioned {
  readonly 'wm-property': string;
  readonly author: { readonly name: string } | null;
  readonly published: string | null;
  readonly content: { readonly text: string; readonly html: string } | null;
}

/** Characters that are kept: a longer text is read at its own page. */
const maxText = 2_001;
const maxHtml = 20_000;
/** Links in a reply above which it is spam. */
const maxLinks = 10;

/** What a page says; `null` where it does not link to its target, `spam` for a reply of links. */
export function readPage(page: FetchedPage): Mentioned | 'spam' | null {
  const target = URL.parse(page.target)?.href;
  if (target === undefined || !linksTo(page, target)) return null;
  const plain: Mentioned = { 'wm-property': 'mention-of', author: null, published: null, content: null };
  if (!/html/i.test(page.type)) return plain;
  const entry = findEntry(readItems(page), target);
  if (!entry) return plain;
  const content = entry.properties.content?.[0];
  const html = typeof content === 'object' && 'html' in content ? content.html : '';
  const text = textOf(content) || textOf(entry.properties.name?.[0]);
  const property = relations.find((name) => addressesOf(entry, name).includes(target)) ?? 'mention-of';
  if (property === 'in-reply-to' && (html.match(/<a\b/gi) ?? []).length + countLinks(text) > maxLinks)
    return 'spam';
  return {
    'wm-property': property,
    author: { name: textOf(entry.properties.author?.[0]).slice(0, 200) },
    published: textOf(entry.properties.published?.[0]).slice(0, 40) || null,
    content: { text: text.slice(0, maxText), html: html.length > maxHtml ? '' : html },
  };
}

const countLinks = (text: string) => text.match(/https?:\/\//g)?.length ?? 0;

const addresses = ['href', 'src', 'data', 'poster', 'cite'] as const;

/** Does an element, a value of the JSON or a word of the text have the very address? */
function linksTo({ url, type, text }: FetchedPage, target: string): boolean {
  const isTarget = (address: string | undefined, base?: string) =>
    address !== undefined && URL.parse(address, base)?.href === target;
  if (/json/i.test(type)) return hasValue(parseJson(text), isTarget);
  if (!/html/i.test(type)) return text.split(/[\s<>"']+/).some((word) => isTarget(word));
  let base = url;
  let isLinked = false;
  eachTag(text, (tag) => {
    if (isLinked || tag.kind !== 'open') return;
    const attributes = namedAttributes(text, tag);
    if (tag.name === 'base') base = URL.parse(attributes.href ?? '', url)?.href ?? base;
    else isLinked = addresses.some((name) => isTarget(attributes[name], base));
  });
  return isLinked;
}

function hasValue(value: unknown, isTarget: (address: string) => boolean): boolean {
  if (typeof value === 'string') return isTarget(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => hasValue(inner, isTarget));
}

const relations = ['in-reply-to', 'like-of', 'repost-of'];
type Item = ReturnType<typeof mf2>['items'][number];
type Property = Item['properties'][string][number];

/** The items of a page. The library gives up on a relative `base` and on addresses that are none, so it gets neither. */
function readItems({ url, text }: FetchedPage): readonly Item[] {
  let [baseUrl, html, at] = [url, '', 0];
  eachTag(text, (tag) => {
    if (tag.kind !== 'open') return;
    const { href, src, data } = namedAttributes(text, tag);
    if (tag.name === 'base') baseUrl = URL.parse(href ?? '', url)?.href ?? baseUrl;
    else if ([href, src, data].every((one) => one === undefined || URL.canParse(one, baseUrl))) return;
    html += text.slice(at, tag.start);
    html += text.slice(tag.start, tag.end).replace(/\b(?:href|src|data)(?=\s*=)/gi, 'no-$&');
    at = tag.end;
  });
  try {
    return mf2(html + text.slice(at), { baseUrl }).items;
  } catch {
    // A page without elements, or one that was made to break it.
    return [];
  }
}

/** The entry that names the target, else one whose text links to it, else the only one. */
function findEntry(items: readonly Item[], target: string): Item | undefined {
  const entries = items.flatMap(listEntries);
  const [only, another] = entries;
  return (
    entries.find((entry) => relations.some((name) => addressesOf(entry, name).includes(target))) ??
    entries.find(({ properties }) => JSON.stringify(properties.content ?? []).includes(target)) ??
    (another ? undefined : only)
  );
}

const listEntries = (item: Item): Item[] =>
  item.type?.includes('h-entry') ? [item] : (item.children ?? []).flatMap(listEntries);

function addressesOf({ properties }: Item, name: string): string[] {
  const values = (properties[name] ?? []).flatMap((value) =>
    typeof value === 'object' && 'properties' in value ? [...(value.properties.url ?? []), value] : [value],
  );
  return values.map((value) => URL.parse(textOf(value))?.href ?? '');
}

/** A value as one plain text: of an `h-card` its name. */
function textOf(value: Property | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return htmlToText(value.replaceAll('<', '&lt;')).trim();
  if ('properties' in value && value.properties?.name?.[0]) return textOf(value.properties.name[0]);
  return textOf('value' in value ? value.value : undefined);
}

/** Milliseconds for one page, and for the start of the thread on a busy machine. */
const patience = { reading: 5_000, start: 120_000 };

/** The same in a thread of its own: pages of strangers can be made to take minutes. @returns `spam` for those that do */
export function readPageAside(page: FetchedPage): Promise<Mentioned | 'spam' | null> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { page },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 128, stackSizeMb: 4 },
  });
  return new Promise((resolve) => {
    const end = (result: Mentioned | 'spam' | null) => {
      clearTimeout(timer);
      resolve(result);
      void worker.terminate();
    };
    let timer = setTimeout(end, patience.start, 'spam');
    worker.on('message', (message: Mentioned | 'spam' | 'started' | null) => {
      if (message !== 'started') return end(message);
      clearTimeout(timer);
      timer = setTimeout(end, patience.reading, 'spam');
    });
    worker.once('error', () => end('spam'));
    worker.once('exit', () => end('spam'));
  });
}

const job = workerData as { page?: FetchedPage } | null;
if (!isMainThread && job?.page) {
  parentPort?.postMessage('started');
  parentPort?.postMessage(readPage(job.page));
}
