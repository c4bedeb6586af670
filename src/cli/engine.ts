import { readFileSync } from 'node:fs';
import type { VersionFacts } from '../init/site-packages.ts';

export function readEngine(): VersionFacts {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as VersionFacts;
}
