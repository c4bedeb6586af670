import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFront } from '../core/front/front-table.ts';
import type { Library } from '../core/model/document.ts';
import { isFilesOnly } from '../core/model/targets.ts';
import type { WpFile } from '../core/wp/files.ts';
import { hostFiles } from './host-files.ts';
import { listTwinSizes, writeNginxFiles } from './nginx-files.ts';
import type { BuildRecord, Output } from './output.ts';
import type { PublishTask } from './publish-task.ts';

/**
 * Publishes what serves the files: tables for the sidecar and for nginx, or the files that a host reads.
 * @param sizeOf bytes of a file, where they are known
 * @returns those that the next build wants to know
 */
export function publishFront(
  library: Library,
  { client, server }: PublishTask,
  wp: readonly WpFile[],
  made: readonly string[],
  output: Output,
  sizeOf: (file: string) => number | undefined,
): BuildRecord['sizes'] {
  if (isFilesOnly(library.site)) {
    output.publish(hostFiles(library, new Set(made)));
    return {};
  }
  const front = describeFront(library);
  writeFileSync(join(server, 'front.json'), JSON.stringify(front));
  const twins = listTwinSizes(made, client, sizeOf);
  writeNginxFiles({ site: library.site, front, wp, twins }, server);
  return twins;
}
