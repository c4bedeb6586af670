import type { Library } from '../model/document.ts';
import type { Site } from '../model/site.ts';
import { storedPath, storedUrl } from '../model/targets.ts';
import { absoluteUrl, apiBase, paths } from '../model/urls.ts';
import type { WpContext } from './context.ts';
import { type WpFile, wpFiles } from './files.ts';

/**
 * JSON files of a site without a sidecar: the objects and lists of {@link wpFiles}, linked to each other's files, and
 * `/wp-json/index.json`, which lists the collections with the URL of the newest ten objects and all IDs.
 */
export function* storedFiles(library: Library, context: WpContext): Generator<WpFile> {
  const { site } = library;
  const files = [...wpFiles(library, context)].filter(
    // Answers about routes and queries say nothing where there are none.
    ({ path }) => path.startsWith(`${paths.wpV2}/`) && !path.endsWith('/search'),
  );
  const present = new Set(files.map(({ path }) => path));
  for (const file of files) {
    yield { ...file, render: (pieces) => linkToFiles(file.render(pieces), site, present) };
  }
  const collections = listCollections(site, [...present]);
  yield {
    path: paths.wpRoot,
    file: paths.wpFiles.slice(1),
    headers: {},
    key: [collections],
    render: () =>
      JSON.stringify({ name: site.title, description: site.description, url: site.url, collections }),
  };
}

interface Collection {
  readonly name: string;
  readonly newest: string;
  readonly object: string;
  readonly ids: readonly number[];
}

function listCollections(site: Site, stored: readonly string[]): Collection[] {
  const idsOf = Map.groupBy(
    stored.filter((path) => /\/\d+$/.test(path)),
    (path) => path.slice(0, path.lastIndexOf('/')),
  );
  return [...idsOf].map(([path, objects]) => ({
    name: path.slice(paths.wpV2.length + 1),
    newest: storedUrl(site, path),
    object: storedUrl(site, path).replace(/\.json$/, '/{id}.json'),
    ids: objects.map((object) => Number(object.slice(path.length + 1))),
  }));
}

/** Links to what is stored point to its file; those to anything else of the interface, to the sidecar or nowhere. */
function linkToFiles(text: string, site: Site, present: ReadonlySet<string>): string {
  const start = absoluteUrl(site, paths.wpRoot);
  const target = (href: unknown): string | null => {
    if (typeof href !== 'string' || !href.startsWith(start)) return String(href);
    const path = href.slice(apiBase(site).length);
    if (present.has(path)) return site.url + storedPath(path);
    return site.sidecar === undefined ? null : href;
  };
  return JSON.stringify(JSON.parse(text), (name, value: unknown) =>
    name === '_links' ? keepLinks(value, target) : value,
  );
}

type Link = Readonly<Record<string, unknown>>;

function keepLinks(links: unknown, target: (href: unknown) => string | null): unknown {
  const shown = Object.entries(links as Readonly<Record<string, readonly Link[]>>).map(
    ([relation, list]) =>
      [
        relation,
        list.flatMap((link) => {
          const href = target(link.href);
          return href === null ? [] : [{ ...link, href }];
        }),
      ] as const,
  );
  return Object.fromEntries(shown.filter(([, list]) => list.length > 0));
}
