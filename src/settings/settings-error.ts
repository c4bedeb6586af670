import { createPlaces } from './setting-places.ts';
import type { SettingFault } from './setting-problems.ts';

/** One thing in the settings that their owner has to mend. Lines and columns count from 1. */
export interface SettingProblem {
  /** Path from the site's folder: `site.ts`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The setting: `owner.name`; `site` is all of them. */
  readonly field: string;
  /** What is wrong and what to write instead. */
  readonly message: string;
}

/**
 * The settings cannot be used. The message is for the owner, one line a problem; where in the engine it was found
 * helps nobody.
 *
 *     site.ts cannot be used:
 *     site.ts:3:3 titel: is not a setting; did you mean "title"?
 */
export class SettingsError extends Error {
  readonly problems: readonly SettingProblem[];

  /** @param text of the file; empty where the places are not known */
  constructor(file: string, text: string, faults: readonly SettingFault[], cause?: unknown) {
    const placeOf = createPlaces(text);
    const problems = faults
      .map(({ path, message, at }) => ({
        file,
        ...(at ?? placeOf(path)),
        field: path.join('.') || 'site',
        message,
      }))
      .toSorted((a, b) => a.line - b.line || a.column - b.column);
    const isPlaced = text !== '' || faults.some(({ at }) => at !== undefined);
    const lines = problems.map(({ line, column, field, message }) => {
      const place = isPlaced ? `${file}:${line}:${column}` : file;
      return `${place} ${field}: ${message}`;
    });
    super(`${file} cannot be used:\n${lines.join('\n')}`, { cause });
    this.name = 'SettingsError';
    this.problems = problems;
  }
}
