import { sep } from 'node:path';

/** Where engine and site share no folder at the top of the disk, Astro finds no component; null where they do. */
export function findPlaceProblem(site: string, engine: string): string | null {
  const [, first] = site.split(sep);
  return engine.split(sep)[1] === first
    ? null
    : `The site is in ${site} and the engine in ${engine}: Astro compiles components only where both are below one folder.`;
}
