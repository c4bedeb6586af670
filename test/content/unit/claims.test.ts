import { afterEach, describe, expect, it } from 'vitest';
import type { ContentError } from '../../../src/content/read/problems.ts';
import { ContentProject, testSite } from '../../helpers/content-project.ts';

let project: ContentProject;
afterEach(() => project.remove());

const part = (day: number, series: string, rest = '') =>
  `---\ntitle: Part ${day}\ndate: 2026-03-0${day}\nseries: ${JSON.stringify(series)}\n${rest}---\n\nWords.\n`;
const page = (rest = '') => `---\ntitle: A page\n${rest}---\n\nWords.\n`;

async function problemsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  project = new ContentProject(files);
  return project.problems();
}

async function warningsOf(files: Readonly<Record<string, string>>): Promise<string[]> {
  project = new ContentProject(files);
  const loaded = await project.load();
  loaded.close();
  return loaded.warnings.map(({ file, line, field, message }) => `${file}:${line} ${field}: ${message}`);
}

describe('two series', () => {
  it.each([
    ['Q&A evenings', 'Q/A evenings'],
    ['C++', 'C#'],
    ['कविता!', 'कविता?'],
  ])('%s and %s have one address, which is a problem with both places', async (one, other) => {
    const problems = await problemsOf({
      'content/posts/a.md': part(1, one),
      'content/posts/b.md': part(2, other),
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('content/posts/b.md:4:1 series: /series/');
    expect(problems[0]).toContain(`is also the address of the series "${one}" (content/posts/a.md:4)`);
  });

  it.each([
    ['हिम', 'हम'],
    ['น้ำ', 'นำ'],
    ['🌊', '🪨'],
  ])('%s and %s have addresses of their own', async (one, other) => {
    const files = { 'content/posts/a.md': part(1, one), 'content/posts/b.md': part(2, other) };
    expect(await problemsOf(files)).toEqual([]);
  });

  it('that differ in case and Unicode form only are one, named as in its oldest published part', async () => {
    project = new ContentProject({
      'content/posts/0.md': part(1, 'ÉTÉ AU LAC', 'draft: true\n'),
      'content/posts/a.md': part(2, 'Été au lac'),
      'content/posts/b.md': part(3, 'été au lac'),
      'content/posts/c.md': part(4, 'Été au lac'.normalize('NFD')),
    });
    const loaded = await project.load();
    loaded.close();
    expect(loaded.library.documents.map(({ series }) => series)).toEqual(Array(3).fill('Été au lac'));
    expect(loaded.warnings.map(({ file, message }) => `${file} ${message}`)).toEqual([
      'content/posts/0.md "ÉTÉ AU LAC" is the series "Été au lac"; write its name in the same way.',
      'content/posts/b.md "été au lac" is the series "Été au lac"; write its name in the same way.',
    ]);
  });
});

describe('a file of public/', () => {
  it.each([
    ['public/about/index.html', '/about/ is also the address of content/pages/about.md'],
    ['public/about.md', '/about/ is also the address of content/pages/about.md'],
    ['public/llms.txt', '/llms.txt is also the address of a document of the system'],
    ['public/series/walks/index.html', '/series/walks/ is also the address of the series "Walks"'],
    ['public/author/owner/index.html', 'is also the address of the archive of the author "owner"'],
    ['public/2026/index.html', 'is also the address of the list "2026"'],
    ['public/media/posts/plan.txt', '/media/posts/plan.txt is also the address of content/posts/plan.txt'],
  ])('%s must not be at an address of something else', async (file, message) => {
    const problems = await problemsOf({
      'content/pages/about.md': page(),
      'content/posts/a.md': part(1, 'Walks').replace('Words', '[plan](plan.txt)'),
      'content/posts/plan.txt': 'Plan',
      [file]: 'Mine',
    });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([file]);
    expect(problems[0]).toContain(message);
  });

  it('may be anywhere else', async () => {
    const files = { 'public/notes/index.html': 'Mine', 'public/.well-known/mine.txt': 'Mine' };
    expect(await problemsOf(files)).toEqual([]);
  });
});

it('addresses that differ in case only have a warning, with both files and the fix', async () => {
  const warnings = await warningsOf({
    'content/pages/one.md': page('slug: Plan\n'),
    'content/pages/two.md': page('slug: plan\n'),
    'content/tags.yaml': '- { slug: Go, name: Go }\n- { slug: go, name: Board game }\n',
    'public/Map.pdf': 'Map',
    'public/map.pdf': 'Map',
  });
  const both = (one: string, other: string) =>
    `${one} differ only in capitals: on macOS, Windows and some hosts they are one file; ${other}.`;
  expect(warnings).toEqual([
    `content/tags.yaml:2 slug: ${both('/tag/go/ and /tag/Go/ of the archive of "Go" (content/tags.yaml)', 'give one of the two another "slug"')}`,
    `content/pages/two.md:3 slug: ${both('/plan/ and /Plan/ of content/pages/one.md', 'give this one another "slug"')}`,
    `public/map.pdf:1 file: ${both('/map.pdf and /Map.pdf of public/Map.pdf', 'rename one of the two')}`,
  ]);
});

it('addresses that differ in Unicode form only are a problem', async () => {
  const problems = await problemsOf({
    'content/pages/one.md': page(`slug: ${'fête'.normalize('NFC')}\n`),
    'content/pages/two.md': page(`slug: ${'fête'.normalize('NFD')}\n`),
    'content/tags.yaml': `- { slug: "${'été'.normalize('NFC')}", name: A }\n- { slug: "${'été'.normalize('NFD')}", name: B }\n`,
  });
  expect(problems[0]).toMatch(
    /two\.md:3:1 slug: .* is also the address of content\/pages\/one\.md \(the same/,
  );
  expect(problems[1]).toMatch(/tags\.yaml:2:\d+ slug: .* is listed twice/);
});

it('warnings come with the problems of a run', async () => {
  project = new ContentProject({
    'content/posts/a.md': part(1, 'Walks'),
    'content/posts/b.md': part(2, 'walks').replace('Words', '[gone](/gone/)'),
  });
  const error = await project.load(undefined, testSite).catch((thrown: unknown) => thrown);
  expect((error as ContentError).problems).toHaveLength(1);
  expect((error as ContentError).warnings).toHaveLength(1);
});
