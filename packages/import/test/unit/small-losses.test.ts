import { describe, expect, it } from 'vitest';
import { FolderImport, lossesOf } from '../helpers/folder-import.ts';
import { ImportedSite } from '../helpers/imported-site.ts';

/** Losses of a folder of files, as `code what`. */
async function lossesIn(files: Readonly<Record<string, string>>): Promise<string[]> {
  using old = new FolderImport();
  old.write(files);
  return (await old.run()).losses.map(({ code, what }) => `${code} ${what}`);
}
const post = (body: string) => `---\ntitle: A\ndate: 2024-01-02\n---\n${body}\n`;

describe('a folder of Hugo names', () => {
  it.each([
    ['data/team.yaml', '- Ada\n', 'site-part-dropped data/team.yaml'],
    ['static/slides/talk.html', '<h1>Talk</h1>', 'site-part-dropped static/slides/talk.html'],
    [
      'content/posts/b.md',
      post('==Bright== `==code==`'),
      'shortcode-unknown content/posts/b.md:5 highlight ==Bright==',
    ],
    [
      'content/posts/b.md',
      post('Words^[a note].'),
      'shortcode-unknown content/posts/b.md:5 inline footnote ^[a note]',
    ],
    [
      'content/posts/b.md',
      post('Area $x^2$.'),
      'shortcode-unknown "$x^2$" is not a formula here; set math: \'dollars\' in site.ts, or write $`…`$ in a line, or a fenced block of the language "math".',
    ],
    [
      'content/posts/b.md',
      post('## Title {.wide}'),
      'shortcode-unknown "{.wide}" gives no attributes here; remove it, or write the element as HTML.',
    ],
  ])('%s', async (file, text, loss) => {
    expect(
      await lossesIn({ 'hugo.toml': 'title = "H"\n', 'content/posts/a.md': post('Words.'), [file]: text }),
    ).toContain(loss);
  });

  it('settings of the theme, and entries of menus that was below others', async () => {
    const config =
      'title = "H"\n[params]\nmastodon = "@h"\n[[menus.main]]\nname = "A"\nurl = "/posts/a/"\n[[menus.main]]\nname = "B"\nurl = "/posts/a/"\nparent = "A"\n[[menus.footer]]\nname = "Imprint"\nurl = "https://h.example/imprint"\n';
    using old = new FolderImport();
    old.write({ 'hugo.toml': config, 'content/posts/a.md': post('Words.') });
    const report = await old.run();
    expect(lossesOf(report, 'site-part-dropped')).toContain('settings: params.mastodon');
    expect(lossesOf(report, 'menu-item-dropped')).toEqual(['“B” was below another entry']);
    expect(old.read('site.ts')).toMatch(/"footerNavigation": \[\s*\{\s*"label": "Imprint"/);
  });
});

it.each([
  [
    'Jekyll',
    { '_config.yml': 'title: J\ntwitter_username: j\nplugins: [x]\n', '_data/links.csv': 'a,b\n' },
    ['settings: twitter_username', '_data/links.csv'],
  ],
  [
    'Eleventy',
    {
      'eleventy.config.js': 'export default () => {};\n',
      'about.njk': '<p>About us</p>',
      'feed.njk': '',
      '_data/talks.json': '[]',
      '_data/site.json': '{"title":"E","phone":"1"}',
    },
    ['settings: phone', '_data/talks.json', 'about.njk'],
  ],
  [
    'Astro',
    {
      'astro.config.mjs': 'export default {};\n',
      'src/pages/about.astro': '<p>About</p>',
      'src/pages/[slug].astro': '',
      'src/content/people/ada.json': '{}',
    },
    ['src/content/people/ada.json', 'src/pages/about.astro'],
  ],
])('a folder of %s names its settings, data and pages of templates', async (_, files, names) => {
  const losses = await lossesIn({ ...files, 'post.md': post('Words.') });
  const dropped = losses
    .filter((loss) => loss.startsWith('site-part-dropped '))
    .map((loss) => loss.slice(18));
  expect(dropped.filter((what) => !/^\d+ files? with/.test(what))).toEqual(names);
});

it('text that a template shows as it is written is not named', async () => {
  const text = post('{% raw %}{{ kept }}{% endraw %}');
  const losses = await lossesIn({ '_config.yml': 'title: J\n', '_posts/2024-01-02-a.md': text });
  expect(losses.filter((loss) => loss.startsWith('shortcode-unknown'))).toEqual([]);
});

it('what WordPress says below menu entries, and links in captions of files, are named', async () => {
  using site = await ImportedSite.fromWordPress([
    { id: 1, type: 'nav_menu_item', title: 'Beds', excerpt: 'All our beds' },
    {
      id: 2,
      type: 'attachment',
      status: 'inherit',
      excerpt: 'By <a href="https://ada.example/">Ada</a>',
      more: '<wp:attachment_url>https://old.example/wp-content/uploads/a.png</wp:attachment_url>',
    },
  ]);
  expect(lossesOf(site.report, 'menu-item-dropped')).toContain('Beds: All our beds');
  expect(lossesOf(site.report, 'html-removed')).toContain('By <a href="https://ada.example/">Ada</a>');
});

it('settings of Ghost that readers saw are named, and its own are not', async () => {
  const settings = [
    { key: 'title', value: 'Hive' },
    { key: 'facebook', value: 'hive' },
    { key: 'og_image', value: '__GHOST_URL__/a.png' },
    { key: 'stripe_secret_key', value: 'sk' },
  ];
  using site = await ImportedSite.fromGhost({ posts: [], settings });
  expect(lossesOf(site.report, 'site-part-dropped')).toEqual([
    'setting facebook: hive',
    'setting og_image: https://hive.example/a.png',
  ]);
});
