import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { siteSchema } from '../../../src/core/model/site.ts';
import { ContentProject, post, testSite } from '../../helpers/content-project.ts';

let project: ContentProject;
afterEach(() => project.remove());

const terms = {
  'content/categories.yaml': '- slug: notes\n  name: Notes\n',
  'content/tags.yaml': '- slug: linux\n  name: Linux\n',
};

async function problemsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  project = new ContentProject({ ...terms, ...files });
  return project.problems();
}

it('names every problem of a run at once, sorted, each at its line and column', async () => {
  const problems = await problemsOf({
    'content/posts/a.md': '---\ntitel: A\ndate: 2026-13-01\nid: 0\n---\nText\n',
    'content/posts/b.md': post('[gone](/nowhere/)', 'categories: [note]\ntags:\n  - linux\n  - linus\n'),
    'content/pages/c.md': '---\ntitle: C\n---\n\nSee ![a](./missing.png)\n',
  });
  expect(problems).toEqual([
    'content/pages/c.md:5:5 image: there is no image content/pages/missing.png for "./missing.png".',
    'content/posts/a.md:2:1 title: is missing; add it.',
    'content/posts/a.md:2:1 titel: is not a field of posts; did you mean "title"?',
    'content/posts/a.md:3:1 date: "2026-13-01" is not a day of the calendar: there is no month 13.',
    'content/posts/a.md:4:1 id: must be at least 1.',
    'content/posts/b.md:4:14 categories: "note" is not in content/categories.yaml; did you mean "notes"?',
    'content/posts/b.md:7:5 tags: "linus" is not in content/tags.yaml; did you mean "linux"?',
    'content/posts/b.md:9:1 link: "/nowhere/" links to no page of this site.',
  ]);
});

it.each([
  [
    'a bad date',
    'date: 2026-13-01\n',
    '3:1 date: "2026-13-01" is not a day of the calendar: there is no month 13.',
  ],
  [
    'a field of another name',
    'date: 2026-01-01\ntagz: [x]\n',
    '4:1 tagz: is not a field of posts; did you mean "tags"?',
  ],
  ['an item that is no word', 'date: 2026-01-01\ncategories: [notes, 5]\n', '4:21 categories.1: '],
  ['YAML that cannot be read', 'date: 2026-01-01\ndescription: a: b\n', '4:14 YAML: '],
])('%s hides no other problem of the file', async (_, fields, first) => {
  const isRead = !first.includes('YAML');
  const tags = isRead ? 'tags: [linus]\n' : '';
  const problems = await problemsOf({
    'content/posts/a.md': `---\ntitle: A\n${fields}${tags}---\n\n[gone](/nowhere/) ![x](./missing.png)\n\n[^none]\n`,
    'content/posts/b.md': post('[a](a.md)'),
  });
  const [found = '', ...others] = problems.map((problem) => problem.replace('content/posts/a.md:', ''));
  expect(found.slice(0, first.length)).toBe(first);
  expect(others.map((problem) => problem.replace(/^[\d:]+ /, ''))).toEqual([
    ...(isRead ? ['tags: "linus" is not in content/tags.yaml; did you mean "linux"?'] : []),
    'link: "/nowhere/" links to no page of this site.',
    'image: there is no image content/posts/missing.png for "./missing.png".',
  ]);
});

it('refuses a number that two terms have', async () => {
  const problems = await problemsOf({
    'content/categories.yaml': '- slug: notes\n  name: Notes\n  id: 7\n',
    'content/tags.yaml': '- slug: linux\n  name: Linux\n  id: 7\n',
  });
  expect(problems).toEqual([
    'content/tags.yaml:1:1 id: 7 of "linux" is the ID of category "notes" too; give it another one, or remove the field.',
  ]);
});

const ada = '- slug: ada\n  name: Ada\n  id: 1\n';

it('gives the owner without an entry a free number', async () => {
  expect(await problemsOf({ 'content/authors.yaml': ada })).toEqual([]);
});

it('refuses a number that two authors have', async () => {
  const problems = await problemsOf({
    'content/authors.yaml': `${ada}- slug: grace\n  name: Grace\n  id: 1\n`,
  });
  expect(problems).toEqual([
    'content/authors.yaml:1:1 id: 1 of "grace" is the ID of author "ada" too; give it another one, or remove the field.',
  ]);
});

