/**
 * Front matter of the plainest kind, read without a parser of YAML in a tenth of the time: a `field: value` on each
 * line, where a value is `true`, `false`, a date, or words that YAML takes for text, or a list `[one, two]` of such
 * words. It is what most texts have. All else is left to YAML.
 */
export interface PlainFrontMatter {
  readonly value: Readonly<Record<string, string | boolean | readonly string[]>>;
  /** Line and column, from 1, of a field or of an item of its list; of the beginning, where there is no such thing. */
  readonly place: (path: readonly PropertyKey[]) => Place;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

const fieldName = /^[a-zA-Z]+$/;
/** What YAML reads as text up to the end of the line, as long as no comment or field begins in it. */
const lineOfText = /^[\p{L}_/](?:[^\p{Cc}\p{Z}]| (?! |$))*$/u;
const commentOrField = / #|: |:$/;
/** In a list some characters mean more. */
const itemOfText = /^[\p{L}_/](?:[^\p{Cc}\p{Z}:#[\]{},"'`&*!|>%@\\]| (?! |$))*$/u;
const date = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/;
const otherThanText = /^(?:null|true|false)$/i;

/** @returns null where the text has to be read as YAML. */
export function readPlainFrontMatter(yaml: string): PlainFrontMatter | null {
  const value: Record<string, string | boolean | string[]> = {};
  const places = new Map<string, { field: Place; items: Place[] }>();
  for (const [index, text] of yaml.split('\n').entries()) {
    const line = index + 1;
    const colon = text.indexOf(': ');
    const name = text.slice(0, colon);
    if (colon < 0 || !fieldName.test(name) || otherThanText.test(name) || name in value) return null;
    const written = text.slice(colon + 2);
    const items: Place[] = [];
    const read = written.startsWith('[')
      ? readList(written, { line, column: colon + 3 }, items)
      : readWord(written);
    if (read === null) return null;
    value[name] = read;
    places.set(name, { field: { line, column: 1 }, items });
  }
  const start = { line: 1, column: 1 };
  return {
    value,
    place([name, item]) {
      const found = places.get(String(name));
      return (typeof item === 'number' ? found?.items[item] : found?.field) ?? start;
    },
  };
}

function readWord(written: string): string | boolean | null {
  if (written === 'true' || written === 'false') return written === 'true';
  if (date.test(written)) return written;
  return lineOfText.test(written) && !commentOrField.test(written) && !otherThanText.test(written)
    ? written
    : null;
}

/** @param places filled with the places of the items */
function readList(written: string, { line, column }: Place, places: Place[]): string[] | null {
  if (!written.endsWith(']')) return null;
  const items: string[] = [];
  let at = column + 1;
  for (const part of written.slice(1, -1).split(',')) {
    const item = part.replace(/^ +| +$/g, '');
    if (!itemOfText.test(item) || otherThanText.test(item)) return null;
    items.push(item);
    places.push({ line, column: at + part.indexOf(item) });
    at += part.length + 1;
  }
  return items;
}
