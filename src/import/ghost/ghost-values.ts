export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const isInternal = (tag: Readonly<Record<string, unknown>>): boolean =>
  tag.visibility === 'internal' || textOf(tag.name).startsWith('#');

/** Replaces Ghost's placeholder for the home address, and resized images with the originals. */
export function withHome(text: string, home: string): string {
  return text
    .replaceAll('__GHOST_URL__', home)
    .replace(/\/content\/images\/size\/w\d+(?:h\d+)?\/(?:format\/\w+\/)?/g, '/content/images/');
}
