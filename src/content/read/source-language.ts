import { posix } from 'node:path';
import {
  findLanguage,
  isMultilingual,
  languageSlug,
  languagesOf,
  siteIn,
} from '../../core/model/languages.ts';
import type { Site } from '../../core/model/site.ts';

/** A file without the language at the end of its name: `post.de.md` is `post.md` in German. */
export interface SourceLanguage {
  /** The view of the language; null where the name says none. */
  readonly site: Site | null;
  readonly file: string;
}

const suffix = /\.([a-z]{2,3}(?:-[a-z0-9]{2,8})*)\.md$/i;

export function languageOfName(site: Site, file: string): SourceLanguage {
  const [end = '', word = ''] = isMultilingual(site) ? (suffix.exec(file) ?? []) : [];
  const found = word === '' ? undefined : findLanguage(site, word);
  return found ? { site: found, file: `${file.slice(0, -end.length)}.md` } : { site: null, file };
}

/** Language of a file by its name and its front matter; absent on a site of one language. */
export function languageOfFile(site: Site, file: string, lang: string | undefined): string | undefined {
  if (!isMultilingual(site)) return undefined;
  const said = lang === undefined ? undefined : findLanguage(site, lang);
  return (said ?? languageOfName(site, file).site ?? languagesOf(site)[0] ?? site).language;
}

/** What is wrong with the language that a file says, as the end of a sentence; null where nothing is. */
export function findLanguageProblem(site: Site, file: string, lang: string | undefined): string | null {
  const known = languagesOf(site).map((view) => view.language);
  const fix = `the languages of this site are ${known.join(', ')}; add it to "languages" of site.ts, or write another one.`;
  if (lang !== undefined && !findLanguage(site, lang)) return `"${lang}" is not among them: ${fix}`;
  const { site: named } = languageOfName(site, file);
  const [, word = ''] = isMultilingual(site) ? (suffix.exec(file) ?? []) : [];
  if (word !== '' && !named && isLanguageName(word)) return `"${word}" in the name of the file: ${fix}`;
  if (lang === undefined || !named || findLanguage(site, lang)?.language === named.language) return null;
  return `"${lang}" is not the language in the name of the file, ${languageSlug(named)}; remove one of the two.`;
}

/** Would a reader take a word for a language? `v2.fr.md` is French, `notes.old.md` is not. */
function isLanguageName(word: string): boolean {
  return new Intl.DisplayNames('en', { type: 'language' }).of(word) !== word;
}

/** Names that the page of a folder may have in a language: `a.de.md`, `a/index.de.md`, `a.md`, `a/index.md`. */
export function pagesOfFolder(site: Site, folder: string, language: string | undefined): string[] {
  const names = [`${folder}.md`, `${folder}/index.md`];
  if (language === undefined) return names;
  const end = `.${languageSlug(siteIn(site, language))}.md`;
  return [...names.map((name) => name.replace(/\.md$/, end)), ...names];
}

/** Files that a `translationOf` may mean: next to its own file, or in the folder of its content type. */
export function filesOfOriginal(file: string, folder: string, written: string): string[] {
  const places = [posix.join(posix.dirname(file), written), posix.join('content', folder, written)];
  return places.flatMap((place) => [place, `${place}.md`, `${place}/index.md`]);
}
