import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listTwins, renderChanges } from '../../core/feeds/changes.ts';
import type { Library } from '../../core/model/document.ts';
import type { Site } from '../../core/model/site.ts';
import { absoluteUrl, paths } from '../../core/model/urls.ts';
import { type Artifact, type BuildRecord, digestOf, type Output } from '../plan/output.ts';

/**
 * Writes `/changes.json` and its pages. What the last build published in `client` is the record from which they continue,
 * also in a plain build: both are committed together, so a build that was killed has changed neither.
 */
export function writeChanges(
  library: Library,
  client: string,
  output: Output,
  measures: BuildRecord['twins'],
  nowGmt: string,
): void {
  const { site, documents } = library;
  const moved = new Map(
    documents.map(({ path, redirectFrom }) => [
      absoluteUrl(site, path),
      redirectFrom.map((from) => absoluteUrl(site, from.endsWith('/') ? from : `${from}/`)),
    ]),
  );
  const read = (path: string) => readFileSync(join(client, path), 'utf8');
  const twins = listTwins(library, measures);
  const files = renderChanges({ site, twins, moved, time: `${nowGmt}Z`, digestOf, read });
  for (const [path, text] of files)
    if (text !== null || !output.keeps(path.slice(1))) output.write(path.slice(1), null, text ?? read(path));
}

/** The list of the development server, which publishes nothing. */
export function noChanges(site: Site): Artifact {
  const read = (path: string): never => {
    throw new Error(`There is no ${path}`);
  };
  const files = renderChanges({ site, twins: [], moved: new Map(), time: '', digestOf, read });
  const text = files.get(paths.changes) ?? '';
  return { file: paths.changes.slice(1), key: text, render: () => text };
}
