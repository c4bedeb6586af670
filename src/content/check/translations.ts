import type { Document, Translation } from '../../core/model/document.ts';
import { isMultilingual, languageName, languagesOf, siteAt } from '../../core/model/languages.ts';
import type { Site } from '../../core/model/site.ts';
import type { CompiledDocument } from '../compile/compile-document.ts';
import type { Problem } from '../read/problems.ts';
import { filesOfOriginal, languageOfName } from '../read/source-language.ts';
import { kindOfFile } from '../read/sources.ts';
import type { Advice } from './advice.ts';

/** Documents that say the same in different languages. */
export interface TranslationGroups {
  /** The versions of a document, by its file; those in a group of one are absent. */
  readonly byFile: ReadonlyMap<string, readonly Document[]>;
  readonly problems: readonly Problem[];
}

/** Groups documents, drafts included, that have one file name or name each other in `translationOf`. */
export function groupTranslations(
  site: Site,
  documents: readonly Document[],
  compiled: readonly CompiledDocument[],
): TranslationGroups {
  if (!isMultilingual(site)) return { byFile: new Map(), problems: [] };
  const problems: Problem[] = [];
  const complain = (file: string, field: string, message: string, at = { line: 1, column: 1 }) =>
    problems.push({ file, ...at, field, message });
  const files = new Set(documents.map(({ source }) => source));
  const originals = new Map<string, string>();
  for (const { document, translationOf } of compiled) {
    if (!translationOf) continue;
    const { source } = document;
    const { value, ...place } = translationOf;
    const folder = kindOfFile(site, source)?.folder ?? '';
    const original = filesOfOriginal(source, folder, value).find(
      (file) => files.has(file) && file !== source,
    );
    if (original) originals.set(source, original);
    else {
      const message = `there is no document "${value}"; write the name of its file, such as "hello" for content/${folder}/hello.md.`;
      complain(source, 'translationOf', message, place);
    }
  }
  const nameOf = (file: string) => languageOfName(site, file).file;
  /** What the versions of a document have in common; null in a circle. */
  const keyOf = (file: string): string | null => {
    const seen = new Set<string>();
    let at = file;
    for (let next = originals.get(at); next !== undefined; next = originals.get(at)) {
      if (seen.has(at)) return null;
      seen.add(at);
      at = next;
    }
    return nameOf(at);
  };
  const byFile = new Map<string, readonly Document[]>();
  const keyed = Map.groupBy(documents, ({ source }) => keyOf(source));
  for (const { source } of keyed.get(null) ?? [])
    complain(source, 'translationOf', 'translates itself, by way of others; break the circle.');
  keyed.delete(null);
  for (const versions of keyed.values()) {
    if (versions.length > 1) for (const { source } of versions) byFile.set(source, versions);
    for (const [language, same] of Map.groupBy(versions, (version) => version.language)) {
      const [first, ...others] = same;
      for (const { source } of others) {
        const message = `is another version in "${language}" of what ${first?.source} is one of; give it another name, or another language.`;
        complain(source, 'lang', message);
      }
    }
  }
  return { byFile, problems };
}

/** The published versions of a document, in the order of languages; undefined where it is alone. */
export function listTranslations(
  site: Site,
  { byFile }: TranslationGroups,
  document: Document,
  isPublished: (source: string) => boolean,
): readonly Translation[] | undefined {
  const versions = (byFile.get(document.source) ?? []).filter(({ source }) => isPublished(source));
  if (versions.length < 2) return undefined;
  const listed = versions.map(({ language = site.language, id, path, locked }) => {
    return { language, id, path, ...(locked ? { locked: true as const } : {}) };
  });
  return languagesOf(site).flatMap((view) => listed.filter(({ language }) => language === view.language));
}

/** A published translation of what is not published; and addresses in the folder of another language. */
export function checkTranslations(
  site: Site,
  { byFile, problems }: TranslationGroups,
  published: readonly Document[],
): Problem[] {
  if (!isMultilingual(site)) return [];
  const files = new Set(published.map(({ source }) => source));
  const found = [...problems];
  for (const { source, language, path } of published) {
    const place = { file: source, line: 1, column: 1 };
    const original = byFile.get(source)?.find((version) => version.language === site.language);
    if (original && !files.has(original.source)) {
      const message = `translates ${original.source}, which is not published yet; publish that one first, or make this one a draft.`;
      found.push({ ...place, field: 'draft', message });
    }
    const folder = siteAt(site, path);
    if (folder.language !== language && folder.language !== site.language) {
      const message = `${path} is in the folder of ${languageName(folder)}; give the document another address.`;
      found.push({ ...place, field: 'slug', message });
    }
  }
  return found;
}

/** Documents that some language of the site doesn't have yet. */
export function adviseOnTranslations(site: Site, documents: readonly Document[]): Advice[] {
  if (!isMultilingual(site)) return [];
  return documents.flatMap(({ source, language, translations = [] }) => {
    const missing = languagesOf(site).filter(
      (view) =>
        view.language !== language && !translations.some((version) => version.language === view.language),
    );
    // Of versions that exist, one stands for all.
    const isFirst = translations.length === 0 || translations[0]?.language === language;
    if (missing.length === 0 || !isFirst) return [];
    const names = missing.map((view) => `${languageName(view)} (${view.language})`).join(', ');
    return [{ file: source, about: 'translation', message: `is not translated yet into ${names}.` }];
  });
}
