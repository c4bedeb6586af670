import { existsSync, readdirSync, statSync } from 'node:fs';

/** Every file below a folder, relative, with forward slashes; none where there is no folder. */
export function listFiles(top: string): ReadonlySet<string> {
  const files = new Set<string>();
  // A recursive `readdirSync` asks the system about each file once more.
  const list = (folder: string) => {
    for (const entry of readdirSync(`${top}/${folder}`, { withFileTypes: true })) {
      const file = folder + entry.name;
      if (entry.isFile()) files.add(file);
      else if (entry.isDirectory() || isFolder(`${top}/${file}`)) list(`${file}/`);
    }
  };
  if (existsSync(top)) list('');
  return files;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
