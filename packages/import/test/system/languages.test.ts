import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WPAPI from 'wpapi';
import { type LoadedLibrary, loadLibrary } from '../../../../src/content/library/load-library.ts';
import { siteSchema } from '../../../../src/core/model/site.ts';
import { type ServedLibrary, serveLibrary } from '../../../../test/wordpress/system/served.ts';
import { importSite } from '../../src/import-site.ts';
import { plainImport } from '../helpers/plain-import.ts';
import { polylangExport } from '../helpers/polylang-export.ts';

/** A site with Polylang, imported, as wpapi reads it. */
const folder = mkdtempSync(join(tmpdir(), 'agentsite-polylang-'));
let loaded: LoadedLibrary;
let served: ServedLibrary;
beforeAll(async () => {
  const file = join(folder, 'export.xml');
  writeFileSync(file, polylangExport);
  await importSite({ ...plainImport, files: [file], into: folder }, () => undefined);
  const [, json = ''] =
    /export const site = (\{.*\});\n/s.exec(readFileSync(join(folder, 'site.ts'), 'utf8')) ?? [];
  const site = siteSchema.parse(JSON.parse(json));
  const cacheFile = join(folder, 'cache.sqlite');
  const nowGmt = '2026-11-21T12:00:00';
  loaded = await loadLibrary({
    root: folder,
    site,
    compilerDigest: 'test',
    cacheFile,
    nowGmt,
    preview: false,
  });
  served = await serveLibrary(loaded.library);
});
afterAll(async () => {
  await served.close();
  loaded.close();
  rmSync(folder, { recursive: true });
});

interface Listed {
  readonly id: number;
  readonly lang: string;
  readonly translations: Readonly<Record<string, number>>;
}

test('posts and pages have the languages and translations that Polylang gave them', async () => {
  const routes = ((await served.json('/wp-json/')) as { routes: unknown }).routes;
  const site = new WPAPI({ endpoint: `${served.url}/wp-json`, routes });
  const list = async (request: ReturnType<typeof site.posts>) =>
    ((await request.perPage(100).get()) as Listed[]).map(({ id, lang, translations }) => ({
      id,
      lang,
      translations,
    }));
  const posts = await list(site.posts());
  expect(posts.toSorted((a, b) => a.id - b.id)).toEqual([
    { id: 21, lang: 'en', translations: { en: 21, de: 22 } },
    { id: 22, lang: 'de', translations: { en: 21, de: 22 } },
    { id: 23, lang: 'en', translations: { en: 23 } },
    { id: 24, lang: 'de', translations: { de: 24 } },
    { id: 31, lang: 'de', translations: { de: 31 } },
  ]);
  const german = await list(site.pages().param('lang', 'de'));
  expect(german.map(({ id }) => id).sort()).toEqual([26, 28, 29]);
  const post = (await site.posts().id(22).get()) as Listed & { categories: number[] };
  expect([post.lang, post.categories]).toEqual(['de', [6]]);
});
