import { failureOf } from '../../content/check/plugin-checks.ts';
import { ContentError } from '../../content/read/problems.ts';
import type { Library } from '../../core/model/document.ts';
import { surfacesOf } from '../../core/model/surfaces.ts';
import { isPublished } from '../../core/model/targets.ts';
import { pluginsOf } from '../../plugins/loaded-plugins.ts';
import type { Publication } from '../../plugins/plugin.ts';
import type { Artifact } from '../plan/output.ts';

/** The documents of plugins. @param digest of everything that they are made from */
export function* pluginFiles(library: Library, digest: string): Generator<Artifact> {
  const { site } = library;
  const present = new Set(surfacesOf(site).map(({ path }) => path));
  const holders = new Map<string, string>();
  const claim = (name: string, file: string) => {
    const other = holders.get(file);
    if (other !== undefined)
      throw new ContentError([failureOf(name, `/${file}`, `the plugin "${other}" has this file too`)]);
    holders.set(file, name);
    return file;
  };
  for (const { name, parts } of pluginsOf(site)) {
    for (const publication of parts.publications ?? []) {
      const { path } = publication;
      if (!present.has(path) || !isPublished(site, path)) continue;
      const render = () => renderPublication(name, publication, library);
      if (!path.endsWith('/'))
        yield {
          file: claim(name, path.slice(1)),
          key: `${digest} ${path}`,
          render: () => render()[''] ?? '',
        };
      else
        for (const [file, content] of Object.entries(render()))
          yield { file: claim(name, path.slice(1) + file), key: null, render: () => content };
    }
  }
}

/** Content by file; of a single document by the empty name. @throws ContentError with the plugin's name */
function renderPublication(
  name: string,
  { path, render }: Publication,
  library: Library,
): Readonly<Record<string, string | Uint8Array>> {
  const isContent = (value: unknown) => typeof value === 'string' || value instanceof Uint8Array;
  try {
    const made: unknown = render(library);
    const files = path.endsWith('/') ? made : { '': made };
    if (typeof files !== 'object' || files === null)
      throw new Error('render() must return an object of files');
    for (const [file, content] of Object.entries(files)) {
      if (!isContent(content)) throw new Error('render() must return text or bytes');
      if (file !== '' && !/^(?!\.)[\w-][\w.-]*$/.test(file))
        throw new Error(`"${file}" is no name of a file`);
    }
    return files as Record<string, string | Uint8Array>;
  } catch (error) {
    throw new ContentError([failureOf(name, path, error)]);
  }
}
