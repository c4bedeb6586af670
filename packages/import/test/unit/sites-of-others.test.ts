import { describe, expect, it } from 'vitest';
import { renderReport } from '../../src/write/report.ts';
import { FolderImport, lossesOf } from '../helpers/folder-import.ts';
import { ImportedSite } from '../helpers/imported-site.ts';

const jekyll = { '_config.yml': 'title: Shed\nurl: https://old.example\n' };

describe('what a folder is read as', () => {
  it.each([
    ['VitePress', { '.vitepress/config.mts': '', 'content/a.md': 'A' }],
    ['Gatsby', { 'gatsby-config.js': '', 'content/a.md': 'A' }],
    ['Zola', { 'config.toml': 'base_url = "https://old.example"\n', 'content/a.md': 'A' }],
    ['Pelican', { 'pelicanconf.py': '', 'content/a.md': 'A' }],
    ['Quartz', { 'quartz.config.ts': '', 'content/a.md': 'A' }],
  ])('%s is named, and nothing is written', async (name, files) => {
    using old = new FolderImport();
    old.write(files as Record<string, string>);
    const report = await old.run();
    expect(report.stopped).toContain(`This is a site of ${name}`);
    expect(() => old.filesIn('content')).toThrow();
  });

  it('the report begins with the generator and its settings', async () => {
    using old = new FolderImport();
    old.write({
      'hugo.toml': 'title = "Shed"\n',
      'content/a.md': 'A',
      'package.json': '{"dependencies":{"hexo":"7"}}',
    });
    expect(renderReport(await old.run())).toMatch(
      /^# Import report\n\nRead as: Hugo site: hugo\.toml, 1 document\./,
    );
  });

  it('a folder without documents stops the import, which says where it looked', async () => {
    using old = new FolderImport();
    old.write({ 'hugo.toml': 'title = "Shed"\n', 'content/a.mdx': 'A' });
    const report = await old.run();
    expect(report.stopped).toContain('No document was found in content/');
  });
});

describe('addresses', () => {
  it('of Hugo with slashes and percent codes in slugs, and with a file of settings for each language', async () => {
    using old = new FolderImport();
    old.write({
      'config/_default/hugo.toml': 'baseURL = "https://old.example/"\ndefaultContentLanguage = "en"\n',
      'config/_default/languages.en.toml': 'contentDir = "content/en"\nweight = 1\n',
      'config/_default/languages.da.toml': 'contentDir = "content/da"\nweight = 2\n',
      'content/en/shop/saw.md': '---\ntitle: Saw\nslug: tools/saw\n---\nS.\n',
      'content/da/shop/saw.md': '---\ntitle: Sav\nslug: "h%c3%b8vl"\n---\nS.\n',
    });
    await old.run();
    expect(old.filesIn('content/pages')).toEqual(['shop/høvl.md', 'shop/tools/saw.md']);
    expect(old.read('content/pages/shop/høvl.md')).toContain('lang: da\n');
  });

  it('of Eleventy, whose input folder is in another module, and whose ignored files are below a condition', async () => {
    using old = new FolderImport();
    old.write({
      'eleventy.config.js':
        "import paths from './paths.js';\nexport default function (config) {\n  if (process.env.FAST) config.ignores.add('entries/old/**');\n  return { dir: { input: paths.from } };\n}\n",
      'paths.js': "export default { from: 'entries' };\n",
      'entries/old/a.md': '---\ntitle: A\n---\nA.\n',
    });
    const report = await old.run();
    expect(old.filesIn('content/pages')).toEqual(['old/a.md']);
    expect(lossesOf(report, 'site-part-dropped')).toContain(
      "ignores.add('entries/old/**'), below a condition",
    );
  });

  it('of Astro, whose route asks a module for the collection, with files next to a document', async () => {
    using old = new FolderImport();
    old.write({
      'astro.config.mjs': "export default { site: 'https://old.example' };",
      'src/content.config.ts': "const entry = defineCollection({ loader: glob({ base: './entries' }) });",
      'src/lib/entries.ts': "export const entries = () => getCollection('entry');",
      'src/pages/journal/[...slug].astro': "---\nimport { entries } from '@/lib/entries';\n---\n",
      'entries/one/index.md': '---\ntitle: One\ndate: 2021-03-04\n---\n![Saw](./saw.png)\n',
      'entries/one/saw.png': '',
    });
    const report = await old.run();
    expect(old.read('site.ts')).toContain('"post": "/journal/{slug}/"');
    expect(lossesOf(report, 'file-missing')).toEqual([]);
  });
});

