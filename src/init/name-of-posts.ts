/** What the list of posts is called in each language of the interface; the same words as in its catalogs. */
const names: Readonly<Record<string, string>> = {
  ar: 'المقالات',
  de: 'Beiträge',
  en: 'Writing',
  es: 'Entradas',
  fr: 'Articles',
  he: 'רשומות',
  it: 'Articoli',
  ja: '記事',
  nl: 'Berichten',
  pl: 'Wpisy',
  pt: 'Artigos',
  sv: 'Inlägg',
  tr: 'Yazılar',
  uk: 'Дописи',
  zh: '文章',
};

/** @param language BCP 47 tag; a language without a catalog gets English, as the interface does */
export function nameOfPosts(language: string): string {
  return names[language.split('-', 1)[0] ?? ''] ?? names.en ?? '';
}
