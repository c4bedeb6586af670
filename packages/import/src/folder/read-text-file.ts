import { posix } from 'node:path';
import { type ExportItem, type Lost, type TermMention, withoutWordPress } from '../model/export-model.ts';
import { datePartsOf, decodePercent, fillPattern } from '../model/names.ts';
import type { DocumentNames } from './document-names.ts';
import { findForeignMarkup } from './foreign-markup.ts';
import { isAmbiguous, isUnreadableDate, type KnownFields, lacksDay, readMoment } from './rules/fields.ts';
import type { DocumentFacts, SiteRules, SourceVersion } from './rules/site-rules.ts';
import { lossAt } from './rules/templates.ts';
import { replaceShortcodes } from './systems/hugo-shortcodes.ts';
import { replaceLiquid } from './systems/liquid.ts';
import { replaceComponents } from './systems/mdx.ts';
import { replaceWikiMarkup } from './systems/wiki-links.ts';

export interface SourceText {
  readonly ok: true;
  readonly file: string;
  readonly body: string;
  readonly bodyLine: number;
  readonly fields: KnownFields;
  readonly facts: DocumentFacts;
  /** On a site in several languages. */
  readonly version?: SourceVersion;
  /** Is it the page of a section? */
  readonly isList: boolean;
  /** Tags that the folder gives to all its documents: they select what a list shows. */
  readonly layoutTags: readonly string[];
}

interface FolderContext {
  readonly home: string;
  readonly owner: string;
  readonly rules: SiteRules;
  readonly addresses: ReadonlyMap<string, string>;
  readonly names: DocumentNames;
  readonly permalink: string | null;
  /** Does a date of the site show that the day is before the month? Null if none shows the order. */
  readonly isDayFirst: boolean | null;
}

const templates = {
  hugo: replaceShortcodes,
  liquid: replaceLiquid,
  mdx: replaceComponents,
  wiki: replaceWikiMarkup,
} as const;

