import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { importSite } from '../../src/import-site.ts';
import { exitCode, type ImportReport } from '../../src/write/report.ts';
import { plainImport } from '../helpers/plain-import.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'import-folder-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function importFolder(files: Readonly<Record<string, string>>): Promise<ImportReport> {
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, 'old', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, name.endsWith('.png') ? pixel : text);
  }
  return importSite(
    { ...plainImport, system: 'markdown', files: [join(root, 'old')], into: join(root, 'site') },
    () => undefined,
  );
}

const read = (file: string): string => readFileSync(join(root, 'site', file), 'utf8');
const fieldsOf = (file: string) => parse(read(file).split('---\n')[1] ?? '') as Record<string, unknown>;
const bodyOf = (file: string): string => read(file).split('---\n').slice(2).join('---\n').trim();
const lossesOf = (report: ImportReport, code: string): string[] =>
  report.losses.filter((loss) => loss.code === code).map(({ what }) => what);

it('words in the form of tags stay words, tags that nothing closes go, and a build takes the rest as it is', async () => {
  const report = await importFolder({
    '_config.yml': 'title: Old\nurl: https://old.example\n',
    '_posts/2020-01-02-one.md':
      '---\ntitle: One\n---\nvar <name> <Data type>, <b>bold</b> and <i>open.\n\n<div class="x">\n\nIn a box</p>\n\n</div>\n\n`<code>`\n',
  });
  expect(bodyOf('content/posts/2020-01-02-one.md')).toBe(
    'var &lt;name> &lt;Data type>, <b>bold</b> and open.\n\n<div class="x">\n\nIn a box\n\n</div>\n\n`<code>`',
  );
  expect(lossesOf(report, 'html-removed')).toEqual(['</p>', '<name>', '<Data type>', '<i>']);
});

describe('the starter of Eleventy', () => {
  it('says its name, the page of each tag and its drafts in programs, which are not run', async () => {
    const report = await importFolder({
      'eleventy.config.js':
        "plugin(feed, { outputPath: '/feed/feed.xml' });\nexport const config = { dir: { input: 'content' } };\n",
      '_data/metadata.js':
        'export default {\n\ttitle: "Base & blog",\n\turl: "https://base.example/",\n\tlanguage: "de",\n\tauthor: {\n\t\tname: "Ada",\n\t\turl: "https://ada.example/"\n\t}\n}\n',
      'content/tag-pages.njk':
        '---js\nconst eleventyComputed = {\n\tpermalink: function(data) {\n\t\treturn `/topics/\u0024{this.slugify(data.tag)}/`;\n\t}\n};\n---\n',
      'content/blog/first.md': '---\ntitle: First\ndate: 2018-05-01\ntags: another tag\n---\nWords.\n',
      'content/blog/fifth.md':
        '---js\n// not yet\nconst title = "Fifth";\nconst date = "2023-01-23";\nconst draft = true;\n---\nUnsaid.\n',
      'content/blog/sixth.md':
        '---js\nconst title = "Sixth";\nconst nav = {\n\tkey: "Six",\n\torder: 3\n};\nconst draft = isDraft();\n---\nComputed.\n',
    });
    expect(read('site.ts')).toContain('"title": "Base & blog"');
    expect(read('site.ts')).toContain('"url": "https://base.example"');
    expect(read('site.ts')).toContain('"name": "Ada"');
    expect(read('site.ts')).toContain('"tag": "/topics/{slug}/"');
    expect(fieldsOf('content/posts/2018-05-01-first.md').tags).toEqual(['another-tag']);
    expect(fieldsOf('content/posts/2023-01-23-fifth.md')).toMatchObject({ title: 'Fifth', draft: true });
    expect(fieldsOf('content/pages/blog/sixth.md')).toMatchObject({
      title: 'Sixth',
      draft: true,
      fields: { nav: { key: 'Six', order: 3 }, computed: 'const draft = isDraft();' },
    });
    expect(lossesOf(report, 'status-mapped')).toEqual(['its fields are a program, which is not run']);
    expect(lossesOf(report, 'list-made')).toEqual(['lists of all terms: /topics/']);
    expect(parse(read('content/redirects.yaml'))).toEqual([{ from: '/feed/feed.xml', to: '/feed.xml' }]);
  });
});

