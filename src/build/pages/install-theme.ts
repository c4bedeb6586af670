import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../../content/read/list-files.ts';
import type { Artifact } from '../plan/output.ts';
import { isThemeCurrent, readThemeRecord, type Theme, writeThemeRecord } from './theme.ts';

/** The files of a theme that are published; all are rewritten when the theme is another. */
export function* themeArtifacts({ folder, code }: Theme): Generator<Artifact> {
  const client = join(folder, 'client');
  for (const file of [...listFiles(client)].sort()) {
    yield { file, key: code, render: () => readFileSync(join(client, file)) };
  }
}

/**
 * Copies the renderer of a theme into the `server/` of a build, unless the last build has it.
 * @returns files of `server/` that the new renderer replaces
 */
export function installRenderer(theme: Theme, dist: string, next: string): readonly string[] {
  if (isThemeCurrent({ folder: dist, code: theme.code })) return [];
  const record = readThemeRecord(theme.folder);
  if (!record) throw new Error(`There is no theme in ${theme.folder}.`);
  for (const file of record.server) {
    cpSync(join(theme.folder, 'server', file), join(next, 'server', file), { recursive: true });
  }
  writeThemeRecord(next, record);
  return readThemeRecord(dist)?.server ?? [];
}
