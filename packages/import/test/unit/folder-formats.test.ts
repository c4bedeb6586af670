import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { FolderImport, lossesOf } from '../helpers/folder-import.ts';

it('documents with empty front matter are documents without fields', async () => {
  using old = new FolderImport();
  old.write({
    '_config.yml': 'title: H\n',
    '_posts/2020-01-02-plain.md': '---\n---\n# Plain\n\nWords.\n\n---\n\nMore.\n',
    'about.md': '---\r\n---\r\nAbout.\r\n',
  });
  await old.run();
  const post = old.read('content/posts/2020-01-02-plain.md');
  expect(post).toContain('title: Plain');
  expect(post.split('---\n').slice(2).join('---\n').trim()).toBe('Words.\n\n---\n\nMore.');
  expect(old.read('content/pages/about.md')).toContain('About.');
});

it('documents in other formats are named as not imported', async () => {
  using old = new FolderImport();
  old.write({
    '_config.yml': 'title: H\n',
    '_posts/2020-01-02-old.textile': '---\ntitle: Old\n---\nh1. Old\n',
    'page.adoc': '= Page\n',
    'other.md': '---\ntitle: Other\n---\nWords.\n',
  });
  expect(lossesOf(await old.run(), 'unreadable')).toEqual(['page.adoc', '_posts/2020-01-02-old.textile']);
});

it('front matter of Eleventy that is a program gives its plain values, and names the rest', async () => {
  using old = new FolderImport();
  old.write({
    'eleventy.config.js': 'export default () => {};\n',
    'one.md':
      '---js\n{\n  title: `One`,\n  date: new Date("2024-01-02"),\n  tags: ["posts", "wool"], // two\n  layout: "a.njk",\n};\n---\nWords.\n',
    'two.md': '---js\nconst title = "Two";\nfunction now() { return Date.now(); }\n---\nWords.\n',
    'three.md': '---js\nconst title = ;\n---\nWords.\n',
  });
  const report = await old.run();
  expect(old.read('content/posts/2024-01-02-one.md')).toMatch(/title: One[\s\S]*wool/);
  expect(old.read('content/pages/two.md')).toMatch(/title: Two[\s\S]*draft: true[\s\S]*Date\.now/);
  expect(lossesOf(report, 'unreadable')[0]).toMatch(/^three\.md: /);
});

it('a site in a folder of its host keeps its addresses, and links that leave the folder out go into it', async () => {
  using old = new FolderImport();
  old.write({
    '_config.yml': 'title: H\nurl: https://old.example\nbaseurl: /blog\n',
    '_posts/2020-01-02-a.md':
      '---\ntitle: A\nredirect_from: /tide\n---\n[b]({% post_url 2020-01-03-b %}) [c]({{ site.baseurl }}/about.html) [d](/blog/about.html) ![p](/blog/assets/p.png) ![q]({{ site.baseurl }}/assets/p.png) ![r]({{ "/assets/p.png" | relative_url }})\n',
    '_posts/2020-01-03-b.md': '---\ntitle: B\n---\nB\n',
    'about.md': '---\ntitle: About\n---\nAbout\n',
    'assets/p.png': '',
  });
  const report = await old.run();
  expect(old.filesIn('public')).toEqual(['blog/assets/p.png']);
  expect(old.read('content/posts/2020-01-02-a.md')).toContain(
    '[b](/blog/2020/01/03/b/) [c](/about/) [d](/about/) ![p](/blog/assets/p.png) ![q](/blog/assets/p.png) ![r](/blog/assets/p.png)',
  );
  expect(old.read('content/posts/2020-01-02-a.md')).toContain('- /blog/tide/');
  expect(lossesOf(report, 'link-dead')).toEqual([]);
});

