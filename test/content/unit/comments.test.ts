import { afterEach, describe, expect, it } from 'vitest';
import { renderComments } from '../../../src/core/markdown/comments.ts';
import { threadsOf } from '../../../src/core/pages/comment-threads.ts';
import { createWpContext } from '../../../src/core/wp/context.ts';
import { wpObjects } from '../../../src/core/wp/objects/objects.ts';
import { ContentProject, post, testSite } from '../../helpers/content-project.ts';

const projects: ContentProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.remove();
});

function createProject(comments: string, more: Record<string, string> = {}): ContentProject {
  const project = new ContentProject({
    'content/posts/hello.md': post('Text.', 'id: 137\n'),
    'content/comments/137.yaml': comments,
    ...more,
  });
  projects.push(project);
  return project;
}

const thread = `
- id: 2
  parent: 1
  author: owner
  name: The owner
  date: 2019-03-11T09:00:00
  text: Yes, *if* you tear it. See [hello](/hello/) and <https://ada.example/a_b>.
- id: 1
  name: Ada
  url: https://ada.example/
  date: 2019-03-11T08:00:00
  text: |
    Does it work?

    <script>alert(1)</script>

    <b>Bold</b> [a](javascript:alert(1)) ![spy](https://spy.example/a.png)
- id: 3
  date: 2019-03-12T08:00:00
  type: pingback
  text: Elsewhere.
`;

async function load(project: ContentProject) {
  const loaded = await project.load();
  loaded.close();
  return loaded.library;
}

describe('the archive of comments', () => {
  it('belongs to its document, oldest first, in local time and UTC', async () => {
    const [document] = (await load(createProject(thread))).documents;
    expect(document?.comments?.map(({ id, parent, dateGmt }) => [id, parent, dateGmt])).toEqual([
      [1, 0, '2019-03-11T07:00:00'],
      [2, 1, '2019-03-11T08:00:00'],
      [3, 0, '2019-03-12T07:00:00'],
    ]);
  });

  it('is text and links only: no program, no image of another host', async () => {
    const [document] = (await load(createProject(thread))).documents;
    const html = document?.comments?.[0]?.html ?? '';
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/<script|<b>|javascript:|<img/);
    expect(document?.comments?.[0]?.markdown).not.toMatch(/(?<!\\)<(?:script|b)>|javascript:|!\[/);
  });

  it('changes the digest of its document, so that pages are rebuilt', async () => {
    const project = createProject(thread);
    const before = (await load(project)).documents[0]?.digest;
    project.write({ 'content/comments/137.yaml': thread.replace('Elsewhere', 'There') });
    expect((await load(project)).documents[0]?.digest).not.toBe(before);
  });

  it('of a locked text is not published', async () => {
    const locked = { 'content/posts/hello.md': post('Text.', 'id: 137\npassword: open\n') };
    const [document] = (await load(createProject(thread, locked))).documents;
    expect(document).not.toHaveProperty('comments');
  });

  it.each([
    [
      'content/comments/9.yaml',
      '- {id: 9, date: 2019-01-01}',
      'names document 9, and no document in content/ has that id.',
    ],
    ['content/comments/hello.yaml', '[]', 'must be called as the id of its document is, such as 137.yaml.'],
    ['content/comments/137.yaml', '- {id: 1, date: soon}', 'must be a date such as 2019-03-11T08:00:00.'],
    [
      'content/comments/137.yaml',
      '- {id: 1, parent: 7, date: 2019-01-01}',
      'there is no other comment 7 in this file.',
    ],
    ['content/comments/137.yaml', '- {id: 1, date: 2019-01-01, email: a@b.c}', 'is not a field of comments'],
  ])('%s with %s is refused in a sentence', async (file, text, sentence) => {
    const problems = await createProject('[]', { [file]: text }).problems();
    expect(problems.join('\n')).toContain(sentence);
  });

  it('is in threads, each answer below what it answers; a circle loses nothing', async () => {
    const [document] = (await load(createProject(thread))).documents;
    const comments = document?.comments ?? [];
    expect(threadsOf(comments).map(({ id, answers }) => [id, answers.map((answer) => answer.id)])).toEqual([
      [1, [2]],
      [3, []],
    ]);
    const circle = comments.map((comment) => ({ ...comment, parent: comment.id === 1 ? 2 : 1 }));
    expect(JSON.stringify(threadsOf(circle)).match(/"dateGmt"/g)).toHaveLength(3);
  });

  it('is in the twin, answers quoted deeper', async () => {
    const [document] = (await load(createProject(thread))).documents;
    const twin = renderComments(document?.comments ?? [], testSite);
    expect(twin).toContain(
      '## Comments\n\n**[Ada](https://ada.example/)**, March 11, 2019\n\n> Does it work?',
    );
    expect(twin).toContain(
      '> **The owner**, March 11, 2019\n>\n> > Yes, *if* you tear it. See [hello](https://notes.example.org/hello/)',
    );
  });

  it('is sent as WordPress sends comments; pingbacks are known and not listed', async () => {
    const library = await load(createProject(thread));
    const objects = wpObjects(createWpContext(library));
    const views = objects.filter(({ kind }) => kind === 'comment').map(({ view }) => JSON.parse(view));
    expect(views).toMatchObject([
      { id: 2, post: 137, parent: 1, author: library.authors[0]?.id, _links: { 'in-reply-to': [{}] } },
      {
        id: 1,
        post: 137,
        author: 0,
        author_name: 'Ada',
        link: expect.stringContaining('/hello/#comment-1'),
        _links: { children: [{}] },
      },
    ]);
    expect(objects.filter(({ kind }) => kind === 'pingback').map(({ id }) => id)).toEqual([3]);
  });
});
