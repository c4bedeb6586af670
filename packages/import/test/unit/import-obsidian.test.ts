import { expect, it } from 'vitest';
import { checkContent } from '../../src/content-problems.ts';
import { FolderImport, lossesOf } from '../helpers/folder-import.ts';

const open = (body: string, more = '') => `---\npublish: true\n${more}---\n${body}\n`;
const app = { '.obsidian/app.json': '{}', '.obsidian/templates.json': '{"folder":"Templates"}' };

it('a vault of Obsidian: only public notes are published, links and embeds are Markdown', async () => {
  using folder = new FolderImport();
  folder.write({
    ...app,
    'Boats/Long keel.md': open(
      'See [[Oar]], [[Oar|the oar]], [[Oar#How it is made|made]], [[Diary note]] and [[Nowhere]].\n\n![[hull plan.png|300]]\n\n![[Oar]]\n\n> [!faq]- Why?\n> Because.\n\n==Marked== words, `[[code]]`. %%notword%% ^block1\n\n%%\nlongnotword\n%%\n\n```\n[[in code]] ==a== %%b%%\n```',
      'tags: [Boats, keel/long]\naliases: [Kiel, /not/a/path]\n',
    ),
    'Oar.md': open('## How it is made\n\nOf ash, as in [[Long keel]].', 'created: 2022-05-06\n'),
    'Diary note.md': 'privateword [[Oar]] ![[secret.png]]',
    'Daily/2023-01-02.md': open('Frost.'),
    'Draft.md': '---\npublish: true\ndraft: true\n---\ndraftword\n',
    'Templates/Note.md': open('{{title}} templateword'),
    'attachments/hull plan.png': '',
    'attachments/secret.png': '',
    '.trash/Old.md': open('trashword'),
    'Board.canvas': '{"nodes":[{"text":"canvasword"}]}',
  });
  const report = await folder.run();
  expect(report.readAs).toBe('Obsidian site: .obsidian/app.json, 5 documents');
  const keel = folder.read('content/pages/boats/long-keel.md');
  expect(keel).toMatch(/^title: Long keel$/m);
  expect(keel).toMatch(/^See \[Oar\]\(\/\S*oar\/\), /m);
  expect(keel).toMatch(
    /\[the oar\]\(\/\S*oar\/\), \[made\]\(\/\S*oar\/#how-it-is-made\), Diary note and Nowhere\./,
  );
  expect(keel).toMatch(/!\[\]\(\/attachments\/hull%20plan\.png\)|!\[\]\(<\/attachments\/hull plan\.png>\)/);
  expect(keel).toContain('> [!IMPORTANT] Why?');
  expect(keel).toContain('<mark>Marked</mark> words, `[[code]]`.');
  expect(keel).toContain('[[in code]] ==a== %%b%%');
  expect(keel).not.toMatch(/notword|block1|redirectFrom/);
  const daily = folder.filesIn('content/posts').find((name) => name.startsWith('2023'));
  expect(folder.read(`content/posts/${daily}`)).toContain('Frost.');
  expect(folder.read('content/pages/diary-note.md')).toContain('draft: true');
  expect(folder.read('content/pages/draft.md')).toContain('draft: true');
  const all = folder
    .filesIn('content')
    .map((file) => folder.read(`content/${file}`))
    .join('\n');
  expect(all).not.toMatch(/templateword|trashword|canvasword/);
  expect(folder.filesIn('public')).toEqual(['attachments/hull plan.png']);
  expect(lossesOf(report, 'shortcode-unknown').join('\n')).toContain('%%notword%%');
  expect(await checkContent(`${folder.root}/site`, '2026-11-28T12:00:00Z')).toEqual([]);
});

it('a note is found in another case and with an apostrophe; the width of an embed is no text', async () => {
  using folder = new FolderImport();
  folder.write({
    ...app,
    'A.md': open(
      "[[oar BLADE]] [[Noah's ark]] [[Noah's ark#Beams]]\n\n![[Lines.pdf|800]]\n\n![[MAP.PNG|300x200]]",
    ),
    'Oar blade.md': open('Ash.'),
    "Noah's ark.md": open('## Beams\n\nPine.'),
    'Lines.pdf': '',
    'map.png': '',
  });
  await folder.run();
  const text = folder.read('content/pages/a.md');
  expect(text).toContain('[oar BLADE](/oar-blade/)');
  expect(text).toMatch(/\[Noah's ark\]\(\/noah\S*ark\/\) \[Noah's ark\]\(\/noah\S*ark\/#beams\)/);
  expect(text).toContain('[Lines.pdf](/Lines.pdf)');
  expect(text).toContain('![](/map.png)');
});

it('hostile names and links leave nothing outside of the site', async () => {
  using folder = new FolderImport();
  folder.write({
    ...app,
    'A.md': open('![[../../../etc/passwd]] [[../B]] ![[x.png]] [[#]] [[|]] ![[]] %%never closed'),
    'x.png': { link: '/etc/passwd' },
  });
  const report = await folder.run();
  expect(report.stopped).toBeNull();
  expect(lossesOf(report, 'file-refused')).toEqual(['x.png']);
  expect(folder.read('content/pages/a.md')).not.toContain('never closed');
  expect(await checkContent(`${folder.root}/site`, '2026-11-28T12:00:00Z')).toEqual([]);
});

it('a draft is where it will be when it is published: a second import updates it, and drafts keep their links', async () => {
  using folder = new FolderImport();
  folder.write({
    ...app,
    'Boats/Oar.md': 'Of ash. See [[Keel]].',
    'Boats/Keel.md': 'Long. See [[Oar]].',
    'Log/Start.md': open('We start.', 'date: 2024-05-06\n'),
  });
  const report = await folder.run();
  expect(folder.filesIn('content/pages')).toEqual(['boats/keel.md', 'boats/oar.md']);
  expect(folder.read('content/pages/boats/oar.md')).toContain('[Keel](/boats/keel/)');
  expect(report.addresses).toBeUndefined();
  expect(folder.read('content/posts/2024-05-06-start.md')).not.toMatch(/path:|redirectFrom/);
  expect(folder.read('site.ts')).not.toContain('/log/');
  folder.write({ 'Boats/Oar.md': open('Of ash. See [[Keel]].') });
  await folder.run();
  expect(folder.filesIn('content/pages')).toEqual(['boats/keel.md', 'boats/oar.md']);
  expect(folder.read('content/pages/boats/oar.md')).not.toMatch(/draft|\]\(/);
  expect(await checkContent(`${folder.root}/site`, '2026-11-28T12:00:00Z')).toEqual([]);
});

it('dates are read as links and in digits; what cannot be read is kept and reported', async () => {
  using folder = new FolderImport();
  folder.write({
    ...app,
    'A.md': open('A', 'date: [[2022-10-14]]\n'),
    'B.md': open('B', 'date: "[[Days/2022-10-15|then]]"\n'),
    'C.md': open('C', 'date: 3/16\n'),
    'D.md': open('D', 'created: 14. März 2022\n'),
    'E.md': open('E', 'date: 03/04/2022\n'),
    'F.md': open('F', 'date: October 3rd, 2021\n'),
  });
  const report = await folder.run();
  expect(folder.filesIn('content/posts')).toEqual([
    '2021-10-03-f.md',
    '2022-03-04-e.md',
    '2022-10-14-a.md',
    '2022-10-15-b.md',
  ]);
  expect(folder.read('content/pages/c.md')).toMatch(/fields:\n {2}date: 3\/16/);
  expect(folder.read('content/pages/d.md')).toContain('created: 14. März 2022');
  expect(lossesOf(report, 'date-unreadable').sort()).toEqual([
    'created: 14. März 2022',
    'date: 03/04/2022',
    'date: 3/16',
  ]);
});

it('one date of a site shows the order of the others', async () => {
  using folder = new FolderImport();
  folder.write({
    ...app,
    'A.md': open('A', 'date: 25/12/2022\n'),
    'B.md': open('B', 'date: 03/04/2022\n'),
  });
  expect(lossesOf(await folder.run(), 'date-unreadable')).toEqual([]);
  expect(folder.filesIn('content/posts')).toEqual(['2022-04-03-b.md', '2022-12-25-a.md']);
});

it('drawings, queries, formulas and tags in the text', async () => {
  using folder = new FolderImport();
  folder.write({
    ...app,
    'A.md': open(
      'Out on #walks/long with $x^2$ for $5.\n\n![[Plan.excalidraw]] ![[Map.excalidraw|the map]] ![[Board.canvas]]\n\n```dataview\nLIST\n```\n\n`#code`',
      'date: 2024-05-06\ntags: [sea]\n',
    ),
    'Page.md': open('About #boats.'),
    'Plan.excalidraw.md': '---\nexcalidraw-plugin: parsed\n---\nsecretdrawing\n',
    'Map.excalidraw.md': '---\nexcalidraw-plugin: parsed\n---\nmapdrawing\n',
    'Map.excalidraw.png': '',
    'Old drawing.md': '---\npublish: true\nexcalidraw-plugin: parsed\n---\nolddrawing\n',
    'Board.canvas': '{}',
  });
  const report = await folder.run();
  const text = folder.read('content/posts/2024-05-06-a.md');
  expect(text).toContain('tags:\n  - sea\n  - walks-long');
  expect(text).toContain('Out on #walks/long with $x^2$');
  expect(text).toMatch(/Plan !\[the map\]\(\S*Map\.excalidraw\.png>?\) Board/);
  expect(folder.filesIn('public')).toEqual(['Map.excalidraw.png']);
  expect(folder.read('site.ts')).toContain('"math": "dollars"');
  expect(lossesOf(report, 'setting-replaced')).toEqual(["math: 'code'"]);
  expect(lossesOf(report, 'term-changed')).toEqual(['tags: boats']);
  expect(folder.read('content/pages/old-drawing.md')).toContain('draft: true');
  const codes = lossesOf(report, 'shortcode-unknown').join('\n');
  for (const what of ['![[Plan.excalidraw]]', '![[Board.canvas]]', '```dataview'])
    expect(codes).toContain(what);
  expect(await checkContent(`${folder.root}/site`, '2026-11-28T12:00:00Z')).toEqual([]);
});
