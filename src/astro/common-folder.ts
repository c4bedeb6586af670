import { sep } from 'node:path';

/**
 * Astro takes a component that shares no folder with the site for a path below the site, and then finds nothing. So
 * engine and site may lie anywhere below one folder at the top of the disk, as they do where npm installs the engine.
 * @returns a sentence where they do not; null where they do
 */
export function findPlaceProblem(site: string, engine: string): string | null {
  const [, first] = site.split(sep);
  return engine.split(sep)[1] === first
    ? null
    : `The site is in ${site} and the engine in ${engine}: Astro compiles components only where both are below one folder.`;
}
