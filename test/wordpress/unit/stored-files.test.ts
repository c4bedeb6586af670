import { expect, it } from 'vitest';
import { renderOpenapi } from '../../../src/core/discovery/openapi.ts';
import { storedPath } from '../../../src/core/model/targets.ts';
import { createWpContext } from '../../../src/core/wp/context.ts';
import { storedFiles } from '../../../src/core/wp/stored-files.ts';
import { createLibrary, createSite } from '../../helpers/library.ts';

it.each(['static', 'github-pages', 'netlify', 'cloudflare'] as const)(
  'every list that OpenAPI describes for %s is a file, also an empty one',
  (deploy) => {
    const library = createLibrary({ site: createSite({ deploy }) });
    const stored = [...storedFiles(library, createWpContext(library))].map(({ path }) => storedPath(path));
    const { paths } = JSON.parse(renderOpenapi(library)) as { paths: Record<string, unknown> };
    const lists = Object.keys(paths).filter((path) => /\/wp\/v2\/[^{]+$/.test(path));
    expect(lists).toContain('/wp-json/wp/v2/comments.json');
    expect(stored).toEqual(expect.arrayContaining(lists));
  },
);
