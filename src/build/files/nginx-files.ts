import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measure } from '../../core/feeds/changes.ts';
import type { FrontTable } from '../../core/front/front-table.ts';
import { renderNginxFiles, type WpAnswer, wpAnswerFile } from '../../core/front/servers/nginx-maps.ts';
import type { Site } from '../../core/model/site.ts';
import { isTwin } from '../../core/model/surfaces.ts';
import type { WpFile } from '../../core/wp/files.ts';
import { type BuildRecord, digestOf } from '../plan/output.ts';

export interface NginxContent {
  readonly site: Site;
  readonly front: FrontTable;
  readonly wp: readonly WpFile[];
  readonly twins: BuildRecord['twins'];
}

/** Writes `dist/server/nginx/`, and `answers.json` with the places of stored JSON answers. */
export function writeNginxFiles({ site, front, wp, twins }: NginxContent, server: string): void {
  const folder = join(server, 'nginx');
  const stored = wp.map(({ path, file, headers }) => {
    // Hexadecimal, since nginx's maps ignore case.
    const digest = hash('sha256', JSON.stringify(headers), 'hex').slice(0, 12);
    return { source: file, answer: { path, headers, file: wpAnswerFile(file, digest) } satisfies WpAnswer };
  });
  const files = renderNginxFiles({
    site,
    front,
    wpAnswers: stored.map(({ answer }) => answer),
    twinSizes: Object.entries(twins).map(([file, { size }]) => [`/${file}`, size] as const),
  });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const answers = Object.fromEntries(stored.map(({ source, answer }) => [source, answer.file]));
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers));
}

export function listTwinMeasures(
  site: Site,
  made: readonly string[],
  client: string,
  measureOf: (file: string) => Measure | undefined,
): BuildRecord['twins'] {
  const twins = made.filter((file) => isTwin(site, `/${file}`) && !/^_errors\/[^/]+$/.test(file)).sort();
  const read = (file: string): Measure => {
    const content = readFileSync(`${client}/${file}`);
    return { digest: digestOf(content), size: content.length };
  };
  return Object.fromEntries(twins.map((file) => [file, measureOf(file) ?? read(file)]));
}
