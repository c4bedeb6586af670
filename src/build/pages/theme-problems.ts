import { relative, resolve, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Problem } from '../../content/read/problems.ts';

/** Fields of errors of Astro and Vite. */
interface BuildError {
  readonly type?: string;
  /** Of a page that could not be rendered: its file, from the site's folder. */
  readonly id?: string;
  readonly message: string;
  readonly hint?: string;
  readonly loc?: { readonly file?: string; readonly line?: number; readonly column?: number };
  /** Of one that stands for several. */
  readonly errors?: readonly BuildError[];
}

/** Problems that the owner can fix, from an error of compiling the theme; null for a bug. */
export function findThemeProblems(error: unknown, root: string): Problem[] | null {
  if (!(error instanceof Error)) return null;
  const { errors, ...single } = { ...error, message: error.message } as BuildError;
  const problems = (errors ?? [single]).map((one) => problemOf(one, root));
  const found = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return found.has('null') ? null : [...found.values()].filter((problem) => problem !== null);
}

function problemOf({ type, id, message, hint, loc }: BuildError, root: string): Problem | null {
  const file = relative(root, resolve(root, loc?.file ?? id ?? '')).replaceAll(sep, '/');
  const isOwn = file !== '' && !file.startsWith('..') && !file.startsWith('node_modules/');
  if (isOwn) {
    const [first = ''] = stripVTControlCharacters(message).split('\n');
    const sentence = first.replace(/^\[[A-Z_]+\] /, '');
    return { file, line: loc?.line ?? 1, column: loc?.column ?? 1, field: 'component', message: sentence };
  }
  if (type !== 'AstroUserError') return null;
  const whole = hint ? `${message} ${hint}` : message;
  return { file: 'astro.config.mjs', line: 1, column: 1, field: 'agentsite', message: whole };
}
