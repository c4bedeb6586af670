import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadLibrary } from '../../../../src/content/library/load-library.ts';
import type { Library } from '../../../../src/core/model/document.ts';
import { siteSchema } from '../../../../src/core/model/site.ts';
import { importSite } from '../../src/import-site.ts';
import type { ImportReport } from '../../src/write/report.ts';
import { exportedMeta, exportFile } from '../helpers/export-file.ts';
import { lossesOf } from '../helpers/folder-import.ts';
import { plainImport } from '../helpers/plain-import.ts';
import { polylangExport } from '../helpers/polylang-export.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'import-languages-'));
});
afterEach(() => rmSync(root, { recursive: true }));

interface Imported {
  readonly report: ImportReport;
  readonly library: Library;
  /** Addresses of all documents, each with those of its other versions. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Imports files of a system, and reads the new site as a build does: without an error. */
async function runImport(
  files: Readonly<Record<string, string>>,
  system: 'wordpress' | 'ghost' | 'markdown',
  ...names: readonly string[]
): Promise<Imported> {
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, 'old', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const into = join(root, 'site');
  const given = names.length > 0 ? names.map((name) => join(root, 'old', name)) : [join(root, 'old')];
  const report = await importSite({ ...plainImport, system, files: given, into }, () => undefined);
  const [, json = ''] =
    /export const site = (\{.*\});\n/s.exec(readFileSync(join(into, 'site.ts'), 'utf8')) ?? [];
  const site = siteSchema.parse(JSON.parse(json));
  const cacheFile = join(into, 'cache.sqlite');
  const loaded = await loadLibrary({
    ...{ root: into, site, compilerDigest: 'test', cacheFile, nowGmt: '2026-11-21T12:00:00', preview: false },
  });
  loaded.close();
  const { library } = loaded;
  const versions = library.documents.map(({ path, translations = [] }) => {
    const others = translations.filter((version) => version.path !== path);
    return [path, others.map((version) => `${version.language} ${version.path}`).join(', ')];
  });
  return { report, library, versions: Object.fromEntries(versions) };
}

describe('an export of a site with Polylang', () => {
  it('becomes a site in both languages, with IDs, addresses and translations', async () => {
    const { report, library, versions } = await runImport({ 'a.xml': polylangExport }, 'wordpress', 'a.xml');
    expect(versions).toEqual({
      '/bee/': 'de /de/biene/',
      '/de/biene/': 'en /bee/',
      '/ant/': '',
      '/de/ameise/': '',
      '/': 'de /de/',
      '/de/': 'en /',
      '/about/': 'de /de/ueber/',
      '/de/ueber/': 'en /about/',
      '/de/ueber/team/': '',
      '/de/einfall/': '',
    });
    expect(library.documents.find(({ path }) => path === '/de/biene/')).toMatchObject({
      id: 22,
      language: 'de',
    });
    expect(library.site.permalinks.post).toBe('/{slug}/');
    expect(readFileSync(join(root, 'site/content/posts/2020-05-06-ant.md'), 'utf8')).toContain(
      '(/de/biene/)',
    );
    expect(lossesOf(report, 'translation-left')).toEqual(['Item 31']);
    expect(lossesOf(report, 'term-changed')).toEqual([]);
  });

  it('keeps terms with their IDs and addresses in each language', async () => {
    const { library } = await runImport({ 'a.xml': polylangExport }, 'wordpress', 'a.xml');
    const found = library.terms.map(({ language, id, path, name, count }) => [
      language,
      id,
      path,
      name,
      count,
    ]);
    expect(found).toEqual([
      ['en', 3, '/category/garden/', 'Garden', 1],
      ['de', 4, '/de/category/garten/', 'Garten', 0],
      ['de', 7, '/de/category/nur-deutsch/', 'Nur deutsch', 1],
      ['en', 5, '/category/garden/tools/', 'Tools', 1],
      ['de', 6, '/de/category/garten/werkzeug/', 'Werkzeug', 1],
    ]);
    expect(library.terms.find(({ id }) => id === 6)?.translations?.map(({ id }) => id)).toEqual([5, 6]);
  });

  it('is one language as before, where nothing says a language', async () => {
    const { library } = await runImport({ 'a.xml': exportFile([{ id: 1 }]) }, 'wordpress', 'a.xml');
    expect(library.site.languages).toEqual({});
    expect(library.site.language).toBe('en-US');
  });
});

it('an export of WPML links what has one translation group', async () => {
  const of = (language: string, group: string) =>
    exportedMeta('_wpml_import_language_code', language) +
    exportedMeta('_wpml_import_translation_group', group);
  const { report, versions } = await runImport(
    {
      'a.xml': exportFile([
        { id: 1, slug: 'bee', more: of('en', '7') },
        { id: 2, slug: 'abeille', link: 'https://old.example/?p=2&lang=fr', more: of('fr', '7') },
        { id: 3, slug: 'biene', link: 'https://old.example/de/biene/', more: of('de', '7') },
      ]),
    },
    'wordpress',
    'a.xml',
  );
  expect(versions).toEqual({
    '/bee/': 'de /de/biene/, fr /fr/abeille/',
    '/fr/abeille/': 'en /bee/, de /de/biene/',
    '/de/biene/': 'en /bee/, fr /fr/abeille/',
  });
  expect(lossesOf(report, 'field-not-kept')).toEqual([]);
});

it('a recording of wp/v2 says languages as Polylang and WPML REST API do', async () => {
  const post = (id: number, slug: string, more: object) => ({
    ...{
      id,
      slug,
      type: 'post',
      status: 'publish',
      date: '2020-01-02T03:04:05',
      date_gmt: '2020-01-02T03:04:05',
    },
    ...{ title: { rendered: slug }, content: { rendered: '<p>Words.</p>' }, ...more },
  });
  const lines = [
    { route: '/', body: { name: 'Old', home: 'https://old.example', url: 'https://old.example' } },
    {
      route: '/wp/v2/posts/1',
      body: post(1, 'bee', { link: 'https://old.example/bee/', lang: 'en', translations: { en: 1, de: 2 } }),
    },
    {
      route: '/wp/v2/posts/2',
      body: post(2, 'biene', {
        link: 'https://old.example/de/biene/',
        lang: 'de',
        translations: { de: 2, en: 1 },
      }),
    },
    {
      route: '/wp/v2/posts/3',
      body: post(3, 'ant', {
        link: 'https://old.example/ant/',
        wpml_current_locale: 'en_US',
        wpml_translations: [{ locale: 'de_DE', id: 4 }],
      }),
    },
    {
      route: '/wp/v2/posts/4',
      body: post(4, 'ameise', {
        link: 'https://old.example/de/ameise/',
        wpml_current_locale: 'de_DE',
        wpml_translations: [{ locale: 'en_US', id: 3 }],
      }),
    },
  ];
  const { versions } = await runImport(
    { 'rest.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') },
    'wordpress',
    'rest.jsonl',
  );
  expect(versions).toMatchObject({ '/bee/': 'de /de/biene/', '/ant/': 'de /de/ameise/' });
});