it.each([
  [
    'no front matter',
    'Text only\n',
    '1:1 front matter: is missing; start the file with a line ---, then title: …, then a line ---.',
  ],
  [
    'an empty file',
    '\n',
    '1:1 front matter: is missing, since the file is empty; start the file with a line ---, then title: …, then a line ---.',
  ],
  [
    'front matter without its end',
    '---\ntitle: A\ntags:\n  - linux\n\nText: words.\n',
    '5:1 front matter: has no end; add a line --- after the fields.',
  ],
  [
    'a colon in a value',
    '---\ntitle: Say "yes": it\'s all\ndate: 2026-01-01\n---\n',
    '2:8 YAML: a value that contains ": " needs quotes; write title: \'Say "yes": it\'\'s all\'.',
  ],
  [
    'two colons in a value',
    '---\ndate: 2026-01-01\ntitle: Titulo: com: dois pontos \n---\n',
    '3:8 YAML: a value that contains ": " needs quotes; write title: "Titulo: com: dois pontos".',
  ],
  [
    'a field that is indented below a value',
    '---\ntitle: A\n  date: 2026-01-01\n---\n',
    '2:8 YAML: the next line is indented, so it belongs to this value; begin it in the column of this line.',
  ],
  [
    'a text for fields of their own',
    '---\ntitle: A\ndate: 2026-01-01\nfields: nada\n---\n',
    '4:1 fields: must be names with values, such as { mood: calm }.',
  ],
  [
    'broken YAML',
    '---\ntitle: @a\ndate: 2026-01-01\n---\n',
    '2:8 YAML: Plain value cannot start with reserved character @; quote the value if it contains a colon or a special character.',
  ],
  [
    'a tab before a field',
    '---\ntitle: A\ndate: 2026-01-01\ntags:\n\t- linux\n---\n',
    '5:1 YAML: a tab indents this line; YAML takes only spaces.',
  ],
  [
    'a field that is twice',
    '---\ntitle: A\ntitle: B\ndate: 2026-01-01\n---\n',
    '3:1 YAML: the field is here twice; remove one of the two.',
  ],
  [
    'a day that no calendar has',
    '---\ntitle: A\ndate: 2026-02-30\n---\n',
    '3:1 date: "2026-02-30" is not a day of the calendar: February 2026 has 28 days.',
  ],
  [
    'a date with other marks',
    '---\ntitle: A\ndate: 2026/2/3\n---\n',
    '3:1 date: must be a date such as 2026-11-21; did you mean 2026-02-03?',
  ],
  [
    'a misspelt value',
    '---\ntitle: A\ndate: 2026-01-01\nformat: qoute\n---\n',
    '4:1 format: must be one of standard, aside, chat, gallery, link, image, quote, status, video, audio; did you mean "quote"?',
  ],
  [
    'a number for a text',
    '---\ntitle: 2026\ndate: 2026-01-01\n---\n',
    '2:1 title: must be text, such as "1.0", in quotes where it looks like a number or a date.',
  ],
  [
    'a text for a list',
    '---\ntitle: A\ndate: 2026-01-01\ntags: linux\n---\n',
    '4:1 tags: must be a list, such as [one, two].',
  ],
  [
    'an address with a slash',
    '---\ntitle: A\ndate: 2026-01-01\nslug: a/b\n---\n',
    '4:1 slug: must be a word for an address, such as "my-first-post".',
  ],
  [
    'a field of another kind',
    '---\ntitle: A\ndate: 2026-01-01\nvideo: https://example.org/\n---\n',
    '4:1 video: is not a field of posts; the fields are',
  ],
])('says what to write instead of %s', async (_, text, message) => {
  const [problem, ...others] = await problemsOf({ 'content/posts/a.md': text });
  expect(problem).toContain(`content/posts/a.md:${message}`);
  expect(others).toEqual([]);
});

it('refuses two documents with one number, naming both', async () => {
  const problems = await problemsOf({
    'content/posts/a.md': post('A', 'id: 7\n'),
    'content/posts/b.md': post('B', 'id: 7\n'),
  });
  expect(problems).toEqual([
    'content/posts/b.md:1:1 id: 7 is also the number of content/posts/a.md; give one of the two another "id".',
  ]);
});

it('refuses two documents at one address, and a document at an address of the system', async () => {
  const problems = await problemsOf({
    'content/posts/about.md': post('A'),
    'content/pages/about.md': '---\ntitle: About\n---\n',
    'content/pages/contact.md': '---\ntitle: Contact\n---\n',
    'content/pages/wp-json/x.md': '---\ntitle: X\n---\n',
  });
  expect(problems).toHaveLength(3);
  expect(problems.join('\n')).toMatch(/\/about\/ is also the address of content\/pages\/about\.md/);
  expect(problems.join('\n')).toMatch(
    /contact\.md:1:1 slug: \/contact\/ is also the address of the contact form/,
  );
  expect(problems.join('\n')).toMatch(/\/wp-json\/x\/ is also the address of the JSON interface/);
});

