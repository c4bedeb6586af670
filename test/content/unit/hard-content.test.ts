import { afterEach, describe, expect, it } from 'vitest';
import { ContentProject, post } from '../../helpers/content-project.ts';

let project: ContentProject;
afterEach(() => project.remove());

/** The files that the problems name, without repetitions. */
async function filesWithProblems(files: Record<string, string>): Promise<string[]> {
  project = new ContentProject({ 'content/posts/good.md': post('x'), 'public/robots.png.txt': '', ...files });
  const problems = await project.problems();
  for (const problem of problems)
    expect(problem).not.toMatch(/call stack|at \w+ \(|ENAMETOOLONG|quote the value/);
  return [...new Set(problems.map((problem) => problem.replace(/:\d+:\d+ (\S+): .*/, ' $1')))];
}

const times = 5000;
const nested = (open: string, close: string) => `${open.repeat(times)}x${close.repeat(times)}`;
const bomb = [...'abcdefg']
  .map((name, index, all) => {
    const value = index === 0 ? 'x' : `*${all[index - 1]}`;
    return `${name}: &${name} [${Array(10).fill(value).join(', ')}]`;
  })
  .join('\n');
const indented = bomb.replace(/^/gm, '  ');
const long = 'a'.repeat(400);

describe('content that is nested 5,000 deep', () => {
  it.each([
    ['elements', { 'content/posts/a.md': post(nested('<div>', '</div>')) }, 'nesting'],
    ['blocks of HTML', { 'content/posts/a.md': post(nested('<div>\n\n', '\n\n</div>')) }, 'nesting'],
    ['HTML in a quotation', { 'content/posts/a.md': post(`${'> '.repeat(times)}<b>x</b>`) }, 'nesting'],
    ['TeX', { 'content/posts/a.md': post(`\`\`\`math\n${nested('{', '}')}\n\`\`\``) }, 'formula'],
    ['a field', { 'content/posts/a.md': post('x', `fields: {a: ${nested('[', ']')}}\n`) }, 'YAML'],
    ['a list of the site', { 'content/categories.yaml': nested('[', ']') }, 'YAML'],
    [
      'a comment',
      {
        'content/posts/b.md': post('x', 'id: 7\n'),
        'content/comments/7.yaml': `- id: 1\n  name: A\n  date: 2026-01-01\n  text: "${'> '.repeat(times)}![a](b)"\n`,
      },
      '0.text',
    ],
  ])('is a problem of its file: %s', async (_, files, field) => {
    const found = await filesWithProblems(files as Record<string, string>);
    expect(found).toEqual([`${Object.keys(files).at(-1)} ${field.replace(/^0\./, '')}`]);
  });

  it('compiles where it is Markdown alone', async () => {
    const body = `${'> '.repeat(times)}x\n\n${nested('[', ']')}\n\n${nested('*a **b ', ' b** a*')}`;
    expect(await filesWithProblems({ 'content/posts/a.md': post(body) })).toEqual([]);
  });
});

describe('YAML whose aliases repeat without end', () => {
  it.each([
    ['content/posts/a.md', post('x', `fields:\n${indented}\n`)],
    ['content/posts/a.md', post('x', 'fields: &a {b: *a}\n')],
    ['content/skills/a/SKILL.md', `---\nname: a\ndescription: b\nmetadata:\n${indented}\n---\nx\n`],
    ...['categories', 'tags', 'authors', 'media', 'redirects'].map((name) => [`content/${name}.yaml`, bomb]),
  ])('is a problem of %s', async (file, text) => {
    expect(await filesWithProblems({ [file as string]: text as string })).toEqual([`${file} YAML`]);
  });

  it('is a problem of the comments', async () => {
    const files = { 'content/posts/a.md': post('x', 'id: 7\n'), 'content/comments/7.yaml': bomb };
    expect(await filesWithProblems(files)).toEqual(['content/comments/7.yaml YAML']);
  });
});

describe('a name that no file can have', () => {
  const folder = { 'content/posts/a.md': post('x') };

  it.each([
    ['a slug', { 'content/posts/a.md': post('x', `slug: ${long}\n`) }, 'content/posts/a.md slug'],
    ['a path', { 'content/posts/a.md': post('x', `path: /${long}/\n`) }, 'content/posts/a.md slug'],
    ['a series', { 'content/posts/a.md': post('x', `series: ${long}\n`) }, 'content/posts/a.md series'],
    [
      'letters of two bytes',
      { 'content/posts/a.md': post('x', `slug: ${'ä'.repeat(130)}\n`) },
      'content/posts/a.md slug',
    ],
    [
      'a term',
      { ...folder, 'content/categories.yaml': `- slug: ${long}\n  name: A\n` },
      'content/categories.yaml slug',
    ],
    [
      'an author',
      { ...folder, 'content/authors.yaml': `- slug: owner\n  name: A\n- slug: ${long}\n  name: A\n` },
      'content/authors.yaml slug',
    ],
    ['an image', { 'content/posts/a.md': post(`![a](${long}.png)`) }, 'content/posts/a.md image'],
    ['an image of public/', { 'content/posts/a.md': post(`![a](/${long}.png)`) }, 'content/posts/a.md image'],
    ['a link', { 'content/posts/a.md': post(`[a](${long}) [b](${long}.md)`) }, 'content/posts/a.md link'],
    ['a cover', { 'content/posts/a.md': post('x', `image: ${long}.png\n`) }, 'content/posts/a.md image'],
    [
      'a listed file',
      { ...folder, 'content/media.yaml': `- file: /${long}.png\n` },
      'content/media.yaml file',
    ],
    ['a zero byte', { 'content/posts/a.md': post('![a](a%00.png)') }, 'content/posts/a.md image'],
    [
      'a zero byte in a field',
      { 'content/posts/a.md': post('x', 'image: "a\\0.png"\n') },
      'content/posts/a.md image',
    ],
  ])('is a problem where it is written: %s', async (_, files, problem) => {
    expect(await filesWithProblems(files as Record<string, string>)).toEqual([problem]);
  });
});
