import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Digest of the code below the given folders and files of a project: what is kept between two builds holds only
 * while it was made by the same code. Content and tests are no code.
 */
export function digestCode(root: string, places: readonly string[]): string {
  const files = places.flatMap((place) => listCode(root, place)).sort();
  return hash(
    'sha256',
    files.map((file) => `${file}\n${readFileSync(join(root, file), 'utf8')}`).join('\0'),
    'hex',
  );
}

function listCode(root: string, place: string): string[] {
  const path = join(root, place);
  if (!existsSync(path)) return [];
  const entries = place.includes('.') ? null : readdirSync(path, { recursive: true, withFileTypes: true });
  if (!entries) return [place];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
