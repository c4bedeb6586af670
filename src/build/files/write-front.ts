import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFront } from '../../core/front/front-table.ts';
import type { Library } from '../../core/model/document.ts';
import type { WpFile } from '../../core/wp/files.ts';
import type { BuildRecord } from '../plan/output.ts';
import type { OutputTask } from '../plan/output-task.ts';
import { writeNginxFiles } from './nginx-files.ts';

/** Writes the tables of the servers of the files: the sidecar and nginx. */
export function writeFront(
  library: Library,
  { next }: OutputTask,
  wp: readonly WpFile[],
  twins: BuildRecord['twins'],
): void {
  const front = describeFront(library);
  writeFileSync(join(next.server, 'front.json'), JSON.stringify(front));
  writeNginxFiles({ site: library.site, front, wp, twins }, next.server);
}
