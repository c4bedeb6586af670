/** A place in a text, as its offset, and what is there instead of YAML. */
export interface YamlMistake {
  readonly at: number;
  readonly message: string;
}

const names: Readonly<Record<string, string>> = {
  '\u00a0': 'a no-break space',
  '\u202f': 'a narrow no-break space',
  '\u3000': 'an ideographic space',
  '\u200b': 'an invisible zero-width space',
  '\ufeff': 'an invisible byte order mark',
};
/** What a space is called that YAML takes for a letter. */
export const nameOfSpace = (sign: string) =>
  names[sign] ?? `the character U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Spaces that YAML takes for letters. */
const oddSpace = '[\\u00a0\\u1680\\u2000-\\u200b\\u202f\\u205f\\u3000\\ufeff]';
const brokenKey = new RegExp(
  `^((?:[ \\t]|- )*)(${oddSpace}*)([\\p{L}_][\\p{L}\\p{N}_-]*)[ \\t]*(?:([：﹕︰∶])|:(?:(${oddSpace})|(?=[^\\s:/])))`,
  'gmu',
);

/** Lines whose name and value are not divided by a colon and a space; for a text that is no YAML. */
export function findBrokenKeys(text: string): YamlMistake[] {
  return [...text.matchAll(brokenKey)].map((match) => {
    const [, indent = '', odd = '', name = '', colon, space] = match;
    const at = match.index + indent.length;
    if (odd !== '')
      return {
        at,
        message: `${nameOfSpace(odd.charAt(0))} is before "${name}"; remove it, or write plain spaces.`,
      };
    if (colon)
      return {
        at,
        message: `"${colon}" behind "${name}" is not the colon of YAML; write "${name}: " with ":" and a space.`,
      };
    if (space)
      return {
        at,
        message: `the space behind "${name}:" is ${nameOfSpace(space)}, which YAML takes for a letter; write a plain space.`,
      };
    return { at, message: `"${name}:" needs a space behind the colon.` };
  });
}

/** The first line of front matter, and the fields below it. */
const withoutEnd = /^---[ \t]*(?:\r?\n(?:[\w-]+[ \t]*:|[ \t]+\S|- ).*)*(?:\r?\n|$)/;

const start = 'start the file with a line ---, then title: …, then a line ---.';

/** Dashes that programs put where hyphens were written. */
const dashes = /^[\s\u200b\ufeff]*([‐-―−﹘﹣－⸺⸻─━]+[-‐-―−]*|--?[‐-―−]+)\s*$/u;

/** What is on the first line of a text that should be three hyphens; null for anything else. */
function explainFirstLine(line: string): string | null {
  if (/^\+{3,}\s*$/.test(line)) return 'begins with +++, which is TOML';
  if (/^\{/.test(line)) return 'begins with {, which is JSON';
  if (/^-{4,}\s*$/.test(line)) return `begins with a line of ${line.trim().length} hyphens instead of three`;
  if (/^--?\s*$/.test(line)) return 'begins with a line of fewer than three hyphens';
  const [, dash] = dashes.exec(line) ?? [];
  if (dash) return `begins with a dash, "${dash}", instead of three hyphens`;
  if (/^(?:`{3,}|~{3,})/.test(line)) return 'begins with a code block';
  if (/^(?:={3,}|\*{3,}|_{3,}|;{3,}|%{3,})\s*$/.test(line)) return `begins with "${line.trim()}"`;
  if (/^[\s\u200b\ufeff]+---\s*$/.test(line)) return 'begins with spaces or invisible characters before ---';
  if (/^---\s*\S/.test(line)) return 'has words on the line ---, where nothing else can be';
  if (/^---\s*$/.test(line)) return 'has an invisible character behind ---';
  return /^[A-Za-z][\w-]*\s*[:：]\s/.test(line) ? 'begins with a field, without a line --- above it' : null;
}

/** Why a text has no front matter, with the line to change. */
export function explainFence(text: string): { readonly line: number; readonly message: string } {
  const [open] = withoutEnd.exec(text) ?? [];
  const lines = text.split(/\r?\n/);
  if (open) {
    const line = (open.match(/\n/g)?.length ?? 0) + 1;
    const last = lines[line - 1] ?? '';
    const isFence = /^(?:\.{3}|\+{3,}|-{2,}.*)\s*$/.test(last) || dashes.test(last);
    const instead = isFence ? `"${last.trim()}" is not its end; write ---` : 'add a line ---';
    return { line, message: `has no end; ${instead} after the fields.` };
  }
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0) return { line: 1, message: `is missing, since the file is empty; ${start}` };
  if (first > 0 && /^---[ \t]*$/.test(lines[first] ?? ''))
    return {
      line: 1,
      message: `is not at the beginning; remove the empty ${first === 1 ? 'line' : 'lines'} before ---.`,
    };
  const found = explainFirstLine(lines[first] ?? '');
  return found === null
    ? { line: 1, message: `is missing; ${start}` }
    : { line: first + 1, message: `${found}; it is YAML here: ${start}` };
}
