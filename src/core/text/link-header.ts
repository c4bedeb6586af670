/** One link of a `Link` header field. */
export interface WebLink {
  readonly target: string;
  readonly relations: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
}

/** The links of a `Link` header field. */
export interface LinkHeader {
  readonly links: readonly WebLink[];
  /** The first part that is not a link; null when all are. */
  readonly broken: string | null;
}

/** The links of a `Link` header field (RFC 8288). */
export function readLinkHeader(header: string | undefined): LinkHeader {
  const linkTarget = /[\s,]*<([^<>]*)>/y;
  const linkParameter = /\s*;\s*([\w!#$&+.^`|~-]+\*?)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/y;
  const linkEnd = /\s*(?:,|$)/y;
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
