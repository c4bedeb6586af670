import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from 'acorn';

export interface Closure {
  /** The file and those that it imports, also through others; from the root. */
  readonly files: ReadonlySet<string>;
  /** Packages that they import, by name. */
  readonly packages: ReadonlySet<string>;
}

/** What a compiled file, `src/cli/init.js`, imports at once, not what it may load later. */
export function findClosure(root: string, file: string): Closure {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (name: string): void => {
    if (files.has(name)) return;
    files.add(name);
    for (const imported of listImports(readFileSync(join(root, name), 'utf8'))) {
      if (imported.startsWith('.')) visit(posix.join(posix.dirname(name), imported));
      else if (!imported.startsWith('node:')) packages.add(nameOfPackage(imported));
    }
  };
  visit(file);
  return { files, packages };
}

function listImports(text: string): string[] {
  const { body } = parse(text, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
  return body.flatMap((node) => {
    const source = 'source' in node ? node.source?.value : undefined;
    return typeof source === 'string' ? [source] : [];
  });
}

/** `@clack/prompts` of `@clack/prompts/core`. */
export function nameOfPackage(imported: string): string {
  return imported
    .split('/')
    .slice(0, imported.startsWith('@') ? 2 : 1)
    .join('/');
}
