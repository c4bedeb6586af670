import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that a generator or a package manager made, or that belong to no site. */
const apart = new Set(
  'node_modules _site .git .github .jekyll-cache .cache .hugo_build.lock .sass-cache vendor dist resources themes'.split(
    ' ',
  ),
);
const mostFiles = 200_000;

/** Files of a folder and of all below it, from that folder, sorted; links are not followed. */
export function listFiles(root: string): readonly string[] {
  const files: string[] = [];
  const visit = (below: string): void => {
    for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory() && !apart.has(entry.name)) visit(path);
      else if (entry.isFile()) files.push(path);
      if (files.length > mostFiles)
        throw new Error(`${root} holds more than ${mostFiles} files: name the folder of one site.`);
    }
  };
  visit('');
  return files.sort();
}
