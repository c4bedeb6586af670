import { afterEach, expect, it } from 'vitest';
import { ContentProject, post } from '../../helpers/content-project.ts';

let project: ContentProject;
afterEach(() => project.remove());

async function warningsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  project = new ContentProject(files);
  const loaded = await project.load();
  loaded.close();
  return loaded.warnings.map(
    ({ file, line, column, field, message }) => `${file}:${line}:${column} ${field}: ${message}`,
  );
}

it('reports which words of a value YAML takes for a comment', async () => {
  expect(
    await warningsOf({
      'content/posts/a.md': post(
        'Words.',
        'description: Weir no #7, rebuilt\nseries: Канал # 2\nfields:\n  place: Lock #3\n  deep: [{ mood: calm }]\n',
      ),
    }),
  ).toEqual([
    'content/posts/a.md:4:1 description: ends with "no", since YAML takes "#7, rebuilt" for a comment; write "Weir no #7, rebuilt", in quotes.',
    'content/posts/a.md:5:1 series: ends with "Канал", since YAML takes "# 2" for a comment; write "Канал # 2", in quotes.',
    'content/posts/a.md:7:3 fields.place: ends with "Lock", since YAML takes "#3" for a comment; write "Lock #3", in quotes.',
  ]);
});

it('reports it of an empty value too, and suggests quotes that fit', async () => {
  expect(
    await warningsOf({
      'content/posts/a.md': post('Words.', 'description: #1, the "best"\r\nimageAlt: A "b" #c\n'),
    }),
  ).toEqual([
    'content/posts/a.md:4:1 description: is empty, since YAML takes "#1, the "best"" for a comment; write \'#1, the "best"\', in quotes.',
    'content/posts/a.md:5:1 imageAlt: ends with ""b"", since YAML takes "#c" for a comment; write \'A "b" #c\', in quotes.',
  ]);
});

it('says nothing of comments that are meant', async () => {
  expect(
    await warningsOf({
      'content/tags.yaml':
        '# All tags\n- slug: linux # the kernel\n  name: "Linux" # quoted\n  id: 7 # fixed\n',
      'content/posts/a.md': post(
        'Words.',
        "modified: 2026-02-03 # again\nsticky: true # for now\ntags: [linux] # one\nslug: a-post # as before\ndescription: 'C #' # quoted\n# a line\nvisibility: public # yes\ncategories: # none\nimageAlt: >- # folded\n  Words # words\n",
      ),
    }),
  ).toEqual([]);
});

it('reports it of every list', async () => {
  const found = await warningsOf({
    'content/tags.yaml': '- slug: linux\n  name: Linux #1\n  translations: { }\n',
    'content/categories.yaml': '- slug: notes\n  name: Notes\n  description: About #things\n',
    'content/authors.yaml':
      '- slug: ada\n  name: Ada #2\n  translations:\n    en: # English\n      name: Ada #3\n',
    'content/redirects.yaml': '- from: /old/\n  to: /a-post/ #now\n',
    'content/embeds.yaml': '- url: https://example.org/x\n  title: Song #9\n',
    'content/media.yaml': '- file: posts/a.txt\n  caption: Page #5\n',
    'content/skills/water/SKILL.md': '---\nname: water\ndescription: Water plant #8\n---\nWords.\n',
    'content/posts/a.txt': 'Words.',
    'content/posts/a.md': post('Words.', 'id: 7\nslug: a-post\n'),
    'content/comments/7.yaml': '- id: 1\n  name: Ada #4\n  date: 2026-01-03T08:00:00\n  text: Yes.\n',
  });
  expect(found.map((line) => line.replace(/: (?:ends|is).*/, ''))).toEqual([
    'content/categories.yaml:3:3 0.description',
    'content/tags.yaml:2:3 0.name',
    'content/authors.yaml:2:3 0.name',
    'content/authors.yaml:5:7 0.translations.en.name',
    'content/skills/water/SKILL.md:3:1 description',
    'content/redirects.yaml:2:3 0.to',
    'content/media.yaml:2:3 0.caption',
    'content/embeds.yaml:2:3 0.title',
    'content/comments/7.yaml:2:3 0.name',
  ]);
});

it.each([
  [
    'title: #1 in the list\n',
    '2:1 title: is empty, since YAML takes "#1 in the list" for a comment; write "#1 in the list", in quotes.',
  ],
  [
    'title: A\ntags: [garden #1, b]\n',
    '3:15 YAML: YAML takes "#1, b]" for a comment; write the value in quotes.',
  ],
  [
    'title: A\ndescription: one\n  two #3 of\n  four\n',
    '4:7 YAML: YAML takes "#3 of" for a comment; write the value in quotes.',
  ],
])('an error that comes from a comment says so: %j', async (yaml, message) => {
  project = new ContentProject({ 'content/posts/a.md': `---\n${yaml}date: 2026-01-02\n---\n` });
  expect(await project.problems()).toContain(`content/posts/a.md:${message}`);
});