it('Ghost’s tag #de makes a document German, and the report asks what it translates', async () => {
  const stamps = { created_at: '2020-01-02T03:04:05.000Z', published_at: '2020-01-02T03:04:05.000Z' };
  const post = (id: string, slug: string) => ({
    ...{
      id,
      slug,
      title: slug,
      html: '<p>Words.</p>',
      type: 'post',
      status: 'published',
      visibility: 'public',
    },
    ...stamps,
  });
  const data = {
    posts: [post('1', 'bee'), post('2', 'biene')],
    tags: [
      { id: 't', name: '#de', slug: 'hash-de', visibility: 'internal' },
      { id: 'u', name: 'Garten', slug: 'garten', visibility: 'public' },
    ],
    posts_tags: [
      { post_id: '2', tag_id: 't', sort_order: 0 },
      { post_id: '2', tag_id: 'u', sort_order: 1 },
    ],
    settings: [{ key: 'locale', value: 'en' }],
  };
  const { report, library, versions } = await runImport(
    { 'ghost.json': JSON.stringify({ db: [{ data }] }) },
    'ghost',
    'ghost.json',
  );
  // Its address stays.
  expect(versions).toEqual({ '/bee/': '', '/biene/': '' });
  expect(library.documents.map(({ path, language }) => [path, language])).toContainEqual(['/biene/', 'de']);
  expect(library.terms.map(({ language, path }) => [language, path])).toEqual([['de', '/de/tag/garten/']]);
  expect(lossesOf(report, 'translation-left')).toEqual(['#de']);
  expect(lossesOf(report, 'term-changed')).toEqual([]);
});

