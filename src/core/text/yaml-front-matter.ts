/** Front matter of generated Markdown. Strings are JSON, which is YAML 1.2, so that no title changes the structure. */

export type FrontMatterValue =
  | string
  | number
  | boolean
  | readonly string[]
  | Readonly<Record<string, string>>
  | null
  | undefined;

/** Line breaks for YAML 1.1 and characters that YAML calls not printable; JSON leaves both as they are. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Printable ASCII that JSON leaves as it is. */
const plain = /^[ !#-[\]-~]*$/;

/** Fields in the given order; null, undefined, empty strings and empty lists are left out. Ends in a newline. */
export function renderFrontMatter(fields: Readonly<Record<string, FrontMatterValue>>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '') return [];
    if (typeof value === 'object') {
      if (Array.isArray(value)) {
        return value.length === 0 ? [] : [`${name}: [${value.map(quote).join(', ')}]`];
      }
      const pairs = Object.entries(value).map(([key, text]) => `${quote(key)}: ${quote(text)}`);
      return pairs.length === 0 ? [] : [`${name}: {${pairs.join(', ')}}`];
    }
    return [`${name}: ${typeof value === 'string' ? quote(value) : value}`];
  });
  return `---\n${lines.join('\n')}\n---\n`;
}

function quote(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  const oneLine = text.toWellFormed().replace(/\s*[\r\n]\s*/g, ' ');
  return JSON.stringify(oneLine).replace(
    unprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
