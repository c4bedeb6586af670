import type { Site } from '../model/site.ts';

/**
 * Words of a plugin in the language of the site, by key: what the owner chose in `words`, what the plugin has for the
 * language, or else its English, or those of any language.
 */
export function wordsOfPlugin(
  { plugins = [], language, words }: Pick<Site, 'plugins' | 'language' | 'words'>,
  name: string,
): Readonly<Record<string, string>> {
  const own = plugins.find((plugin) => plugin.name === name)?.words ?? {};
  const [primary = ''] = language.split('-');
  const inAny: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(own).toReversed());
  const all = {
    ...inAny,
    ...own.en,
    ...own[primary],
    ...own[language],
    ...words,
  };
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, word]) =>
      key.startsWith(`${name}.`) ? [[key.slice(name.length + 1), word]] : [],
    ),
  );
}
