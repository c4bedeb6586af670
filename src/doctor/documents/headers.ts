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

export interface WebLink {
  readonly target: string;
  readonly relations: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
}

export interface LinkHeader {
  readonly links: readonly WebLink[];
  /** The first part that is not a link; null when all are. */
  readonly broken: string | null;
}

const linkTarget = /[\s,]*<([^<>]*)>/y;
const linkParameter = /\s*;\s*([\w!#$&+.^`|~-]+\*?)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/y;
const linkEnd = /\s*(?:,|$)/y;

/** The links of a `Link` header field (RFC 8288). */
export function readLinkHeader(header: string | undefined): LinkHeader {
  const text = header ?? '';
  const links: WebLink[] = [];
  let at = 0;
  while (at < text.length) {
    linkTarget.lastIndex = at;
    const target = linkTarget.exec(text);
    if (!target) return { links, broken: /^[\s,]*$/.test(text.slice(at)) ? null : text.slice(at, at + 80) };
    let end = linkTarget.lastIndex;
    const parameters: Record<string, string> = {};
    for (;;) {
      linkParameter.lastIndex = end;
      const found = linkParameter.exec(text);
      if (!found) break;
      end = linkParameter.lastIndex;
      const name = (found[1] ?? '').toLowerCase();
      parameters[name] ??= (found[2] ?? '').replace(/\\(.)/g, '$1') || (found[3] ?? '');
    }
    linkEnd.lastIndex = end;
    if (!linkEnd.test(text)) return { links, broken: text.slice(at, at + 80).trim() };
    at = linkEnd.lastIndex;
    const relations = (parameters.rel ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    links.push({ target: target[1] ?? '', relations, parameters });
  }
  return { links, broken: null };
}
