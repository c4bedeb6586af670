import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Artifact } from '../plan/output.ts';
import { listFiles } from '../plan/output-folder.ts';
import { isThemeCurrent, readThemeRecord, type Theme, writeThemeRecord } from './theme.ts';

/** The files of a theme that are published; each is made anew when the theme is another. */
export function* themeArtifacts({ folder, code }: Theme): Generator<Artifact> {
  const client = join(folder, 'client');
  for (const file of [...listFiles(client)].sort()) {
    yield { file, key: code, render: () => readFileSync(join(client, file)) };
  }
}

/**
 * Copies the renderer of a theme into `dist/server`, in the place of the one that is there. What Astro wrote down
 * of the theme's folder names `dist` there, so the result is that of a compilation into `dist`.
 */
export function installRenderer(theme: Theme, dist: string): void {
  if (isThemeCurrent({ folder: dist, code: theme.code })) return;
  const server = join(dist, 'server');
  const record = readThemeRecord(theme.folder);
  if (!record) throw new Error(`There is no theme in ${theme.folder}.`);
  // Without a record what is there counts as no theme, should this come to an end halfway.
  const previous = readThemeRecord(dist)?.server ?? [];
  for (const file of ['theme.json', ...previous]) rmSync(join(server, file), { force: true });
  const [from = '', to = ''] = [theme.folder, dist].map((folder) => pathToFileURL(`${folder}/`).href);
  copyRenderer(theme.folder, dist, record.server, (text) => text.replaceAll(from, () => to));
  writeThemeRecord(dist, record);
}

/** Copies the files of a renderer from one folder of a theme to another. @param edit what becomes of compiled code */
export function copyRenderer(
  from: string,
  to: string,
  files: readonly string[],
  edit: (text: string) => string,
): void {
  for (const file of files) {
    const [source, target] = [from, to].map((folder) => join(folder, 'server', file)) as [string, string];
    mkdirSync(dirname(target), { recursive: true });
    if (file.endsWith('.mjs')) writeFileSync(target, edit(readFileSync(source, 'utf8')));
    else copyFileSync(source, target);
  }
}
