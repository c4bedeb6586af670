/** Values of Ghost's tables. */

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Internal tags are for authors only. */
export const isInternal = (tag: Readonly<Record<string, unknown>>): boolean =>
  tag.visibility === 'internal' || textOf(tag.name).startsWith('#');

/** Placeholders and cut sizes of images as the addresses that readers saw. */
export function withHome(text: string, home: string): string {
  return text
    .replaceAll('__GHOST_URL__', home)
    .replace(/\/content\/images\/size\/w\d+(?:h\d+)?\/(?:format\/\w+\/)?/g, '/content/images/');
}
