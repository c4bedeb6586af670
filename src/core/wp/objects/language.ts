import type { Document, Term } from '../../model/document.ts';
import {
  isDefaultLanguage,
  isMultilingual,
  languageName,
  languageSlug,
  languagesOf,
  pathsOf,
  siteIn,
} from '../../model/languages.ts';
import { absoluteUrl } from '../../model/urls.ts';
import { directionOf } from '../../text/locale.ts';
import type { WpContext } from '../context.ts';

/** Languages as Polylang's REST API describes them: `lang` and `translations` of objects, and the list of languages. */

/** The versions include the document or the term itself. */
export function languageFields(
  { library: { site } }: WpContext,
  { id, language, translations = [] }: Pick<Document | Term, 'id' | 'language' | 'translations'>,
): { lang?: string; translations?: object } {
  if (!isMultilingual(site)) return {};
  const lang = languageSlug(siteIn(site, language));
  const all = translations.map((version) => [languageSlug(siteIn(site, version.language)), version.id]);
  return { lang, translations: all.length > 0 ? Object.fromEntries(all) : { [lang]: id } };
}

/** Languages in their order, as a collection. */
export function languageObjects({ library: { site, documents } }: Pick<WpContext, 'library'>) {
  if (!isMultilingual(site)) return [];
  return languagesOf(site).map((view, place) => {
    const slug = languageSlug(view);
    const described = JSON.stringify({
      name: languageName(view),
      slug,
      locale: view.language.replace('-', '_'),
      w3c: view.language,
      is_rtl: directionOf(view.language) === 'rtl',
      is_default: isDefaultLanguage(view),
      home_url: absoluteUrl(view, pathsOf(view).home),
      count: documents.filter(({ language }) => language === view.language).length,
    });
    const fields = { slug, name: languageName(view), nameRank: place, slugRank: place };
    return { kind: 'language', id: place + 1, place, fields, view: described, embed: described, hit: '' };
  });
}
