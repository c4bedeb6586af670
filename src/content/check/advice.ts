import type { Problem } from '../read/problems.ts';

/** Something that is not a mistake and may still want an author's eye. */
export interface Advice {
  readonly file: string;
  /** What it is about, as `agentsite check --only` names it: `description`, `link`. */
  readonly about: string;
  readonly message: string;
}

export function toAdvice({ file, line, column, field, message }: Problem): Advice {
  return { file: `${file}:${line}:${column}`, about: field, message: `${field}: ${message}` };
}

/** `content/posts/a.md:3:1 link: …`, as problems are written; `site.ts: …` without a line. */
export function formatAdvice({ file, message }: Advice): string {
  return `${file}${/:\d+$/.test(file) ? '' : ':'} ${message}`;
}