it('redirects of a host’s _redirects file are carried over, and what is more than a redirect is named', async () => {
  using old = new FolderImport();
  old.write({
    'hugo.toml': 'title = "G"\nbaseURL = "https://old.example/"\n',
    'static/_redirects':
      '# old pages\n/old /posts/a/\n/moved/* /new/:splat 302\n/:year/x /x/:year\n/away https://other.example/ 308! # gone\n/api/* https://api.example/:splat 200\n/de/* /de/404 404\n/c /d 301 Country=de\n/e /f\n/f /e\n/g/* /g/h/:splat\n',
    'content/posts/a.md': '---\ntitle: A\ndate: 2024-01-02\n---\nA\n',
  });
  const report = await old.run();
  expect(parse(old.read('content/redirects.yaml'))).toEqual(
    expect.arrayContaining([
      { from: '/old', to: '/posts/a/' },
      { from: '/moved/{splat*}', to: '/new/{splat}', status: 302 },
      { from: '/{year}/x', to: '/x/{year}' },
      { from: '/away', to: 'https://other.example/', status: 308 },
    ]),
  );
  expect(lossesOf(report, 'redirect-not-kept')).toEqual([
    '/api/* https://api.example/:splat 200',
    '/de/* /de/404 404',
    '/c /d 301 Country=de',
    '/e → /f/',
    '/f → /e/',
    '/g/{splat*} → /g/h/{splat}',
  ]);
});

it('foreign marks are named with file and line; definition lists, abbreviations and times of day are none', async () => {
  using old = new FolderImport();
  old.write({
    'hugo.toml': 'title = "G"\n',
    'content/posts/a.md':
      '---\ntitle: A\ndate: 2024-01-02\n---\nSoil\n: What grows feed on.\n: Second.\n\n*[HTML]: Hypertext\n\n```\nx\n: y\n```\n\nTime: 10:30\n:smile: fine\n',
  });
  expect(lossesOf(await old.run(), 'shortcode-unknown')).toEqual(['content/posts/a.md:17 emoji :smile:']);
});

it('menus of Hugo in a file of the first language are those of the site', async () => {
  using old = new FolderImport();
  old.write({
    'config/_default/hugo.yaml': 'title: H\ndefaultContentLanguage: de\n',
    'config/_default/menus.de.toml': '[[main]]\nname = "Über"\nurl = "https://a.example/"\n',
    'config/_default/menus.en.toml': '[[main]]\nname = "About"\nurl = "https://a.example/"\n',
    'content/posts/a.md': '---\ntitle: A\ndate: 2024-01-02\n---\nA\n',
  });
  await old.run();
  expect(old.read('site.ts')).toContain('Über');
  expect(old.read('site.ts')).not.toContain('About');
});

it('a template of Jekyll is named, whatever its type, and spaces of categories are encoded once', async () => {
  using old = new FolderImport();
  old.write({
    '_config.yml': 'title: J\nurl: https://old.example\n',
    'api.json': '---\n---\n{"posts": {{ site.posts.size }}}\n',
    'plain.json': '{"a": 1}\n',
    '_posts/2024-01-02-a.md': '---\ntitle: A\ncategories: [b c]\n---\nA\n',
  });
  const report = await old.run();
  expect(lossesOf(report, 'site-part-dropped')).toContain('api.json');
  expect(old.filesIn('public')).toEqual(['plain.json']);
  expect(JSON.stringify(report)).not.toContain('%2520');
  expect(old.read('content/posts/2024-01-02-a.md')).toContain('- /b%20c/2024/01/02/a.html');
});

it('addresses that a program of Eleventy computes are named, and a pattern in it is read', async () => {
  using old = new FolderImport();
  const post = '---\ntitle: A\ndate: 2024-01-02\n---\nA\n';
  old.write({
    'eleventy.config.js': 'export default () => {};\n',
    'posts/posts.11tydata.js': 'export default { permalink: (data) => makeAddress(data.page) };\n',
    'posts/a.md': post,
    'notes/notes.11tydata.js': "export default {\n  permalink: '/n/{{ page.fileSlug }}/',\n};\n",
    'notes/b.md': post,
  });
  const report = await old.run();
  expect(lossesOf(report, 'address-changed')).toContain('posts/posts.11tydata.js: permalink');
  expect(lossesOf(report, 'address-changed').join()).not.toContain('notes/');
  expect(old.read('site.ts') + old.read('content/posts/2024-01-02-b.md')).toContain('/n/');
});

