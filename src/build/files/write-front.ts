import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signFile } from '../../content/images/images.ts';
import { describeFront } from '../../core/front/front-table.ts';
import { tablesFile } from '../../core/front/servers/nginx-maps.ts';
import type { Library } from '../../core/model/document.ts';
import type { WpFile } from '../../core/wp/files.ts';
import type { BuildRecord, Output } from '../plan/output.ts';
import type { OutputTask } from '../plan/output-task.ts';
import { listTwinSizes, writeNginxFiles } from './nginx-files.ts';

export const frontFile = 'front.json';

/**
 * Writes the tables of the servers of the files: the sidecar and nginx.
 * @param output contains the twins
 * @param before sizes that are known of earlier builds
 * @returns the sizes of the twins, which the next build wants to know
 */
export function writeFront(
  library: Library,
  { client, next }: OutputTask,
  wp: readonly WpFile[],
  output: Output,
  before: BuildRecord['sizes'],
): BuildRecord['sizes'] {
  const front = describeFront(library);
  writeFileSync(join(next.server, frontFile), JSON.stringify(front));
  const twins = listTwinSizes(
    library.site,
    Object.keys(output.manifest),
    client,
    (file) => output.sizes[file] ?? before[file],
  );
  writeNginxFiles({ site: library.site, front, wp, twins }, next.server);
  return twins;
}

/** Differs where the tables are not as a build left them. */
export function signFront(server: string): string {
  return [frontFile, join('nginx', tablesFile)].map((file) => signFile(server, file)).join();
}
