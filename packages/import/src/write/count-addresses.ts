import { readFileSync } from 'node:fs';
import { decodeXML } from 'entities';
import { decodePercent } from '../model/names.ts';
import type { Prepared } from '../plan/prepare.ts';

/** How the new site answers the public addresses of the old one. */
export interface AddressCount {
  /** `a sitemap`, `the files`: where the old addresses are from. */
  readonly from: string;
  /** The same address is there (200). */
  readonly same: number;
  /** A redirect is there (301). */
  readonly moved: number;
  /** Nothing is there (404). */
  readonly gone: number;
  /** The first of these. */
  readonly examples: readonly string[];
}

const maxExamples = 50;

/** @param list of old addresses: a sitemap, or one address per line; null for those of the documents and files */
export function countAddresses(
  prepared: Prepared,
  redirects: readonly string[],
  list: string | null,
): AddressCount {
  const answers = answersOf(prepared, redirects);
  const counts = { same: 0, moved: 0, gone: 0 };
  const examples: string[] = [];
  for (const path of new Set(list === null ? addressesOf(prepared) : shownIn(list, prepared))) {
    const answer = answers(path);
    counts[answer]++;
    if (answer === 'gone' && examples.length < maxExamples) examples.push(path.replace(/(\.\w+)\/$/, '$1'));
  }
  const from = list === null ? 'the files' : /\.xml$/i.test(list) ? 'a sitemap' : 'a list';
  return { from, ...counts, examples };
}

/** Paths with a slash at their end, as in the tables of the import. */
function* addressesOf({ survey, site, media }: Prepared): Generator<string> {
  for (const { status, link } of survey.documents.values()) {
    const path = status === 'publish' ? site.pathOf(link) : null;
    if (path !== null) yield path;
  }
  for (const attachment of survey.attachments.values()) {
    const path = media.pathOf(attachment);
    if (path !== null) yield `${media.address(path)}/`;
  }
  for (const path of media.files.keys()) yield `${media.address(path)}/`;
}

/** Lines of a list of addresses: those of a sitemap, or a line each, with status and location after tabs. */
export function readAddressList(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return /^\s*</.test(text)
    ? [...text.matchAll(/<loc>\s*([^<]*?)\s*<\/loc>/g)].map(([, address = '']) => decodeXML(address))
    : text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

const shownIn = (file: string, { site }: Prepared): string[] =>
  readAddressList(file).flatMap((line) => {
    const [address = '', status = '200'] = line.trim().split('\t');
    return status === '200' ? (site.pathOf(address) ?? []) : [];
  });

function answersOf({ plan, table, media, settings }: Prepared, redirects: readonly string[]) {
  const pages = new Set<string>(['/', settings.permalinks.archive]);
  const moved = new Set(redirects.map(asPage));
  for (const { path, source, public: isPublic } of plan.documents.values()) {
    if (!isPublic) continue;
    pages.add(path);
    for (const from of table.redirectFrom.get(source.key) ?? []) moved.add(asPage(from));
  }
  const patterns = redirects.filter((from) => from.includes('{')).map(patternOf);
  return (path: string): 'same' | 'moved' | 'gone' => {
    const file = path.startsWith(media.folder) ? path.slice(media.folder.length, -1) : null;
    if (pages.has(path) || (file !== null && media.files.has(file))) return 'same';
    if (moved.has(path) || patterns.some((pattern) => pattern.test(path))) return 'moved';
    return table.paths.get(path) === path ? 'same' : 'gone';
  };
}

const asPage = (path: string): string => {
  const plain = decodePercent(path).normalize('NFC');
  return plain.endsWith('/') ? plain : `${plain}/`;
};

const patternOf = (from: string): RegExp =>
  new RegExp(
    `^${from
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{\w+\\\*\}/g, '.*')
      .replace(/\{\w+\}/g, '[^/]+')}/?$`,
  );
