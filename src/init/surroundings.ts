import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import type { Surroundings } from './answers.ts';

/** What this machine says of the person and the place. */
export function readSurroundings(folder: string): Surroundings {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { stdout } = spawnSync('git', ['config', 'user.name'], { encoding: 'utf8' });
  return { folder: basename(folder), person: stdout?.trim() || null, language: locale, timezone: timeZone };
}