it('a date of a program has all of its parts, and a tag loses only what runs scripts', async () => {
  using old = new FolderImport();
  old.write({
    'eleventy.config.js': 'export default () => {};\n',
    'posts/a.md':
      '---js\n{ title: "A", date: new Date(2020, 0, 5, 10) }\n---\nThe <span class="x" onclick="run()">word</span> stays.\n',
  });
  const report = await old.run();
  const [file = ''] = old.filesIn('content/posts');
  const text = old.read(`content/posts/${file}`);
  expect(text).toContain('date: 2020-01-05T10:00:00');
  expect(text).toContain('The <span class="x">word</span> stays.');
  expect(lossesOf(report, 'html-removed')).toEqual(['onclick="run()" of <span class="x" onclick="run()">']);
});

it('what a section of Hugo hides from readers is not published', async () => {
  using old = new FolderImport();
  old.write({
    'hugo.toml': 'title = "H"\n[[cascade]]\ndraft = true\n[cascade.target]\npath = "/odd/**"\n',
    'content/notes/_index.md':
      '---\ntitle: Notes\ncascade:\n  build:\n    render: never\n    list: never\n---\n',
    'content/notes/deep/a.md': '---\ntitle: A\n---\nA\n',
    'content/drafts/_index.md':
      '---\ntitle: D\ncascade:\n  - draft: true\n    _target:\n      kind: page\n---\nD\n',
    'content/drafts/b.md': '---\ntitle: B\n---\nB\n',
    'content/open.md': '---\ntitle: C\ndraft: false\n---\nC\n',
  });
  await old.run();
  const states = old
    .filesIn('content/pages')
    .map((file) => [file, /^draft: true$/m.test(old.read(`content/pages/${file}`))]);
  expect(Object.fromEntries(states)).toEqual({
    'drafts.md': true,
    'drafts/b.md': true,
    'notes/deep/a.md': true,
    'open.md': false,
  });
});

it.each([
  'password: hunter2',
  'private: true',
  'status: draft',
  'visibility: private',
  'members_only: true',
  'access_roles: [editor]',
  '_build:\n  render: link',
])('a document with "%s" is not published, nor are files of its bundle', async (field) => {
  using old = new FolderImport();
  const page = (fields: string) => `---\ntitle: A\ndate: 2024-01-02\n${fields}\n---\nWords\n`;
  old.write({
    'hugo.toml': 'title = "H"\n',
    'content/posts/a/index.md': page(field),
    'content/posts/a/secret.png': '',
    'content/posts/b/index.md': page('access: Bus line 4\nstatus: evergreen\nhidden: false'),
    'content/posts/b/open.png': '',
  });
  const report = await old.run();
  expect(old.filesIn('public')).toEqual(['posts/b/open.png']);
  expect(old.read('content/posts/2024-01-02-b.md')).not.toContain('draft: true');
  expect(old.read('content/posts/2024-01-02-a.md')).toMatch(/^draft: true$/m);
  expect(lossesOf(report, 'status-mapped')).toHaveLength(1);
});

it('the words of a figure, a cover and a list of headings are kept or named, and Markdown below stays Markdown', async () => {
  using old = new FolderImport();
  old.write({
    'hugo.toml': 'title = "H"\n',
    'static/a.png': '',
    'content/posts/a.md':
      '---\ntitle: A\ndate: 2024-01-02\ncover: { image: /a.png, caption: Seen }\n---\n' +
      '{{< figure src="/a.png" caption="C" attr="Ann" attrlink="https://ann.example/" >}}\n**Bold** [r](https://r.example/)\n\n<b>x</b> {{< unknown >}}\n',
  });
  const report = await old.run();
  const text = old.read('content/posts/2024-01-02-a.md');
  expect(text).toContain('<figcaption>C – <a href="https://ann.example/">Ann</a></figcaption></figure>\n\n');
  expect(text).toContain('\n\n**Bold** [r](https://r.example/)\n');
  expect(text).toContain('caption: Seen');
  expect(lossesOf(report, 'field-kept')).toEqual(['cover']);
  expect(lossesOf(report, 'html-removed')).toEqual([]);
  expect(lossesOf(report, 'shortcode-unknown')).toEqual(['content/posts/a.md:9 {{< unknown >}}']);
});

