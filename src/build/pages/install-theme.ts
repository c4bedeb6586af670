import { cpSync, readFileSync, rmSync } from 'node:fs';
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

/** Copies the renderer of a theme into `dist/server`, and removes the one that is there. */
export function installRenderer(theme: Theme, dist: string): void {
  if (isThemeCurrent({ folder: dist, code: theme.code })) return;
  const record = readThemeRecord(theme.folder);
  if (!record) throw new Error(`There is no theme in ${theme.folder}.`);
  // Without a record there is no theme, should this end halfway.
  const previous = readThemeRecord(dist)?.server ?? [];
  for (const file of ['theme.json', ...previous]) rmSync(join(dist, 'server', file), { force: true });
  for (const file of record.server) {
    cpSync(join(theme.folder, 'server', file), join(dist, 'server', file), { recursive: true });
  }
  writeThemeRecord(dist, record);
}
