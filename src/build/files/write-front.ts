import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFront } from '../../core/front/front-table.ts';
import type { Library } from '../../core/model/document.ts';
import type { WpFile } from '../../core/wp/files.ts';
import type { BuildRecord, Output } from '../plan/output.ts';
import type { OutputTask } from '../plan/output-task.ts';
import { listTwinSizes, writeNginxFiles } from './nginx-files.ts';

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
  writeFileSync(join(next.server, 'front.json'), JSON.stringify(front));
  const twins = listTwinSizes(
    library.site,
    Object.keys(output.manifest),
    client,
    (file) => output.sizes[file] ?? before[file],
  );
  writeNginxFiles({ site: library.site, front, wp, twins }, next.server);
  return twins;
}
