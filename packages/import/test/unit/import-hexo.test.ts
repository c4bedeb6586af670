import { expect, it } from 'vitest';
import { checkContent } from '../../src/content-problems.ts';
import { FolderImport, lossesOf } from '../helpers/folder-import.ts';

const config =
  'title: Mast\nsubtitle: Small boats\nauthor: Tove\nlanguage: en\ntimezone: Europe/Oslo\nurl: https://mast.example\npermalink: :year/:month/:day/:title/\npost_asset_folder: true\ntheme: landscape\n';
const post = (title: string, body: string, more = '') =>
  `---\ntitle: ${title}\ndate: 2021-03-04 05:06:07\n${more}---\n${body}\n`;

it('a site of Hexo: posts, drafts, pages, tags of its own, files of posts', async () => {
  using folder = new FolderImport();
  folder.write({
    '_config.yml': config,
    'package.json': '{"dependencies":{"hexo":"^7"}}',
    'scaffolds/post.md': '---\ntitle: {{ title }}\n---\n',
    'source/_posts/step.md': post(
      'Step the mast',
      'Up.\n\n<!-- more -->\n\n{% asset_img crane.png 300 "The crane" %}\n\n{% codeblock lang:js %}\nlet a_b = "<mast>";\n{% endcodeblock %}\n\n{% post_link shroud "The shroud" %} and {% asset_link crane.png plan %}\n\n{% blockquote Nils %}\nTight.\n{% endblockquote %}\n\n{% note info %}\nMind the wire.\n{% endnote %}\n\n{% raw %}{{ kept }}{% endraw %}',
      'tags:\n  - Rigging\ncategories:\n  - [Boats, Masts]\nupdated: 2021-04-05 06:07:08\n',
    ),
    'source/_posts/step/crane.png': '',
    'source/_posts/2020/shroud.md': post('Shroud', 'Wire.', 'permalink: wire/shroud.html\n'),
    'source/_posts/locked.md': post('Locked', 'lockword', 'password: oak\n'),
    'source/_posts/gone.md': post('Gone', 'goneword', 'published: false\n'),
    'source/_drafts/secret.md': post('Secret', 'draftword'),
    'source/about/index.md': '---\ntitle: About\n---\nMe.\n',
    'source/robots.txt': 'x',
    'source/img/oar.png': '',
    'themes/landscape/a.md': '# theme',
  });
  const report = await folder.run();
  expect(report.readAs).toBe('Hexo site: _config.yml, 6 documents');
  const step = folder.read('content/posts/2021-03-04-step.md');
  expect(step).toContain('date: 2021-03-04T05:06:07');
  expect(step).toContain('modified: 2021-04-05T06:07:08');
  expect(step).toMatch(/tags:\n {2}- rigging/);
  expect(step).toContain('![The crane](');
  expect(step).toContain('```js\nlet a_b = "<mast>";\n```');
  expect(step).toMatch(/\[The shroud\]\(.*shroud/);
  expect(step).toContain('> Tight.\n>\n> — Nils');
  expect(step).toContain('> Mind the wire.');
  expect(step).toContain('{{ kept }}');
  expect(folder.read('site.ts')).toContain('"post": "/{year}/{month}/{day}/{slug}/"');
  expect(folder.read('content/posts/2021-03-04-shroud.md')).toContain('/wire/shroud.html');
  for (const name of ['locked', 'gone', 'secret'])
    expect(folder.read(`content/posts/2021-03-04-${name}.md`)).toContain('draft: true');
  expect(folder.read('content/pages/about.md')).toContain('Me.');
  expect(folder.filesIn('public')).toEqual(['2021/03/04/step/crane.png', 'img/oar.png']);
  expect(lossesOf(report, 'shortcode-unknown')).toEqual([]);
  expect(await checkContent(`${folder.root}/site`, '2026-11-28T12:00:00Z')).toEqual([]);
});

it('Hexo is not taken for Jekyll without package.json, nor Jekyll for Hexo', async () => {
  using folder = new FolderImport();
  folder.write({ '_config.yml': config, 'scaffolds/post.md': '', 'source/_posts/a.md': post('A', 'a') });
  expect((await folder.run()).readAs).toContain('Hexo site');
  using jekyll = new FolderImport();
  jekyll.write({
    '_config.yml': 'title: J\n',
    'package.json': '{}',
    '_posts/2021-01-02-a.md': post('A', 'a'),
  });
  expect((await jekyll.run()).readAs).toContain('Jekyll site');
});