export function itemOf(text: SourceText, context: FolderContext): ExportItem {
  const { file, fields, facts } = text;
  const { rules, home } = context;
  const lost: Lost[] = [];
  const heading = fields.title === '' ? /^\s*#[ \t]+([^\n]+)(?:\n|$)/.exec(text.body) : null;
  const title =
    fields.title ||
    (heading?.[1] ?? facts.title ?? '')
      .trimEnd()
      .replace(/(?<!#)#+$/, '')
      .trim();
  const kind = file.endsWith('.mdx') || rules.templates !== 'mdx' ? rules.templates : null;
  const body = heading ? text.body.slice(heading[0].length) : text.body;
  const startLine = text.bodyLine + (heading ? heading[0].split('\n').length - 1 : 0);
  const inText = new Set<string>();
  const content =
    kind === null
      ? body
      : templates[kind](body, {
          home,
          title,
          addressOf: (name) => context.names.find(name),
          tag: (name) => inText.add(name),
          lose: (
            what,
            line,
            fix = 'It is an HTML comment in the file now. Replace it with what readers saw.',
          ) => lost.push(lossAt(file, startLine + line, what, fix)),
        });
  if (rules.templates !== 'mdx' && rules.templates !== 'wiki')
    for (const { line, what, fix } of findForeignMarkup(body))
      lost.push(lossAt(file, startLine + line, what, fix));
  const tags = [...new Set([...fields.tags, ...inText])];
  const date = readMoment(
    laterOf(fields.date || facts.date, fields.others.publishDate),
    context.isDayFirst ?? false,
  );
  const modified = readMoment(fields.modified, context.isDayFirst ?? false);
  const supposed = readSupposed(fields.date, date.local.slice(0, 10), context.isDayFirst);
  if (supposed !== null) lost.push(supposed);
  const [author, ...others] = fields.authors;
  if (others.length > 0)
    lost.push({
      code: 'field-not-kept',
      what: `further authors: ${others.join(', ')}`,
      fix: 'A document has one author here; "fields" contains the others.',
    });
  if (facts.unknownAddress !== undefined && context.permalink === null)
    lost.push({
      code: 'address-changed',
      what: `permalink: ${facts.unknownAddress}`,
      fix: `A program of the old site filled it in, so the address is guessed: ${facts.path}. Add the old one to "redirectFrom".`,
    });
  for (const [name, value] of Object.entries(fields.others))
    lost.push(
      isUnreadableDate(name, value)
        ? {
            code: 'date-unreadable',
            what: `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
            fix: 'It is in "fields" as it was written.',
          }
        : { code: 'field-kept', what: name, fix: '' },
    );
  if (facts.type === 'page' && tags.length > 0)
    lost.push({
      code: 'term-changed',
      what: `tags: ${tags.join(', ')}`,
      fix: 'Pages have no tags here; "fields" contains them. A document with a date is a post, which has tags.',
    });
  return {
    file,
    line: text.bodyLine + 1,
    ...withoutWordPress,
    type: facts.type,
    status: facts.status,
    title: escapeMarks(title || (facts.type === 'page' ? facts.slug : '')),
    link: home + encodeURI(pathOf(facts, text, context.permalink)),
    guid: '',
    creator: author ?? context.owner,
    content,
    markdown: { resolve: (written) => resolveAddress(written, file, context.addresses) },
    excerpt: escapeMarks(fields.description),
    date: date.local,
    dateGmt: date.gmt,
    modified: modified.local,
    modifiedGmt: modified.gmt,
    slug: facts.slug,
    order: fields.order,
    sticky: false,
    terms: facts.type === 'page' ? [] : termsOf(text, tags, rules),
    series: fields.series,
    ...(text.version ? { language: text.version.language, group: text.version.group } : {}),
    oldPaths: fields.aliases.map((alias) =>
      posix.join(
        decodePercent(new URL(home).pathname),
        alias.startsWith('/') ? '/' : posix.dirname(facts.path.replace(/\/$/, '')),
        decodePercent(alias),
        '/',
      ),
    ),
    fields: {
      ...fields.others,
      ...(others.length > 0 ? { authors: fields.authors } : {}),
      ...(facts.type === 'page' && tags.length > 0 ? { tags } : {}),
      ...(facts.type === 'page' && fields.categories.length > 0 ? { categories: fields.categories } : {}),
    },
    lost,
    ...(fields.image === null
      ? {}
      : {
          image: { url: resolveAddress(fields.image.url, file, context.addresses), alt: fields.image.alt },
        }),
  };
}

/** Hugo shows a document from its `publishDate` on, whatever its `date` is. */
function laterOf(date: string, publishDate: unknown): string {
  if (typeof publishDate !== 'string' || date === '') return date;
  const [from, other] = [Date.parse(publishDate), Date.parse(date)];
  return from > other ? publishDate : date;
}

const escapeMarks = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function pathOf(facts: DocumentFacts, { fields }: SourceText, permalink: string | null): string {
  if (permalink === null || facts.type !== 'post' || fields.permalink) return facts.path;
  return fillPattern(permalink, { ...datePartsOf(fields.date || facts.date), slug: facts.slug });
}

function termsOf(
  { fields, facts, layoutTags }: SourceText,
  tags: readonly string[],
  rules: SiteRules,
): TermMention[] {
  const mention =
    (taxonomy: string) =>
    (name: string): TermMention => ({ taxonomy, slug: rules.termSlug(name), name: escapeMarks(name) });
  const terms = [
    ...[...(facts.categories ?? []), ...fields.categories].map(mention('category')),
    ...tags.filter((tag) => !layoutTags.includes(tag)).map(mention('post_tag')),
  ];
  return [
    ...new Map(
      terms.filter(({ slug }) => slug !== '').map((term) => [`${term.taxonomy}:${term.slug}`, term]),
    ).values(),
  ];
}

/** Resolves an address relative to the file to one of the old site. */
function resolveAddress(written: string, file: string, addresses: ReadonlyMap<string, string>): string {
  if (written === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(written)) return written;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(decodePercent(written)) ?? [];
  const folder = posix.dirname(file);
  const sibling = path.startsWith('/') ? path.slice(1) : posix.join(folder, path);
  const candidates = [
    sibling,
    `${file.replace(/\.\w+$/, '')}/${path}`,
    `${sibling}.md`,
    `${sibling.replace(/\/$/, '')}/index.md`,
    `${sibling.replace(/\/$/, '')}/_index.md`,
    `content/${path.replace(/^\//, '')}`,
    `assets/${path.replace(/^\//, '')}`,
  ];
  const found = candidates
    .map((candidate) => addresses.get(candidate))
    .find((address) => address !== undefined);
  return found === undefined ? written : encodeURI(found) + rest;
}

/** A date whose day was supposed. */
function readSupposed(written: string, day: string, isDayFirst: boolean | null) {
  const what = `date: ${written}`;
  const code = 'date-unreadable' as const;
  if (isAmbiguous(written) && isDayFirst === null)
    return {
      ...{ code, what },
      fix: `It was read as month/day/year, ${day}: no date of the site shows the order.`,
    };
  if (written === '' || !lacksDay(written)) return null;
  return { code, what, fix: `It has no day, so it was read as ${day}.` };
}