describe('a folder of Hugo', () => {
  const hugo = 'baseURL = "https://garden.example/"\ntitle = "Garden & Shed"\ntimeZone = "Europe/Berlin"\n';

  it('keeps fields, addresses and aliases, from TOML, YAML and JSON', async () => {
    await importFolder({
      'hugo.toml': `${hugo}[permalinks]\nnotes = "/:year/:month/:slug/"\n[params]\nauthor = "Ida Moss"\n`,
      'content/posts/first-frost.md':
        '+++\ntitle = "First frost: <cold> & clear"\ndate = 2023-11-05T07:30:00+01:00\nlastmod = 2023-11-07T08:00:00Z\ntags = ["Early Frost"]\naliases = ["/old/frost/", "frost-again"]\nmood = "calm"\n+++\nIt came.\n',
      'content/notes/seeds.md':
        '{\n  "title": "Seeds",\n  "date": "2022-03-04",\n  "slug": "all-seeds"\n}\nIn *March*.\n',
      'content/notes/pots/index.md': '---\ntitle: Pots\ndate: 2022-05-06\n---\n![Pot](pot.png)\n',
      'content/notes/pots/pot.png': '',
      'content/docs/setup/install.md': '---\ntitle: Install\nweight: 2\n---\nDo it.\n',
    });
    expect(fieldsOf('content/posts/2023-11-05-first-frost.md')).toEqual({
      title: 'First frost: <cold> & clear',
      date: '2023-11-05T07:30:00',
      modified: '2023-11-07T08:00:00+00:00',
      path: '/posts/first-frost/',
      tags: ['early-frost'],
      redirectFrom: ['/old/frost/', '/posts/frost-again/'],
      fields: { mood: 'calm' },
    });
    expect(fieldsOf('content/posts/2022-03-04-all-seeds.md')).toMatchObject({ date: '2022-03-04T00:00:00' });
    expect(bodyOf('content/posts/2022-05-06-pots.md')).toBe('![Pot](/2022/05/pots/pot.png)');
    expect(readFileSync(join(root, 'site/public/2022/05/pots/pot.png')).equals(pixel)).toBe(true);
    expect(parse(read('content/redirects.yaml'))).toContainEqual({ from: '/index.xml', to: '/feed.xml' });
    expect(read('site.ts')).toContain('"post": "/{year}/{month}/{slug}/"');
    expect(read('site.ts')).toContain('"tag": "/tags/{slug}/"');
    expect(fieldsOf('content/pages/docs/setup/install.md')).toEqual({ title: 'Install', order: 2 });
    expect(parse(read('content/tags.yaml'))).toEqual([{ slug: 'early-frost', name: 'Early Frost' }]);
    expect(parse(read('content/authors.yaml'))).toEqual([{ slug: 'ida-moss', name: 'Ida Moss' }]);
  });

  it('leads links and images to their new places, and leaves all else to the byte', async () => {
    const report = await importFolder({
      'hugo.toml': hugo,
      'static/img/leaf.png': '',
      'content/posts/a/index.md':
        '---\ntitle: A\ndate: 2024-01-02\ncover:\n  image: pot.png\n  alt: A pot\n---\n*  odd   spacing*\n\n![Pot](pot.png "A pot") [b](../b.md#own) [gone](/gone/) [out](https://x.example/) ![x](lost.png)\n\n[ref]: /posts/b/ "B"\n\n[r][ref]\n',
      'content/posts/a/pot.png': '',
      'content/posts/b.md':
        '---\ntitle: B\ndate: 2024-01-03\n---\n## Own name {#own}\n\n[up](#own) <img src="/img/leaf.png">\n\n<script>track()</script>\n\n`[code](/gone/)`\n',
    });
    expect(bodyOf('content/posts/2024-01-02-a.md')).toBe(
      '*  odd   spacing*\n\n![Pot](/posts/a/pot.png "A pot") [b](/posts/b/#own-name) gone [out](https://x.example/) <span role="img" aria-label="x"></span>\n\n[ref]: /posts/b/ "B"\n\n[r][ref]',
    );
    expect(fieldsOf('content/posts/2024-01-02-a.md')).toMatchObject({
      image: '/posts/a/pot.png',
      imageAlt: 'A pot',
    });
    expect(bodyOf('content/posts/2024-01-03-b.md')).toBe(
      '## Own name\n\n[up](#own-name) <img src="/img/leaf.png">\n\n\n\n`[code](/gone/)`',
    );
    expect(readFileSync(join(root, 'site/public/img/leaf.png')).equals(pixel)).toBe(true);
    expect(lossesOf(report, 'link-dead')).toEqual(['/gone/ (gone)']);
    expect(lossesOf(report, 'file-missing')).toEqual(['/posts/a/lost.png']);
    expect(lossesOf(report, 'html-removed')).toEqual(['<script> track()']);
  });

  it('says its own shortcodes in Markdown, and names the others with file and line', async () => {
    const report = await importFolder({
      'hugo.toml': hugo,
      'static/leaf.png': '',
      'content/posts/a.md':
        '---\ntitle: A\ndate: 2024-01-02\n---\n{{< figure src="/leaf.png" alt="Leaf" caption="A *dry* leaf" >}}\n\n{{< youtube dQw4w9WgXcQ >}}\n\n[b]({{< ref "b.md" >}})\n\n{{< weather city="Bremen" >}}\n\n{{% note %}}\nCover the **roses**.\n{{% /note %}}\n\n`{{</* ref x */>}}`\n',
      'content/posts/b.md': '---\ntitle: B\ndate: 2024-01-03\n---\nB\n',
    });
    const body = bodyOf('content/posts/2024-01-02-a.md');
    expect(body).toContain(
      '<figure><img src="/leaf.png" alt="Leaf"><figcaption>A <em>dry</em> leaf</figcaption></figure>',
    );
    expect(body).toContain('<https://www.youtube.com/watch?v=dQw4w9WgXcQ>');
    expect(body).toContain('[b](/posts/b/)');
    expect(body).toContain('-->\nCover the **roses**.\n<!--');
    expect(body).toContain('`{{< ref x >}}`');
    expect(lossesOf(report, 'shortcode-unknown')).toEqual([
      'content/posts/a.md:11 {{< weather city="Bremen" >}}',
      'content/posts/a.md:13 {{% note %}}',
    ]);
  });

  it('publishes nothing that was not: drafts, expiring and headless documents, broken front matter', async () => {
    const report = await importFolder({
      'hugo.toml': hugo,
      'content/posts/a.md': '---\ntitle: A\ndate: 2024-01-02\ndraft: true\n---\nA\n',
      'content/posts/b.md': '---\ntitle: B\ndate: 2024-01-02\nexpiryDate: 2024-02-02\n---\nB\n',
      'content/posts/c.md': '---\ntitle: C\ndate: 2024-01-02\nheadless: true\n---\nC\n',
      'content/posts/d.md': '---\ntitle: [\n---\nD\n',
      'content/_index.md': '---\ntitle: Home\n---\n',
    });
    for (const name of ['a', 'b', 'c'])
      expect(fieldsOf(`content/posts/2024-01-02-${name}.md`)).toMatchObject({ draft: true });
    expect(lossesOf(report, 'status-mapped')).toEqual(['expiring', 'headless']);
    expect(lossesOf(report, 'unreadable')[0]).toMatch(/^content\/posts\/d\.md: /);
    expect(lossesOf(report, 'list-made')).toEqual(['content/_index.md']);
    expect(exitCode(report)).toBe(1);
  });
});