it('refuses two documents with one slug once, and names an ID only where it is written', async () => {
  const pages = {
    'content/pages/a.md': '---\ntitle: A\nID---\n',
    'content/pages/b.md': '---\ntitle: B\nslug: a\nID---\n',
  };
  const withId = (id: string) =>
    Object.fromEntries(Object.entries(pages).map(([file, text]) => [file, text.replace('ID', id)]));
  const slug =
    'content/pages/b.md:3:1 slug: /a/ is also the address of content/pages/a.md; give this one another "slug".';
  expect(await problemsOf(withId(''))).toEqual([slug]);
  project.remove();
  expect(await problemsOf(withId('id: 7\n'))).toEqual([
    'content/pages/b.md:1:1 id: 7 is also the number of content/pages/a.md; give one of the two another "id".',
    slug,
  ]);
});

it('refuses a document at the address of a list of documents, and says what to do', async () => {
  project = new ContentProject({
    'content/posts/one.md': post('One'),
    'content/posts/2027-01-01-later.md': '---\ntitle: Later\ndate: 2027-01-01\npath: /receitas/\n---\n',
    'content/pages/blog.md': '---\ntitle: Blog\n---\n',
    'content/pages/2026.md': '---\ntitle: "2026"\ndraft: true\n---\n',
    'content/pages/2027.md': '---\ntitle: "2027"\n---\n',
    // These are not lists of documents, or list none.
    'content/pages/index.md': '---\ntitle: Home\n---\n',
    'content/pages/feeds.md': '---\ntitle: Feeds\n---\n',
    'content/pages/tag.md': '---\ntitle: Tags\n---\n',
    'content/pages/2025.md': '---\ntitle: "2025"\n---\n',
    'content/pages/blog/more.md': '---\ntitle: More\n---\n',
  });
  const permalinks = { archive: '/blog/' };
  const kinds = {
    recipe: { folder: 'recipes', permalink: '/receitas/{slug}/', labels: { name: 'Receitas' } },
  };
  const list = 'give this one another "slug", or the list another "archive" in site.ts.';
  expect(await project.problems(siteSchema.parse({ ...testSite, permalinks, kinds }))).toEqual([
    'content/pages/2026.md:1:1 slug: /2026/ is also the address of the list of posts of 2026; give this one another "slug".',
    'content/pages/2027.md:1:1 slug: /2027/ is also the address of the list of posts of 2027; give this one another "slug".',
    `content/pages/blog.md:1:1 slug: /blog/ is also the address of the list "Writing"; ${list}`,
    `content/posts/2027-01-01-later.md:1:1 slug: /receitas/ is also the address of the list "Receitas"; ${list}`,
  ]);
});

it('refuses a link to a heading that is not there, to a draft and to a file that is not there', async () => {
  const problems = await problemsOf({
    'content/posts/a.md': post(
      '## First part\n\n[x](#first-prt) [y](b.md) [z](c.md) [ok](#first-part) [also](/a/#first-part)',
    ),
    'content/posts/b.md': post('B', 'draft: true\n'),
  });
  expect(problems).toEqual([
    'content/posts/a.md:7:1 link: "#first-prt" links to no heading of /a/; did you mean "first-part"?',
    'content/posts/a.md:7:17 link: "b.md" links to a page that is not published yet (a draft, or dated later).',
    'content/posts/a.md:7:27 link: there is no file content/posts/c.md for "c.md".',
  ]);
});

it('refuses a redirect from an address that is taken', async () => {
  const problems = await problemsOf({
    'content/posts/a.md': post('A', 'redirectFrom: [/b/, /feed.xml]\n'),
    'content/posts/b.md': post('B'),
  });
  expect(problems.join('\n')).toContain('/b/ is the address of content/posts/b.md');
});

it('accepts a redirect from a folder of the system that has no page, and none from below it', async () => {
  const problems = await problemsOf({
    'content/posts/a.md': post('A', 'redirectFrom: [/media/, /author, /page/]\n'),
    'content/posts/b.md': post('B', 'redirectFrom: [/media/a.png, /wp-json/]\n'),
  });
  expect(problems).toEqual([
    expect.stringContaining('/media/a.png is the address of'),
    expect.stringContaining('/wp-json/ is the address of'),
  ]);
});

it('keeps what compiled when another file is broken, and recovers when it is fixed', async () => {
  project = new ContentProject({
    'content/posts/a.md': post('A'),
    'content/posts/b.md': '---\ntitel: B\n---\n',
  });
  expect(await project.problems()).toHaveLength(3);
  project.write({ 'content/posts/b.md': post('B') });
  const loaded = await project.load();
  expect(loaded.report).toMatchObject({ compiled: 1, reused: 1 });
  loaded.close();
});

