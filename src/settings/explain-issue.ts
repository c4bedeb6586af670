import { z } from 'zod';
import { nearestWord } from '../core/text/nearest-word.ts';

/**
 * A fault of the settings as a sentence. A setting that is not known is named with the nearest one that is.
 *
 * ```
 * ✖ kinds.recipe: there is no setting "foldr"; did you mean "folder"?
 * ```
 */
export function explainIssue(issue: z.core.$ZodIssue, schema: z.ZodType): string {
  const at = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return z.prettifyError(new z.ZodError([issue]));
  const known = settingsAt(schema, issue.path);
  return issue.keys
    .map((key) => {
      const near = nearestWord(key, known);
      const remedy = near ? `; did you mean "${near}"?` : `; the settings are ${known.join(', ')}.`;
      return `✖ ${at ? `${at}: ` : ''}there is no setting "${key}"${remedy}`;
    })
    .join('\n');
}

/** Names of the settings of the object at a path. */
function settingsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: unknown = schema;
  for (const name of path) {
    const outer = unwrap(at);
    if (outer instanceof z.ZodObject) at = outer.shape[String(name)];
    else if (outer instanceof z.ZodRecord) at = outer.valueType;
    else if (outer instanceof z.ZodArray) at = outer.element;
    else return [];
  }
  const found = unwrap(at);
  return found instanceof z.ZodObject ? Object.keys(found.shape) : [];
}

function unwrap(schema: unknown): unknown {
  let at = schema;
  while (at instanceof z.ZodDefault || at instanceof z.ZodPrefault || at instanceof z.ZodOptional) {
    at = at.unwrap();
  }
  return at;
}
