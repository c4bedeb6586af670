import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Every file below a folder, relative, with forward slashes; none where there is no folder. */
export function listFiles(top: string): ReadonlySet<string> {
  if (!existsSync(top)) return new Set();
  const entries = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Set(
    entries.map(({ parentPath, name }) => relative(top, join(parentPath, name)).replaceAll(sep, '/')),
  );
}
