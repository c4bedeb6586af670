import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Problem } from '../problems.ts';
import { decodeText } from '../read-text.ts';
import { parseYaml } from './checked-yaml.ts';

/** What a list gave, with whatever is wrong in it. */
export interface Listed<T> {
  readonly items: readonly T[];
  readonly problems: readonly Problem[];
  /** Places of entries in the file, by their addresses. */
  readonly places?: ReadonlyMap<string, Pick<Problem, 'line' | 'column'>>;
  /** About values that are not what their author wrote. */
  readonly warnings?: readonly Problem[];
}

/**
 * Reads a file that is a list of entries; an absent file is an empty list.
 * @param owner what the fields belong to, for messages: `tags`
 * @param unique the field that no two entries may share
 */
export function readYamlList<Entry extends { readonly [Field in Unique]: string }, Unique extends string>(
  root: string,
  file: string,
  entry: z.ZodType<Entry>,
  owner: string,
  unique: Unique,
): Listed<Entry> & { locate(index: number, field: string): Pick<Problem, 'file' | 'line' | 'column'> } {
  const nowhere = () => ({ file, line: 1, column: 1 });
  if (!existsSync(join(root, file))) return { items: [], problems: [], locate: nowhere };
  const decoded = decodeText(readFileSync(join(root, file)), file);
  if (!decoded.ok) return { items: [], problems: [decoded.problem], locate: nowhere };
  const read = parseYaml(decoded.text, z.array(entry), owner, { file, lineOffset: 0 }, []);
  if (!read.ok) return { items: [], problems: read.problems, locate: nowhere };
  const seen = new Set<string>();
  const problems = read.value.flatMap((item, index): Problem[] => {
    const name = item[unique].normalize('NFC');
    if (!seen.has(name) && seen.add(name)) return [];
    const message = `"${item[unique]}" is listed twice; remove one of the two.`;
    return [{ ...read.locate([index, unique]), field: unique, message }];
  });
  return {
    items: read.value,
    problems,
    warnings: read.warnings,
    locate: (index, field) => read.locate([index, field]),
  };
}
