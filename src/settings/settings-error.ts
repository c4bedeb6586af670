import type { SettingIssue } from './setting-issues.ts';
import { createPlaces } from './setting-places.ts';

/** A problem of the settings. Lines and columns count from 1. */
export interface SettingProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** `owner.name`; `site` for all settings. */
  readonly field: string;
  readonly message: string;
}

/**
 * The settings are invalid. The message has one line per problem:
 *
 *     site.ts cannot be used:
 *     site.ts:3:3 titel: is not a setting; did you mean "title"?
 */
export class SettingsError extends Error {
  readonly problems: readonly SettingProblem[];

  /** @param text of the file; empty if places are unknown */
  constructor(file: string, text: string, issues: readonly SettingIssue[], cause?: unknown) {
    const placeOf = createPlaces(text);
    const problems = issues
      .map(({ path, message, at }) => ({
        file,
        ...(at ?? placeOf(path)),
        field: path.join('.') || 'site',
        message,
      }))
      .toSorted((a, b) => a.line - b.line || a.column - b.column);
    const isPlaced = text !== '' || issues.some(({ at }) => at !== undefined);
    const lines = problems.map(({ line, column, field, message }) => {
      const place = isPlaced ? `${file}:${line}:${column}` : file;
      return `${place} ${field}: ${message}`;
    });
    super(`${file} cannot be used:\n${lines.join('\n')}`, { cause });
    this.name = 'SettingsError';
    this.problems = problems;
  }
}
