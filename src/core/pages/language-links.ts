import { kindNamed } from '../model/kinds.ts';
import { isMultilingual, languageName, languagesOf, pathsOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { isEmptyList } from '../model/targets.ts';
import type { Page, PageVersion } from './page.ts';

/** A page as far as its languages are concerned. */
type Versioned = Pick<Page, 'path' | 'translations'> | Page;

/** All versions of a page for `hreflang`; none for only one. `x-default` is the default language or the first. */
export function listVersions(
  { translations = [] }: Pick<Page, 'translations'>,
  site: Site,
): readonly (PageVersion & { readonly hreflang: string })[] {
  const [first] = translations;
  if (!first) return [];
  const main = languagesOf(site)[0]?.language;
  const fallback = translations.find(({ language }) => language === main) ?? first;
  return [
    ...translations.map((version) => ({ ...version, hreflang: version.language })),
    { ...fallback, hreflang: 'x-default' },
  ];
}

/** A way from a page to another language. */
export interface LanguageLink {
  readonly language: string;
  /** In the language itself: `Deutsch`. */
  readonly name: string;
  readonly path: string;
  /** Is it this page in the language? Otherwise it is the list that is nearest to a translation. */
  readonly isTranslation: boolean;
  readonly isCurrent: boolean;
}

/** The languages of a site as links from one of its pages; none for a site of one language. */
export function listLanguageLinks(page: Versioned, site: Site): LanguageLink[] {
  if (!isMultilingual(site)) return [];
  return languagesOf(site).map((view) => {
    const isCurrent = view.language === site.language;
    const version = page.translations?.find(({ language }) => language === view.language);
    return {
      language: view.language,
      name: languageName(view),
      path: isCurrent ? page.path : (version?.path ?? nearestList(page, view)),
      isTranslation: isCurrent || version !== undefined,
      isCurrent,
    };
  });
}

function nearestList(page: Versioned, view: Site): string {
  const kind = 'view' in page && page.view === 'document' ? page.document.kind : null;
  const archive = kind === null ? null : kindNamed(view, kind).archive;
  return archive !== null && !isEmptyList(view, archive) ? archive : pathsOf(view).home;
}
