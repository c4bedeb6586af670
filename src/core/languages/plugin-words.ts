import type { Site } from '../model/site.ts';

/**
 * Words of a plugin in the language of the site, by key: what the owner chose in `words`, what the plugin has for the
 * language, or else its English.
 */
export function wordsOfPlugin(
  { plugins = [], language, words }: Pick<Site, 'plugins' | 'language' | 'words'>,
  name: string,
): Readonly<Record<string, string>> {
  const own = plugins.find((plugin) => plugin.name === name)?.words ?? {};
  const [primary = ''] = language.split('-');
  const all = { ...own.en, ...own[primary], ...own[language], ...words };
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, word]) =>
      key.startsWith(`${name}.`) ? [[key.slice(name.length + 1), word]] : [],
    ),
  );
}
