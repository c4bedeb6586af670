import { type ExportTerm, metaOf } from '../model/export-model.ts';
import type { Losses } from '../model/losses.ts';
import { plainWords } from '../model/plain-words.ts';
import type { Survey } from '../model/survey.ts';
import { readPhpValue } from '../wordpress/php-values.ts';
import { placeOf } from './claims.ts';

/** Taxonomies in which Polylang stores languages and translations. */
export const languageTaxonomies = ['language', 'post_translations', 'term_language', 'term_translations'];

/** A document or term that is not in the default language, or not the first version. */
export interface Version {
  /** Tag; absent in the default language. */
  readonly language?: string | undefined;
  /** Key of the version that the others translate; absent for that one. */
  readonly original?: string;
}

/** Languages of the old site, and which documents and terms say the same in different ones. */
export interface PlannedLanguages {
  /** Tags, the default language first; empty where the source says no language. */
  readonly tags: readonly string[];
  readonly documents: ReadonlyMap<string, Version>;
  /** By `taxonomy:slug`. */
  readonly terms: ReadonlyMap<string, Version>;
}

/** Start of the addresses in a language: `/de`; empty for the default one. */
export const rootIn = ({ language }: Pick<Version, 'language'>): string =>
  language === undefined ? '' : `/${language.toLowerCase()}`;

/** `pt_br` gives `pt-BR`; empty for what is no tag. */
export function tagOf(code = ''): string {
  try {
    return Intl.getCanonicalLocales(code.replaceAll('_', '-'))[0] ?? '';
  } catch {
    return '';
  }
}

interface Found {
  readonly key: string;
  readonly tag: string;
  /** Empty for what is alone. */
  readonly group: string;
}

export function planLanguages(survey: Survey, losses: Losses): PlannedLanguages {
  const found: Found[] = [];
  const carriers = new Map<string, Set<string>>();
  const taken = new Set<string>();
  for (const source of survey.documents.values()) {
    if (source.status === 'trash') continue;
    const { key, type, language, terms } = source;
    const tag = tagOf(language);
    const group = source.group && `${type} ${source.group}`;
    const isSecond = group !== '' && taken.has(`${group} ${tag}`);
    taken.add(`${group} ${tag}`);
    if (isSecond)
      losses.add(
        'translation-left',
        placeOf(source),
        plainWords(source.title),
        'Another document is its version in this language. Set "translationOf".',
      );
    found.push({ key, tag, group: isSecond ? '' : group });
    for (const term of terms) carriers.set(term, (carriers.get(term) ?? new Set()).add(tag));
  }
  const declared = Object.keys(survey.head?.languages ?? {}).map(tagOf);
  const all = [...new Set([...declared, ...found.map(({ tag }) => tag)])].filter((tag) => tag !== '');
  if (all.length === 0) return { tags: [], documents: new Map(), terms: new Map() };
  const main = declared[0] ?? findDefault(found, survey.head?.language ?? '');
  const tags = [main, ...all.filter((tag) => tag !== main).sort()];
  return {
    tags,
    documents: linkVersions(found, tags),
    terms: linkVersions(findTerms(survey, carriers, tags), tags),
  };
}

/** The language of the settings, if documents are in it or say none; else that of most documents. */
function findDefault(found: readonly Found[], written: string): string {
  const own = tagOf(written);
  const counts = Map.groupBy(found, ({ tag }) => tag);
  const said = [...counts.keys()].filter((tag) => tag !== '');
  const near = said.find((tag) => tag === own) ?? said.find((tag) => tag === own.split('-')[0]);
  if (near !== undefined) return near;
  const sizeOf = (tag: string) => counts.get(tag)?.length ?? 0;
  const [most = 'en'] = said.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  return own !== '' && sizeOf('') >= sizeOf(most) ? own : most;
}

function linkVersions(found: readonly Found[], tags: readonly string[]): Map<string, Version> {
  const [main = ''] = tags;
  const place = ({ tag }: Found) => Math.max(0, tags.indexOf(tag));
  const originals = new Map<string, Found>();
  for (const one of found) {
    const first = originals.get(one.group);
    if (!first || place(one) < place(first)) originals.set(one.group, one);
  }
  return new Map(
    found.map(({ key, tag, group }) => {
      const original = group === '' ? key : (originals.get(group)?.key ?? key);
      const language = tag === '' || tag === main ? {} : { language: tag };
      return [key, { ...language, ...(original === key ? {} : { original }) }];
    }),
  );
}

/** A term is in the language that its plugin says, or else in the only one of its documents. */
function findTerms(
  { terms }: Survey,
  carriers: ReadonlyMap<string, ReadonlySet<string>>,
  [main = '']: readonly string[],
): Found[] {
  const keyOf = ({ taxonomy, slug }: ExportTerm) => `${taxonomy}:${slug}`;
  const byId = new Map(terms.map((term) => [term.id, keyOf(term)]));
  const said = new Map<string, Found>();
  for (const term of terms) {
    const { taxonomy, description, slug, meta = [] } = term;
    const key = keyOf(term);
    const language = term.language ?? metaOf({ meta }, '_wpml_import_language_code');
    const group = term.group ?? metaOf({ meta }, '_wpml_import_translation_group');
    if (language !== '') said.set(key, { key, tag: tagOf(language), group: group && `${taxonomy} ${group}` });
    if (taxonomy !== 'term_translations') continue;
    for (const [code, id] of Object.entries(readPhpValue(description) ?? {})) {
      const own = byId.get(Number(id));
      if (own !== undefined) said.set(own, { key: own, tag: tagOf(code), group: slug });
    }
  }
  return [...new Set([...terms.map(keyOf), ...carriers.keys()])].map((key) => {
    const [only = main, ...more] = carriers.get(key) ?? [];
    return said.get(key) ?? { key, tag: more.length > 0 ? main : only, group: '' };
  });
}
