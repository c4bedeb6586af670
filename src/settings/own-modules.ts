import { hash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Names of other modules and files in code: `'./plugins/quotes.ts'`, `from 'my-plugin'`. */
const relative = /['"`](\.{1,2}\/[^'"`\n]+)['"`]/g;
const bare = /\b(?:from|import)\s*\(?\s*['"]([^.'"\n/][^'"\n]*)['"]/g;

/** The modules of a site's own that its settings reach, the settings first: also what they name as a URL, or link to from `node_modules`. */
export function listOwnModules(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  if (!/\.[cm]?[jt]sx?$/.test(file)) return found;
  const code = readFileSync(file, 'utf8');
  const names = [...code.matchAll(relative)].map(([, name = '']) => join(dirname(file), name));
  const linked = [...code.matchAll(bare)].flatMap(([, name = '']) => findLinked(name, file) ?? []);
  for (const path of [...names, ...linked])
    if (isFile(path) && !path.startsWith(engine)) listOwnModules(realpathSync(path), found);
  return found;
}

/** A package that is a link to a folder of the owner's, who may edit it. */
function findLinked(name: string, importer: string): string | null {
  try {
    const path = realpathSync(createRequire(importer).resolve(name));
    return path.includes(`${sep}node_modules${sep}`) ? null : path;
  } catch {
    return null;
  }
}

/** The engine's own code, which a process loads once. */
const engine = `${join(import.meta.dirname, '..')}${sep}`;

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

export function digestModules(files: Iterable<string>): string {
  return hash(
    'sha256',
    [...files].map((file) => hash('sha256', readFileSync(file), 'base64url')).join(),
    'base64url',
  );
}

let isHooked = false;

/** A module that was imported under a version imports its own neighbours under the same: Node would give it their old code. */
export function passVersionsOn(): void {
  if (isHooked) return;
  isHooked = true;
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const version = context.parentURL && new URL(context.parentURL).searchParams.get('agentsite');
      if (!version || !found.url.startsWith('file:') || found.url.includes('/node_modules/')) return found;
      if (fileURLToPath(found.url).startsWith(engine)) return found;
      const url = new URL(found.url);
      url.searchParams.set('agentsite', version);
      return { ...found, url: url.href };
    },
  });
}
