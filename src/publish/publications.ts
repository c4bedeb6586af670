import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LibrarySource, LoadedLibrary } from '../content/load-library.ts';
import { mediaPath } from '../core/urls.ts';
import { type Artifact, keyOf } from './output.ts';

/** Everything that is published beside the HTML pages, one artifact a file. */
export function* publications(loaded: LoadedLibrary, source: LibrarySource): Generator<Artifact> {
  for (const asset of loaded.assets) {
    const content = () => readFileSync(join(source.root, 'content', asset));
    yield { file: mediaPath(asset).slice(1), key: keyOf(content().toString('base64')), render: content };
  }
}
