import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A file or folder as the disk spells its name: macOS decomposes letters, `ü` to `u` and a mark, and authors rarely do. */
export function spellAsDisk(root: string, file: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII has one form only.
  if (/^[\x00-\x7f]*$/.test(file) || file.includes('\0') || existsSync(join(root, file))) return file;
  const parent = posix.dirname(file);
  if (parent === '.' || parent === '..') return file;
  const folder = spellAsDisk(root, parent);
  const name = posix.basename(file).normalize('NFC');
  const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  return posix.join(folder, names.find((other) => other.normalize('NFC') === name) ?? posix.basename(file));
}