describe('a folder of Jekyll', () => {
  it('has dates in names, permalinks, defaults, drafts, Liquid and kramdown', async () => {
    const report = await importFolder({
      '_config.yml':
        'title: Harbour\nurl: https://harbour.example\npermalink: /:categories/:year/:title.html\ndefaults:\n  - scope: { path: "", type: posts }\n    values: { author: Nils Holm }\n',
      '_posts/2019-03-10-High-Tide.md':
        '---\ntitle: "High tide"\ncategories: sea log\nredirect_from: /tide\n---\nSee {% post_url 2020-01-02-ebb %} and [ebb]({% post_url 2020-01-02-ebb %}), [about]({{ "/about.html" | relative_url }}).\n{: .lead}\n\n{% highlight js %}\nlet a = "{{ x }}";\n{% endhighlight %}\n\n{% raw %}{{ kept }}{% endraw %} {% comment %}gone{% endcomment %}\n\n{% include card.html %}\n',
      '_posts/2020-01-02-ebb.md': '---\ntitle: Ebb\npublished: false\n---\nThe secret ebb.\n',
      '_drafts/storm.md': '---\ntitle: Storm\n---\nStorm\n',
      'about.md': '---\ntitle: About\nlayout: page\n---\nAbout ![mast](assets/mast.png)\n',
      'assets/mast.png': '',
      'assets/site.css': 'p{}',
      'index.html': '<p>template</p>',
    });
    expect(fieldsOf('content/posts/2019-03-10-High-Tide.md')).toMatchObject({
      title: 'High tide',
      date: '2019-03-10T00:00:00',
      author: 'nils-holm',
      categories: ['sea', 'log'],
      redirectFrom: ['/sea/log/2019/High-Tide.html', '/tide/'],
    });
    const body = bodyOf('content/posts/2019-03-10-High-Tide.md');
    expect(body).toContain('```js\nlet a = "{{ x }}";\n```');
    expect(body).toContain('{{ kept }}');
    expect(body).toContain('[about](/about/)');
    expect(body).not.toMatch(/gone|\{:/);
    expect(fieldsOf('content/posts/2020-01-02-ebb.md')).toMatchObject({ draft: true });
    expect(fieldsOf('content/pages/about.md')).toMatchObject({
      redirectFrom: ['/about.html'],
      fields: { layout: 'page' },
    });
    expect(bodyOf('content/pages/about.md')).toBe('About ![mast](/assets/mast.png)');
    expect(lossesOf(report, 'shortcode-unknown')).toEqual([
      '_posts/2019-03-10-High-Tide.md:7 {: .lead}',
      '_posts/2019-03-10-High-Tide.md:15 {% include card.html %}',
    ]);
    expect(lossesOf(report, 'link-dead')).toHaveLength(1);
  });
});

describe('a folder of Eleventy', () => {
  it('has addresses of files, data of folders, and permalinks', async () => {
    await importFolder({
      'eleventy.config.js': 'export default () => ({ dir: { input: "src" } });',
      'src/_data/site.json': '{"title":"Loom","url":"https://loom.example","author":{"name":"Eva Dorn"}}',
      'src/blog/blog.json': '{"tags":["posts"],"layout":"post.njk"}',
      'src/blog/2024-02-03-warp.md': '---\ntitle: Warp\ntags: [Wool]\n---\nSee [weft](./weft.md).\n',
      'src/blog/weft.md':
        '---\ntitle: Weft\ndate: 2024-02-04\npermalink: /w/{{ page.fileSlug }}/\n---\nWeft\n',
      'src/about/index.md': '---\ntitle: About\n---\nAbout\n',
    });
    expect(fieldsOf('content/posts/2024-02-03-warp.md')).toMatchObject({
      tags: ['wool'],
      fields: { layout: 'post.njk' },
    });
    expect(bodyOf('content/posts/2024-02-03-warp.md')).toBe('See [weft](/w/weft/).');
    expect(read('site.ts')).toContain('"post": "/blog/{slug}/"');
    expect(fieldsOf('content/posts/2024-02-04-weft.md')).toMatchObject({ path: '/w/weft/' });
    expect(read('content/authors.yaml')).toContain('Eva Dorn');
    expect(read('content/pages/about.md')).toContain('title: About');
  });
});

it('an address of Eleventy that a program fills in is named', async () => {
  const report = await importFolder({
    'eleventy.config.js': 'export default () => ({ dir: { input: "." } });',
    'one.md': '---\ntitle: One\ndate: 2024-02-04\npermalink: "/{{ page.date | season }}/one/"\n---\nWords\n',
  });
  expect(lossesOf(report, 'address-changed')).toEqual(['permalink: /{{ page.date | season }}/one/']);
});

describe('a folder of Astro', () => {
  it('has collections at the routes that show them, and components that are named', async () => {
    const report = await importFolder({
      'astro.config.mjs': "export default defineConfig({ site: 'https://kiln.example' });",
      'src/content.config.ts':
        "const blog = defineCollection({ loader: glob({ base: './src/content/blog', pattern: '**/*.md' }) });",
      'src/pages/log/[...slug].astro': "const posts = await getCollection('blog');",
      'src/content/blog/First-Firing.mdx':
        "---\ntitle: First firing\npubDate: 'Jul 08 2022'\nheroImage: '../../assets/kiln.png'\n---\nimport Chart from '../Chart.astro';\n\n<Chart data={[1, 2]} />\n\n<Note kind=\"tip\">\n\nHold at **900°**.\n\n</Note>\n\nLook {1 + 1} at `{code}`.\n\n```js\nimport x from 'y';\n```\n",
      'src/assets/kiln.png': '',
    });
    const file = 'content/posts/2022-07-08-first-firing.md';
    expect(fieldsOf(file)).toMatchObject({ title: 'First firing', image: '/images/kiln.png' });
    expect(read('site.ts')).toContain('"post": "/log/{slug}/"');
    const body = bodyOf(file);
    expect(body).toContain('Hold at **900°**.');
    expect(body).toContain("import x from 'y';");
    expect(body).toContain('`{code}`');
    expect(body).not.toContain('import Chart');
    expect(lossesOf(report, 'shortcode-unknown')).toEqual([
      'src/content/blog/First-Firing.mdx:8 <Chart data={[1, 2]} />',
      'src/content/blog/First-Firing.mdx:10 <Note kind="tip">',
      'src/content/blog/First-Firing.mdx:16 {1 + 1}',
    ]);
  });
});

it('a folder that says nothing of its maker stops, with what to do', async () => {
  const report = await importFolder({ 'notes.md': 'x' });
  expect(exitCode(report)).toBe(2);
  expect(report.stopped).toMatch(/--from hugo\|jekyll\|eleventy\|astro/);
});

it('a second import changes no byte', async () => {
  const files = {
    'hugo.toml': 'title = "G"\n',
    'content/posts/a.md': '---\ntitle: A\ndate: 2024-01-02\n---\nA\n',
  };
  await importFolder(files);
  const before = read('import/manifest.json') + read('content/posts/2024-01-02-a.md');
  writeFileSync(
    join(root, 'site/content/posts/2024-01-02-a.md'),
    '---\ntitle: Mine\ndate: 2024-01-02\n---\nMine\n',
  );
  const report = await importFolder(files);
  expect(read('content/posts/2024-01-02-a.md')).toContain('Mine');
  expect(before).toContain(read('import/manifest.json'));
  expect(lossesOf(report, 'file-edited')).toEqual(['content/posts/2024-01-02-a.md']);
});
