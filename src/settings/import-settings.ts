import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { digestModules, listOwnModules, passVersionsOn } from './own-modules.ts';
import { SettingsError } from './settings-error.ts';

export interface ImportedSettings {
  readonly site?: unknown;
  /** Digest of the file and of the site's own modules that it imports. */
  readonly code: string;
}

/** Imports the settings file, again if it or a module that it imports changed. @throws SettingsError with the place of the error */
export async function importSettings(root: string, file: string): Promise<ImportedSettings> {
  const path = join(root, file);
  const address = pathToFileURL(path);
  const code = digestModules(listOwnModules(path));
  // A different URL bypasses the module cache.
  address.searchParams.set('agentsite', code);
  passVersionsOn();
  try {
    const { site } = (await import(/* @vite-ignore */ address.href)) as { site?: unknown };
    return { site, code };
  } catch (error) {
    const { message, stack = '' } =
      error instanceof Error ? error : { message: `it throws ${String(error)}`, stack: '' };
    const { file: place, ...at } = findPlace(stack, root) ?? { file, line: 1, column: 1 };
    const issue = { path: [], message: `cannot be read: ${withoutPaths(message, root)}`, at };
    throw new SettingsError(place, '', [issue], error);
  }
}

/** The first place in the site's own code: a syntax error has the column in a frame, others in each line. */
export function findPlace(
  stack: string,
  root: string,
): { file: string; line: number; column: number } | null {
  const [head = '', ...rest] = stack.split('\n');
  const parsed = /^(\S.*?)(?:\?\S*)?:(\d+)$/.exec(head);
  if (parsed) {
    const mark = rest.find((line) => /^\s*\^+\s*$/.test(line));
    const file = ownFile(parsed[1] ?? '', root);
    return file === null ? null : { file, line: Number(parsed[2]), column: (mark?.indexOf('^') ?? 0) + 1 };
  }
  for (const [, path = '', line, column] of stack.matchAll(/(file:\S+?)(?:\?[^\s:]*)?:(\d+):(\d+)\)?$/gm)) {
    const file = ownFile(path, root);
    if (file !== null) return { file, line: Number(line), column: Number(column) };
  }
  return null;
}

/** Relative to the site's folder, with slashes; null for other files. */
function ownFile(path: string, root: string): string | null {
  const absolute = path.startsWith('file:') ? fileURLToPath(path) : resolve(path);
  const names = relative(root, absolute).split(sep);
  return names[0] === '..' || names.includes('node_modules') || absolute === names.join(sep)
    ? null
    : names.join('/');
}

const withoutPaths = (message: string, root: string) =>
  message
    .replace(/ imported from .*/s, '')
    .replaceAll(`${root}${sep}`, '')
    .replace(/\.?$/, '.');
