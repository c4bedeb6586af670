import { expect, onTestFinished, test } from 'vitest';
import { buildTestSite } from '../../../src/api/testing.ts';
import { post } from '../../helpers/content-project.ts';

const settings = (setup: string) => `import { definePlugin } from 'agentsite/plugin';
const p = definePlugin({ name: 'p', setup: () => (${setup}) });
export const site = {
  title: 'Field notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  owner: { name: 'The owner', slug: 'owner' },
  plugins: [p],
};
`;

/** What a plugin may do wrong in a build, and the message. */
const mistakes: readonly (readonly [setup: string, message: RegExp])[] = [
  [
    "{ remarkPlugins: [() => () => { throw new Error('lost') }] }",
    /walk\.md:\d+:1 plugin: the plugin "p" failed: lost/,
  ],
  [
    "{ checks: () => { throw new Error('lost') } }",
    /site\.ts:1:1 plugins: the plugin "p" failed: its check: lost/,
  ],
  [
    "{ publications: [{ path: '/x/', type: 'text/plain', render: () => ({ '../../x.txt': '' }) }] }",
    /the plugin "p" failed: \/x\/: "\.\.\/\.\.\/x\.txt" is no name of a file/,
  ],
  [
    "{ sidecar: { module: './broken.ts' } }",
    /the plugin "p" failed: its module \.\/broken\.ts can't be bundled: /,
  ],
  [
    "{ sidecar: { module: './fine.ts', data: () => 7 } }",
    /the plugin "p" failed: data\(\): it must return text/,
  ],
];

test('a build that a plugin breaks names it, and the last build stays', async () => {
  const site = await buildTestSite({
    'site.ts': settings("{ publications: [{ path: '/x.txt', type: 'text/plain', render: () => 'fine' }] }"),
    'content/posts/walk.md': post('Words.'),
    'broken.ts': "import './nothing.ts';",
    'fine.ts': 'export default () => ({});',
  });
  onTestFinished(() => site.remove());
  expect(site.problems).toEqual([]);
  const front = site.read('/index.html');
  for (const [setup, message] of mistakes) {
    const { problems } = await site.rebuild({ 'site.ts': settings(setup) });
    expect(problems.join('\n')).toMatch(message);
    expect([site.read('/x.txt'), site.read('/index.html')]).toEqual(['fine', front]);
  }
});