describe('templates', () => {
  it('pages that only list posts are lists of the new site, and their words are named', async () => {
    using old = new FolderImport();
    const loop =
      '{% for post in site.posts %}\n<li {% if post.new %}class="new"{% endif %}>{{ post.title }}</li>\n{% endfor %}';
    old.write({
      ...jekyll,
      '_posts/2021-03-04-a.md': 'A.\n',
      'index.html': `---\nlayout: home\n---\n<h1>All</h1>\n${loop}\n`,
      'all.md': `---\ntitle: All\npermalink: /all/\n---\n${loop}\n`,
      'long.md': `---\ntitle: Long\n---\n${'Words of an author. '.repeat(20)}\n\n<p class="{{ page.kind }}">End</p>\n\n${loop}\n`,
    });
    const report = await old.run();
    expect(old.filesIn('content/pages')).toEqual(['long.md']);
    expect(old.read('content/pages/long.md')).toContain('<p class="">End</p>');
    expect(lossesOf(report, 'list-made')).toEqual(['all.md', 'index.html, with the words “All”']);
    expect(old.read('content/redirects.yaml')).toContain('- from: /all/\n  to: /posts/');
  });

  it('tags of Octopress are code, quotations and images', async () => {
    using old = new FolderImport();
    old.write({
      ...jekyll,
      'saw.png': '',
      '_posts/2021-03-04-a.md':
        '{% codeblock saw.c lang:c https://code.example/saw.c %}\nint a_b = 1 * 2; // <x> {{ y }}\n{% endcodeblock %}\n\n{% blockquote Ada, Diary https://a.example/d Page %}\nCut once.\n{% endblockquote %}\n\n{% img left /saw.png %} {% img /saw.png 20 10 "A saw" "of steel" %}\n',
    });
    const report = await old.run();
    const text = old.read('content/posts/2021-03-04-a.md');
    expect(text).toContain('```c\nint a_b = 1 * 2; // <x> {{ y }}\n```');
    expect(text).toContain('> Cut once.\n>\n> — Ada, Diary');
    expect(text).toContain('![](</saw.png>) <img src="/saw.png" alt="of steel" title="A saw">');
    expect(lossesOf(report, 'shortcode-unknown')).toEqual([]);
  });
});

it('entities that readers saw as they are written are no lost words', async () => {
  using site = await ImportedSite.fromWordPress([
    { id: 1, content: '<p>Write &amp;hellip; or <code>&amp;#8230;</code>.</p><pre>&amp;uuml;</pre>' },
  ]);
  expect(site.lost('html-removed')).toEqual([]);
});

it('a time zone that does not fit all dates says so, and an offset all year is no city', async () => {
  const at = (id: number, date: string, dateGmt: string) => ({ id, date, dateGmt });
  using changed = await ImportedSite.fromWordPress([
    at(1, '2020-02-03 10:00:00', '2020-02-03 10:00:00'),
    at(2, '2020-02-04 10:00:00', '2020-02-04 10:00:00'),
    at(3, '2020-02-05 11:00:00', '2020-02-05 10:00:00'),
  ]);
  expect(changed.report.losses.find(({ code }) => code === 'time-zone-guessed')?.fix).toContain(
    '1 of 3 dates',
  );
  using fixed = await ImportedSite.fromWordPress([
    at(1, '2020-01-03 14:00:00', '2020-01-03 10:00:00'),
    at(2, '2020-07-03 14:00:00', '2020-07-03 10:00:00'),
  ]);
  expect(fixed.settings).toContain('"timezone": "Etc/GMT-4"');
});

it('a slug that starts with a hyphen is no pattern with an ID, which documents of a folder lack', async () => {
  using old = new FolderImport();
  old.write({
    'hugo.toml': 'baseURL = "https://old.example/"\n[permalinks]\nposts = "/:year/:slug/"\n',
    'content/posts/a.md': '---\ntitle: A\ndate: 2021-03-04\nslug: -saw\n---\nA.\n',
  });
  await old.run();
  expect(old.read('site.ts')).not.toContain('{id}');
});