it('refuses text that is not UTF-8, at its place, in every file, and never shows a replacement character', async () => {
  project = new ContentProject(terms);
  const latin = (text: string) => Buffer.from(text, 'latin1');
  project.write({
    'content/posts/a.md': latin(post('One\nGr\u00fc\u00dfe')),
    'content/posts/b.md': Buffer.from(`\ufeff${post('UTF-16')}`, 'utf16le'),
    'content/posts/c.md': post('A written \ufffd is a character.'),
    'content/tags.yaml': latin('- slug: linux\n  name: L\u00efnux\n'),
    'content/skills/s/SKILL.md': latin('---\nname: s\ndescription: \u00e9\n---\n'),
  });
  expect(await project.problems()).toEqual([
    'content/posts/a.md:6:3 text: is not UTF-8; save the file as UTF-8.',
    'content/posts/b.md:1:1 text: is not UTF-8 but UTF-16; save the file as UTF-8.',
    'content/skills/s/SKILL.md:3:14 text: is not UTF-8; save the file as UTF-8.',
    'content/tags.yaml:2:10 text: is not UTF-8; save the file as UTF-8.',
  ]);
});

it('names files that look like content and are not read, with the nearest right name', async () => {
  project = new ContentProject({
    ...terms,
    'content/posts/a.mdx': '# A',
    'content/posts/b.markdown': post('B'),
    'content/posts/C.MD': post('C'),
    'content/post/d.md': post('D'),
    'content/e.md': post('E'),
    'content/category.yml': '[]',
    'content/posts/_drafts/f.mdx': 'not content',
    'content/posts/.g.md': 'not content',
    'content/posts/_h.md': 'not content',
  });
  symlinkSync(join(project.root, 'content/tags.yaml'), join(project.root, 'content/posts/link.md'));
  symlinkSync(join(project.root, 'content/posts'), join(project.root, 'content/talks'));
  const places = 'content/posts, content/pages, content/talks, content/plugins';
  const lists =
    'content/authors.yaml, content/categories.yaml, content/embeds.yaml, content/media.yaml, content/redirects.yaml, content/tags.yaml';
  expect(await project.problems()).toEqual([
    `content/category.yml:1:1 file: is not read: the lists are ${lists}; did you mean content/categories.yaml?`,
    `content/e.md:1:1 file: is not read: documents are in ${places}.`,
    `content/post/d.md:1:1 file: is not read: documents are in ${places}; did you mean content/posts?`,
    'content/posts/C.MD:1:1 file: is not read: documents end in .md; rename it to C.md.',
    'content/posts/a.mdx:1:1 file: is not read: documents end in .md; rename it to a.md, and write what it imports as Markdown or HTML.',
    'content/posts/b.markdown:1:1 file: is not read: documents end in .md; rename it to b.md.',
    'content/posts/link.md:1:1 file: is a symbolic link, which is not followed; put the file itself here.',
    'content/talks:1:1 file: is a symbolic link, which is not followed; put the file itself here.',
  ]);
});

it('refuses HTML that is not closed, finished or nested, and what is broken in it', async () => {
  const problems = await problemsOf({
    'content/posts/a.md': post(
      [
        'One <b>two *three</b> four*.', // line 5
        '',
        '<div title="a > b">',
        '',
        '> <span>quoted',
        '',
        '<p>A paragraph may end by itself.',
        '',
        '<ul><li>one<li>two</ul><img src="/no.png" alt=""> <a href="plan.md">x</a>',
        '',
        '<svg><path d="M0 0"/></svg><em/> </spam>',
        '',
        '<video src="gone.mp4"></video>',
        '',
        '<a href="x>never ends',
        '',
        '<section title="never ends',
      ].join('\n'),
    ),
    'content/posts/plans.md': post('B\n\n<!-- never ends'),
  });
  expect(problems).toEqual([
    'content/posts/a.md:5:5 HTML: <b> is not closed; write </b> where it ends.',
    'content/posts/a.md:5:18 HTML: </b> is in another paragraph, list item or emphasis than <b>; close it where it was opened.',
    'content/posts/a.md:7:1 HTML: <div> is not closed; write </div> where it ends.',
    'content/posts/a.md:9:3 HTML: <span> is not closed; write </span> where it ends.',
    'content/posts/a.md:13:24 image: there is no image "/no.png"; put the file at public/no.png.',
    'content/posts/a.md:13:51 link: there is no file content/posts/plan.md for "plan.md"; did you mean "plans.md"?',
    'content/posts/a.md:15:28 HTML: <em/> is not closed: HTML ignores the slash; write <em></em>.',
    'content/posts/a.md:15:34 HTML: </spam> closes nothing; remove it, or write <spam> before it.',
    'content/posts/a.md:17:1 link: "gone.mp4" links to no page of this site.',
    'content/posts/a.md:21:1 HTML: <section … is not finished; check its quotation marks, and end it with >.',
    'content/posts/plans.md:7:1 note: the comment is not closed; write --> where it ends.',
  ]);
});