it('pages of Hugo about a term describe that term, and an image in HTML without a file is its words', async () => {
  using old = new FolderImport();
  old.write({
    'hugo.toml': 'title = "H"\n',
    'content/posts/a.md':
      '---\ntitle: A\ndate: 2024-01-02\ntags: [soil]\n---\n<p><img src="/gone.png" alt="A barn"> said</p>\n',
    'content/tags/soil/_index.md': '---\ntitle: Soil & sand\n---\nAbout *soil*.\n',
    'content/tags/none/_index.md': '---\ntitle: None\n---\nUnused words.\n',
  });
  const report = await old.run();
  expect(parse(old.read('content/tags.yaml'))).toEqual([
    { slug: 'soil', name: 'Soil & sand', description: 'About *soil*.' },
  ]);
  expect(old.filesIn('content').filter((file) => file.startsWith('pages'))).toEqual([]);
  expect(lossesOf(report, 'list-made')).toContain('content/tags/none/_index.md');
  expect(old.read('content/posts/2024-01-02-a.md')).toContain(
    '<p><span role="img" aria-label="A barn"></span> said</p>',
  );
});

it('a collection of Astro that no route names is not published', async () => {
  using old = new FolderImport();
  const route = (name: string) => `const posts = await getCollection('${name}');`;
  old.write({
    'astro.config.mjs': 'export default {};',
    'src/content/blog/a.md': '---\ntitle: A\n---\nA\n',
    'src/content/notes/b.md': '---\ntitle: B\n---\nB\n',
    'src/pages/log/[...slug].astro': route('blog'),
  });
  const report = await old.run();
  expect(lossesOf(report, 'status-mapped')).toEqual(['not shown']);
  expect(old.read('content/pages/notes/b.md')).toMatch(/^draft: true$/m);
  expect(old.read('content/pages/log/a.md')).not.toContain('draft: true');
});

it('Markdown in one line with a shortcode stays Markdown, and notes of an author stay unpublished', async () => {
  using old = new FolderImport();
  old.write({
    'hugo.toml': 'title = "H"\n',
    'content/a.md':
      '---\ntitle: A\n---\n{{< box >}}**bold**{{< /box >}}\n\n{{< youtube abc >}} {{< gist ada 7 >}} *more*\n\n{{% comment %}}\nCANARY {{< x >}}\n{{% /comment %}}\n\nEnd\n',
  });
  await old.run();
  const page = old.read('content/pages/a.md');
  expect(page).toContain('-->\n**bold**<!--');
  expect(page).toMatch(
    /<\/iframe>\n\n\s*\[https:\/\/gist\.github\.com\/ada\/7\]\(<?https:\/\/gist\.github\.com\/ada\/7>?\) \*more\*\n/,
  );
  expect(page).not.toContain('CANARY');
  expect(page).toContain('End');
});

