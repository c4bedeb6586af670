/** Reads the header fields that the checks need. Names and types come back in small letters. */

export interface ContentType {
  /** `text/html`; empty where there is none. */
  readonly type: string;
  readonly charset: string | null;
}

export function readContentType(header: string | undefined): ContentType {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((part) => part.startsWith('charset='));
  return { type, charset: charset ? charset.slice(8).replaceAll('"', '') : null };
}

/** `Accept, Accept-Encoding` */
export function readList(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');
}

/** Does a `Vary` field name a header, or everything? */
export function varies(vary: string | undefined, name: string): boolean {
  const names = readList(vary);
  return names.includes('*') || names.includes(name.toLowerCase());
}

/** `public, max-age=60` gives `public` → null and `max-age` → `60`. */
export function readDirectives(header: string | undefined): ReadonlyMap<string, string | null> {
  return new Map(
    readList(header).map((part) => {
      const [name = '', value] = part.split('=').map((piece) => piece.trim());
      return [name, value === undefined ? null : value.replaceAll('"', '')];
    }),
  );
}
