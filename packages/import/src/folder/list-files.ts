import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of version control, package managers and caches. */
const apart = new Set('node_modules .git .github .jekyll-cache .cache .sass-cache .astro'.split(' '));
const maxFiles = 200_000;

/** Lists files recursively, sorted; symbolic links may lead outside and are not followed. */
export function listFiles(root: string): { files: string[]; links: string[] } {
  const files: string[] = [];
  const links: string[] = [];
  const visit = (below: string): void => {
    for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (apart.has(entry.name)) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) files.push(path);
      else if (entry.isSymbolicLink()) links.push(path);
      if (files.length > maxFiles)
        throw new Error(`${root} contains more than ${maxFiles} files: name the folder of one site.`);
    }
  };
  visit('');
  return { files: files.sort(), links: links.sort() };
}
