import { parse as parseToml, TomlDate } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { readProgramFields } from './program-fields.ts';

/** Fields of front matter as plain values; dates are strings. */
export type Data = Readonly<Record<string, unknown>>;

export type Split =
  | {
      readonly ok: true;
      /** Null for a file without front matter. */
      readonly data: Data | null;
      readonly body: string;
      /** Number of lines before the body. */
      readonly bodyLine: number;
    }
  | { readonly ok: false; readonly reason: string };

const fences = [
  [/^---(?:js|javascript)[ \t]*\r?\n((?:[\s\S]*?\n)??)---[ \t]*(?:\r?\n|$)/, readProgramFields],
  [/^---(?:json|ya?ml)[ \t]*\r?\n((?:[\s\S]*?\n)??)---[ \t]*(?:\r?\n|$)/, readYaml],
  [/^---[ \t]*\r?\n((?:[\s\S]*?\n)??)---[ \t]*(?:\r?\n|$)/, readYaml],
  [/^\+\+\+[ \t]*\r?\n((?:[\s\S]*?\n)??)\+\+\+[ \t]*(?:\r?\n|$)/, readToml],
  [/^(\{\r?\n[\s\S]*?\n\})[ \t]*(?:\r?\n|$)/, (text: string) => JSON.parse(text) as unknown],
] as const;

/** Splits a file into front matter (YAML between `---`, TOML between `+++`, or a JSON object) and body. */
export function splitFrontMatter(file: string): Split {
  const text = file.replace(/^\uFEFF/, '');
  for (const [fence, read] of fences) {
    const match = fence.exec(text);
    if (!match) continue;
    try {
      const data = dataOf(read(match[1] ?? ''));
      return { ok: true, data, body: text.slice(match[0].length), bodyLine: match[0].split('\n').length - 1 };
    } catch (error) {
      return {
        ok: false,
        // Lines of the file: the first one is the fence.
        reason: (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)).replace(
          /\bline (\d+)/,
          (_, line: string) => `line ${Number(line) + 1}`,
        ),
      };
    }
  }
  return { ok: true, data: null, body: text, bodyLine: 0 };
}

/** Reads a settings or data file by its extension. @returns null if it cannot be read */
export function readDataFile(name: string, text: string): Data | null {
  try {
    return dataOf(/\.toml$/.test(name) ? readToml(text) : readYaml(text));
  } catch {
    return null;
  }
}

/** JSON is YAML too. */
function readYaml(text: string): unknown {
  const options = { schema: 'core', maxAliasCount: 100, logLevel: 'error' } as const;
  try {
    return parseYaml(text, options);
  } catch (error) {
    const indented = indentQuoted(text);
    if (indented === text) throw error;
    return parseYaml(indented, options);
  }
}

/** Indents the lines of a quoted value: Psych, go-yaml and js-yaml read them at the start of a line too. */
function indentQuoted(text: string): string {
  return text.replace(
    /^([\w-]+:[ \t]+)("(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*')(?=[ \t]*(?:#.*)?\r?$)/gm,
    (_, name: string, value: string) => name + value.replace(/\n(?=\S)/g, '\n  '),
  );
}

/** String properties of the object that a program exports; the program is not run. */
export function readExportedStrings(program: string): Data {
  const lines = [...program.matchAll(/^([ \t]+)(\w+):\s*(["'`])((?:(?!\3)[^\\\n])*)\3,?[ \t]*$/gm)];
  const outermost = lines[0]?.[1];
  const fields = lines.filter(([, indent]) => indent === outermost).map(([, , name, , text]) => [name, text]);
  const author = /\bauthor:\s*\{[^}]*?\bname:\s*(["'`])((?:(?!\1)[^\\\n])*)\1/.exec(program)?.[2];
  return Object.fromEntries(author === undefined ? fields : [...fields, ['author', author]]);
}

function readToml(text: string): unknown {
  return plain(parseToml(text));
}

function plain(value: unknown): unknown {
  if (value instanceof TomlDate) return value.toISOString();
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === 'object' && value !== null ? dataOf(value, plain) : value;
}

function dataOf(value: unknown, each: (value: unknown) => unknown = (same) => same): Data {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, each(inside)]));
}
