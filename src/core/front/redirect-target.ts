import { maxParts, maxPathLength, parsePattern } from './redirect-pattern.ts';

/** What is wrong with a redirect, as the rest of a sentence that begins with the name of the field. */
export interface RedirectProblem {
  readonly field: 'from' | 'to';
  readonly message: string;
}

const anyPart = /\{(\w+)\}/g;
/** Scheme and host of a URL, which have ended before a part may begin. */
const originSyntax = /^https?:\/\/[^/?#\\@{}\s]+(?=[/?#]|$)/i;

/** Checks a redirect. The client chooses the value of a part, so that may change neither scheme nor host. */
export function checkRedirect(from: string, to: string | null): RedirectProblem | null {
  const parts = parsePattern(from).filter((piece) => typeof piece !== 'string');
  const names = new Set(parts.map(({ name }) => name));
  const hasControl = (address: string) => /[\p{Cc}\\]/u.test(address);
  const checkFrom = () => {
    if (hasControl(from)) return 'may have no backslash and no control character';
    if (from.length > maxPathLength) return `may have up to ${maxPathLength} characters`;
    if (parts.length > maxParts || names.size < parts.length)
      return `may have up to ${maxParts} parts in braces, each with a name of its own`;
    if (!/[{}]/.test(from.replace(/\{\w+(?::number|\*)?\}/g, ''))) return null;
    return 'may use braces only as {name}, {name:number} or {name*}';
  };
  const checkTo = (target: string) => {
    if (hasControl(target)) return 'may have no backslash and no control character';
    if (/[{}]/.test(target.replace(anyPart, '')))
      return 'may use braces only as {name}, with a name that "from" gives';
    if ([...target.matchAll(anyPart)].some(([, name = '']) => !names.has(name)))
      return 'may use only the names in braces that "from" gives';
    const [origin] = originSyntax.exec(target) ?? [];
    if (/^\/(?!\/)/.test(target) || (origin !== undefined && URL.canParse(origin))) return null;
    return 'must name its host in full and have a slash after it, as in https://example.org/{name}: a part in braces must not choose the host';
  };
  const ofFrom = checkFrom();
  if (ofFrom !== null) return { field: 'from', message: ofFrom };
  const ofTo = to === null ? null : checkTo(to);
  return ofTo === null ? null : { field: 'to', message: ofTo };
}

/** The target of a redirect without parts, a path of this site or a URL, as a Location. */
export function encodeTarget(to: string): string {
  return encodeTemplate(to, (name) => encodeLiteral(`{${name}}`));
}

/** A target in the syntax of another server, which names parts in its own way. */
export function encodeTemplate(to: string, rename: (name: string) => string): string {
  const [origin, rest] = splitOrigin(to);
  const pieces = rest.split(/\{(\w+)\}/);
  return (
    origin + pieces.map((piece, index) => (index % 2 === 0 ? encodeLiteral(piece) : rename(piece))).join('')
  );
}

/** A target with its parts replaced by encoded values; null where one would leave its folder (`..`). */
export function fillTarget(to: string, values: Readonly<Record<string, string>>): string | null {
  const [origin, path, query] = replaceParts(to, values);
  return /\/\.{1,2}(?:\/|$)/.test(path) ? null : origin + path + query;
}

/** Origin (empty for a path of this site), path, and query with fragment. */
function replaceParts(
  to: string,
  values: Readonly<Record<string, string>>,
): [origin: string, path: string, query: string] {
  const [origin, rest] = splitOrigin(to);
  const end = rest.search(/[?#]|$/);
  const query = split(rest.slice(end), values).map(({ text, isValue }) =>
    isValue ? encodeURIComponent(text) : encodeLiteral(text),
  );
  return [origin, fillPath(rest.slice(0, end), values), query.join('')];
}

/** The origin of a URL as a header may hold it, empty for a path of this site; and what follows. */
function splitOrigin(to: string): [origin: string, rest: string] {
  const [written = ''] = originSyntax.exec(to) ?? [];
  return [written === '' ? '' : new URL(written).origin, to.slice(written.length)];
}

/** Two slashes never meet at an end of a value: at the start of a path, they would begin the name of a host. */
function fillPath(template: string, values: Readonly<Record<string, string>>): string {
  let path = '';
  let isAfterValue = false;
  for (const { text, isValue } of split(template, values)) {
    const encoded = isValue
      ? encodeURI(text)
          .replace(/[?#]/g, encodeURIComponent)
          .replace(/\/{2,}/g, '/')
      : encodeLiteral(text);
    path += (isValue || isAfterValue) && path.endsWith('/') ? encoded.replace(/^\//, '') : encoded;
    isAfterValue = isValue;
  }
  return path;
}

function split(
  template: string,
  values: Readonly<Record<string, string>>,
): { readonly text: string; readonly isValue: boolean }[] {
  return template
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      /^\{\w+\}$/.test(piece)
        ? { text: (values[piece.slice(1, -1)] ?? '').toWellFormed(), isValue: true }
        : { text: piece, isValue: false },
    );
}

/** Escapes and separators stay as the owner wrote them. */
function encodeLiteral(text: string): string {
  return text.toWellFormed().replace(/[^!-~]|["<>\\^`{|}]|%(?![\da-f]{2})/giu, encodeURIComponent);
}
