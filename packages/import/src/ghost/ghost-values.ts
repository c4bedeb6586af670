export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const isInternal = (tag: Readonly<Record<string, unknown>>): boolean =>
  tag.visibility === 'internal' || textOf(tag.name).startsWith('#');

/** The language that an internal tag such as `#de` names. */
export function languageOfTag({ name }: Readonly<Record<string, unknown>>): string | undefined {
  const [, code = ''] = /^#([a-z]{2}(?:-[a-z]{2})?)$/i.exec(textOf(name)) ?? [];
  if (code === '' || new Intl.DisplayNames('en', { type: 'language' }).of(code) === code) return undefined;
  return code.toLowerCase();
}

/** Replaces Ghost's placeholder for the home address, and resized images with the originals. */
export function withHome(text: string, home: string): string {
  return text
    .replaceAll('__GHOST_URL__', home)
    .replace(/\/content\/images\/size\/w\d+(?:h\d+)?\/(?:format\/\w+\/)?/g, '/content/images/');
}
