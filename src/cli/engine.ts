import { readFileSync } from 'node:fs';
import type { VersionFacts } from '../init/site-packages.ts';

/** What the `package.json` of the engine says; that of the package, or of the project that it is made from. */
export function readEngine(): VersionFacts {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as VersionFacts;
}
