import { afterEach, describe, expect, it } from 'vitest';
import { ContentError } from '../../../src/content/read/problems.ts';
import { ContentProject } from '../../helpers/content-project.ts';

let project: ContentProject;
afterEach(() => project.remove());

/** @param rules `from to` or `from to status`, one on each line of the list */
async function follow(rules: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const lines = rules.map((rule) => {
    const [from, to, status] = rule.split(' ');
    return `- { from: "${from}", to: "${to}"${status ? `, status: ${status}` : ''} }\n`;
  });
  project = new ContentProject({
    'content/pages/here.md': '---\ntitle: Here\n---\n\nWords.\n',
    'content/redirects.yaml': lines.join(''),
    ...files,
  });
  const found = await project.load().catch((error: unknown) => error as ContentError);
  const problems = found instanceof ContentError ? found.problems : [];
  if (!(found instanceof ContentError)) found.close();
  const list = (all: typeof problems) =>
    all.map(({ file, line, field, message }) => `${file.split('/').at(-1)}:${line} ${field}: ${message}`);
  return { problems: list(problems), warnings: list(found.warnings) };
}

describe('a redirect without end is a problem', () => {
  it.each([
    ['to itself', ['/a/ /a/'], '/a/ → /a/'],
    ['in a circle', ['/a/ /b/', '/b/ /c/', '/c/ /a/'], '/a/ → /b/ → /c/ → /a/'],
    ['to its own pattern', ['/old/{page} /old/{page}/'], '/old/sample → /old/sample/ → /old/sample/'],
    ['that grows', ['/shop/{rest*} /shop/all/{rest}'], '/shop/sample/part → /shop/all/sample/part'],
    [
      'through another pattern',
      ['/x/{id:number} /y/{id} 302', '/y/{id:number} /x/{id} 302'],
      '/x/7 → /y/7 → /x/7',
    ],
    ['by its URL', ['/a/ https://notes.example.org/b/', '/b/ /a/'], '/a/ → /b/ → /a/'],
    ['in another script', ['/本/ /書/', '/書/ /本/'], '/本/ → /書/ → /本/'],
  ])('%s', async (_, rules, way) => {
    const { problems } = await follow(rules);
    expect(problems).toHaveLength(rules.length);
    expect(problems[0]).toContain(`redirects.yaml:1 to: redirects without end: ${way}`);
  });
});

it('documents win, so a pattern may have its target among its own addresses', async () => {
  expect(await follow(['/{page} /here/ 302', '/old/{page} /here/#{page}'])).toEqual({
    problems: [],
    warnings: [],
  });
});

it('what is there needs no warning: files, feeds, twins, archives, queries and other hosts', async () => {
  const rules = [
    ...[
      '/a/ /map.pdf',
      '/b/ /feed.xml',
      '/c/ /here.md',
      '/d/ /author/owner/',
      '/e/ /?p=7',
      '/f/ https://b.example/',
    ],
    ...['/g/{x} /author/{x}/', '/h/ /search/?q=a', '/i/ /here', '/j/ /wp-json/wp/v2/posts'],
  ];
  const post = '---\ntitle: A\ndate: 2026-01-02\n---\n\nWords.\n';
  expect(await follow(rules, { 'public/map.pdf': 'Map', 'content/posts/post.md': post })).toEqual({
    problems: [],
    warnings: [],
  });
});

it('a target where nothing is, a long chain, and a rule that never applies have a warning', async () => {
  const chain = ['/1/ /2/', '/2/ /3/', '/3/ /4/', '/4/ /5/', '/5/ /6/', '/6/ /here/'];
  const { problems, warnings } = await follow(
    [
      ...['/dead/ /nowhere/', '/lost/{x} /nowhere/{x}/', ...chain, '/here/ /1/'],
      ...['/all/{x} /here/ 302', '/all/{n:number} /here/ 302', '/moved/ /here/'],
    ],
    { 'content/pages/moved.md': '---\ntitle: M\nredirectFrom: [/moved/from/]\n---\n\nWords.\n' },
  );
  expect(problems).toEqual([]);
  expect(warnings).toEqual([
    'redirects.yaml:1 to: nothing is at /nowhere/, so readers get an error; redirect to a page that is there, or write "status: 410".',
    'redirects.yaml:2 to: nothing is at /nowhere/sample/, so readers get an error; redirect to a page that is there, or write "status: 410".',
    'redirects.yaml:3 to: takes 6 redirects (/1/ → /2/ → /3/ → /4/ → …), and search engines follow 5; redirect to /here/ at once.',
    'redirects.yaml:9 from: /here/ is also the address of a page that is published there; remove one of the two.',
    'redirects.yaml:11 from: /all/{n:number} is also the address of the rule "/all/{x}" before it; remove one of the two.',
    'redirects.yaml:12 from: /moved/ is also the address of a page that is published there; remove one of the two.',
  ]);
});

it('redirectFrom and the list must not name one address twice', async () => {
  const { warnings } = await follow(['/old/ /here/'], {
    'content/pages/two.md': '---\ntitle: Two\nredirectFrom: [/old/]\n---\n\nWords.\n',
  });
  expect(warnings).toEqual([
    'redirects.yaml:1 from: /old/ is also the address of content/pages/two.md; remove one of the two.',
  ]);
});