it('comments of kramdown stay unpublished', async () => {
  using old = new FolderImport();
  old.write({
    '_config.yml': 'title: H\n',
    'a.md':
      '---\ntitle: A\n---\nOne {::comment}CANARY{:/comment} two\n\n{::comment}\nCANARY\n{:/}\n\n{::nomarkdown}<b>Three</b>{:/}\n',
  });
  await old.run();
  const page = old.read('content/pages/a.md');
  expect(page).not.toMatch(/CANARY|\{:/);
  expect(page).toMatch(/One {2}two\n[\s\S]*<b>Three<\/b>/);
});

it('the home page of a site in a folder of its host still leads there', async () => {
  using old = new FolderImport();
  old.write({
    '_config.yml': 'title: H\nurl: https://old.example\nbaseurl: /blog\n',
    'index.md': '---\ntitle: Home\n---\nHome\n',
  });
  await old.run();
  expect(parse(old.read('content/redirects.yaml'))).toMatchObject([{ from: '/blog/', to: '/' }]);
});

it('a vault in content/ is one of Obsidian, and settings of Hugo still make it a site of Hugo', async () => {
  const note = '---\npublish: true\n---\nSee [[Oar]].\n';
  const files = {
    'content/.obsidian/templates.json': '{"folder":"Forms"}',
    'content/Keel.md': note,
    'content/Oar.md': note,
    'content/Forms/Note.md': '{{title}}\n',
  };
  using vault = new FolderImport();
  vault.write(files);
  expect((await vault.run()).readAs).toBe('Obsidian site: no settings, 2 documents');
  using site = new FolderImport();
  site.write({ ...files, 'hugo.toml': 'title = "H"\n' });
  expect((await site.run()).readAs).toMatch(/^Hugo site: /);
});

it('a date without a day is named, with the day that it became', async () => {
  using old = new FolderImport();
  const dates = { a: '2019', b: '2019-05', c: 'May 2019', d: '2019-05-03', e: 'May 3, 2019' };
  old.write({
    'hugo.toml': 'title = "H"\n',
    ...Object.fromEntries(
      Object.entries(dates).map(([name, date]) => [
        `content/posts/${name}.md`,
        `---\ndate: ${date}\n---\nWords.\n`,
      ]),
    ),
  });
  const lost = (await old.run()).losses.filter(({ code }) => code === 'date-unreadable');
  expect(lost.map(({ what, fix }) => `${what} ${fix.slice(-11)}`)).toEqual([
    'date: 2019 2019-01-01.',
    'date: 2019-05 2019-05-01.',
    'date: May 2019 2019-05-01.',
  ]);
});

it('names of fields and settings of Hugo are read in any case', async () => {
  using old = new FolderImport();
  old.write({
    'config.toml':
      'Title = "H"\nBaseUrl = "https://old.example"\n[[menu.main]]\nName = "Boats"\nURL = "/posts/"\n',
    'content/posts/a.md':
      '---\nTitle: Ash\nDate: 2019-05-03\nSlug: ash-tree\nTags: [wood]\nMood: calm\n---\nA.\n',
    'content/posts/b.md': '+++\nTitle = "Bay"\nDate = 2019-05-04\nDraft = true\n+++\nB.\n',
    'content/hidden/_index.md': '---\nCascade:\n  Draft: true\n---\n',
    'content/hidden/c.md': '---\ntitle: Cove\n---\nC.\n',
  });
  const report = await old.run();
  const post = old.read('content/posts/2019-05-03-ash-tree.md');
  expect(post).toMatch(/title: Ash[\s\S]*tags:\n {2}- wood\nfields:\n {2}Mood: calm\n---/);
  expect(old.read('content/posts/2019-05-04-b.md')).toContain('draft: true');
  expect(old.read('content/pages/hidden/c.md')).toContain('draft: true');
  expect(old.read('site.ts')).toMatch(/"H"[\s\S]*https:\/\/old\.example[\s\S]*"Boats"/);
  expect(lossesOf(report, 'menu-item-dropped')).toEqual([]);
});

it('folders of Eleventy with an underscore have documents, unless they have its parts', async () => {
  using old = new FolderImport();
  old.write({
    'eleventy.config.js': "export default () => ({ dir: { input: 'src', layouts: '_frames' } });\n",
    'src/_posts/a.md': '---\ntitle: A\ndate: 2024-01-02\n---\nA.\n',
    'src/_frames/b.md': 'B.\n',
    'src/_includes/c.md': 'C.\n',
    'src/_drafts/d.md': 'D.\n',
  });
  expect((await old.run()).readAs).toBe('Eleventy site: eleventy.config.js, 1 document');
  expect(old.filesIn('content/posts')).toEqual(['2024-01-02-a.md']);
});
