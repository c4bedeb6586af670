import { memoize } from '../model/memoize.ts';
import { ar } from './ar.ts';
import type { Catalog } from './catalog.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { createSay, type Say } from './say.ts';
import { sv } from './sv.ts';
import { tr } from './tr.ts';
import { uk } from './uk.ts';
import { zhHans } from './zh-hans.ts';

/** The catalogs, by primary language; Chinese is the one that is written in simplified characters. */
const catalogs: Readonly<Record<string, Catalog>> = {
  ar,
  de,
  en,
  es,
  fr,
  he,
  it,
  ja,
  nl,
  pl,
  pt,
  sv,
  tr,
  uk,
  zh: zhHans,
};

/** The languages that have a catalog. */
export const languages: readonly string[] = Object.keys(catalogs);

/** What decides the words of a site: its language, and the words that its owner chose, by key (`'theme.light'`). */
export interface WordChoice {
  /** BCP 47 tag: `de`, `pt-BR`, `zh-Hans`. */
  readonly language: string;
  readonly words: Readonly<Record<string, string>>;
}

/** The interface in one language. */
export interface Interface {
  /** The language of the words: that of the site, or English where it has no catalog. */
  readonly language: string;
  readonly words: Catalog;
  readonly say: Say;
}

/** The interface of a site. A language without a catalog gets English. */
export const wordsOf: (site: WordChoice) => Interface = memoize(createInterface);

/** Has the language a catalog of its own? `zh-Hant` has none. */
export function hasCatalog(language: string): boolean {
  return findCatalog(catalogs, language) !== undefined;
}

/** Every key of the catalogs, as `words` in `src/site.ts` names it: `by`, `theme.light`, `minutes.one`. */
export function listWordKeys(language: string): string[] {
  return [...flatten(findCatalog(catalogs, language) ?? en)].map(([key]) => key);
}

function createInterface({ language, words: own }: WordChoice): Interface {
  const catalog = findCatalog(catalogs, language);
  const words = replaceWords(catalog ?? en, own);
  const tag = catalog ? language : 'en';
  return { language: tag, words, say: createSay(tag) };
}

/** The catalog for a language among `all`, which are by primary language. */
export function findCatalog<Words>(
  all: Readonly<Record<string, Words>>,
  language: string,
): Words | undefined {
  const { language: primary, script } = new Intl.Locale(language).maximize();
  return primary === 'zh' && script !== 'Hans' ? undefined : all[primary];
}

/** A catalog with an owner's words instead of its own, by their keys behind `prefix`. */
export function replaceWords<Group extends object>(
  group: Group,
  own: Readonly<Record<string, string>>,
  prefix = '',
): Group {
  const entries = Object.entries(group).map(([name, entry]) => {
    const key = prefix + name;
    return [name, typeof entry === 'string' ? (own[key] ?? entry) : replaceWords(entry, own, `${key}.`)];
  });
  return Object.fromEntries(entries);
}

function* flatten(group: object, prefix = ''): Generator<readonly [string, string]> {
  for (const [name, entry] of Object.entries(group)) {
    if (typeof entry === 'string') yield [prefix + name, entry];
    else yield* flatten(entry, `${prefix}${name}.`);
  }
}