const dated = (title: string, more = '') => `---\ntitle: ${title}\ndate: 2020-01-02\n${more}---\nWords.\n`;

describe('a folder of Hugo', () => {
  it('has translations by the names of files and by translationKey', async () => {
    const { report, library, versions } = await runImport(
      {
        'hugo.toml':
          'baseURL = "https://old.example/"\ntitle = "Old"\ndefaultContentLanguage = "en"\n[languages.en]\n[[languages.en.menu.main]]\nname = "Posts"\nurl = "/posts/"\n[languages.de]\ntitle = "Alt"\n[[languages.de.menu.main]]\nname = "Biene"\nurl = "/posts/bee/"\n',
        'content/posts/bee.md': dated('Bee'),
        'content/posts/bee.de.md': dated('Biene', 'tags: [Garten]\n'),
        'content/posts/ant.en.md': dated('Ant', 'translationKey: ant\n'),
        'content/posts/ameise.de.md': dated('Ameise', 'translationKey: ant\n'),
        'content/posts/allein.de.md': dated('Allein'),
        'content/about.md': '---\ntitle: About\n---\nWords.\n',
        'content/about.de.md': '---\ntitle: Über\n---\nWorte.\n',
      },
      'markdown',
    );
    expect(versions).toEqual({
      '/posts/bee/': 'de /de/posts/bee/',
      '/de/posts/bee/': 'en /posts/bee/',
      '/posts/ant/': 'de /de/posts/ameise/',
      '/de/posts/ameise/': 'en /posts/ant/',
      '/de/posts/allein/': '',
      '/about/': 'de /de/about/',
      '/de/about/': 'en /about/',
    });
    expect(library.site.languages.de).toMatchObject({
      title: 'Alt',
      navigation: [{ label: 'Biene', path: '/de/posts/bee/' }],
    });
    expect(lossesOf(report, 'translation-left')).toEqual([]);
    expect(lossesOf(report, 'field-kept')).toEqual([]);
  });

  it('has translations in folders of languages', async () => {
    const { versions } = await runImport(
      {
        'hugo.toml':
          'baseURL = "https://old.example/"\n[languages.en]\ncontentDir = "content/en"\n[languages.de]\ncontentDir = "content.de"\n',
        'content/en/posts/bee.md': dated('Bee'),
        'content.de/posts/bee.md': dated('Biene'),
      },
      'markdown',
    );
    expect(versions).toEqual({ '/posts/bee/': 'de /de/posts/bee/', '/de/posts/bee/': 'en /posts/bee/' });
  });
});

it('a folder of Jekyll with polyglot has translations by permalink, folder and name', async () => {
  const { report, versions } = await runImport(
    {
      '_config.yml':
        'title: Old\nurl: https://old.example\npermalink: /:title/\nlanguages: [en, de]\ndefault_lang: en\n',
      '_posts/2020-01-02-bee.md': dated('Bee', 'lang: en\n'),
      '_posts/de/2020-01-02-bee.md': dated('Biene', 'lang: de\n'),
      'about.md': '---\ntitle: About\npermalink: /about/\nlang: en\n---\nWords.\n',
      'ueber.md': '---\ntitle: Über\npermalink: /about/\nlang: de\n---\nWorte.\n',
      'allein.md': '---\ntitle: Allein\nlang: de\npermalink: /allein/\n---\nWorte.\n',
    },
    'markdown',
  );
  expect(versions).toEqual({
    '/bee/': 'de /de/bee/',
    '/de/bee/': 'en /bee/',
    '/about/': 'de /de/about/',
    '/de/about/': 'en /about/',
    '/de/allein/': '',
  });
  expect(lossesOf(report, 'field-kept')).toEqual([]);
});

it('a folder of Astro has translations in folders of locales', async () => {
  const { versions } = await runImport(
    {
      'astro.config.mjs':
        "export default defineConfig({ site: 'https://old.example', i18n: { defaultLocale: 'en', locales: ['en', 'de'] } });\n",
      'src/content/blog/en/bee.md': dated('Bee'),
      'src/content/blog/de/bee.md': dated('Biene'),
      'src/content/blog/de/allein.md': dated('Allein'),
    },
    'markdown',
  );
  expect(versions).toEqual({
    '/blog/bee/': 'de /de/blog/bee/',
    '/de/blog/bee/': 'en /blog/bee/',
    '/de/blog/allein/': '',
  });
});
