/** A problem in `content/` for its author to fix. Lines and columns count from 1. */
export interface Problem {
  /** Path from the project's root: `content/posts/hello.md`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The front matter field, or what in the text it is about: `link`, `image`. */
  readonly field: string;
  /** What is wrong and what to write instead. */
  readonly message: string;
}

/** `content/posts/hello.md:3:1 titel: is not a field of posts; did you mean "title"?` */
export function formatProblem(problem: Problem): string {
  return `${problem.file}:${problem.line}:${problem.column} ${problem.field}: ${problem.message}`;
}

/** Content is nested in more levels than anybody reads. */
export class TooDeep extends Error {}

/** Is that so, or did code that recurses run out of stack? */
export function isTooDeep(error: unknown): boolean {
  if (error instanceof TooDeep) return true;
  return error instanceof RangeError && error.message.startsWith('Maximum call stack');
}

/** Every problem of a run, in the order of files and lines. */
export class ContentError extends Error {
  readonly problems: readonly Problem[];
  /** Warnings of the same run. */
  readonly warnings: readonly Problem[];

  constructor(problems: readonly Problem[], warnings: readonly Problem[] = []) {
    const sorted = problems.toSorted(
      (a, b) => Number(a.file > b.file) - Number(a.file < b.file) || a.line - b.line || a.column - b.column,
    );
    const count = sorted.length === 1 ? '1 problem' : `${sorted.length} problems`;
    super(`${count} in content:\n${sorted.map(formatProblem).join('\n')}`);
    this.name = 'ContentError';
    this.problems = sorted;
    this.warnings = warnings;
  }
}
