import { expect, test } from 'vitest';
import { createLibrary, createSite } from '../../../../test/helpers/library.ts';
import { blocklist } from '../../src/blocklist.ts';
import { fediverse } from '../../src/fediverse.ts';

type Given = Parameters<typeof fediverse>[0];
const { definition } = fediverse;

test.each<[string, Given]>([
  ['username: must be small letters', { username: '@Blog' }],
  ['avatar: must be the path of a file of public/', { avatar: 'me.png' }],
  ['blocked: must be a host such as spam.example', { blocked: ['https://spam.example'] }],
  ['blocked: must be a host such as spam.example', { blocked: ['@ada@spam.example'] }],
])('a mistake in %s', (expected, given) => {
  const [field = '', words = ''] = expected.split(': ');
  const issue = definition.options?.safeParse(given).error?.issues[0];
  expect(issue).toMatchObject({
    path: expect.arrayContaining([field]),
    message: expect.stringContaining(words),
  });
});

test('a site that no server can follow, and settings that mean nothing, are findings', () => {
  const of = (deploy: 'server' | 'netlify', given: Given) => {
    const { checks } = definition.setup(definition.options?.parse(given) as never);
    const library = createLibrary({ site: createSite({ deploy }), tags: [{ slug: 'spiders' }] });
    return [...(checks?.(library) ?? [])].map(({ message, isProblem }) => `${isProblem} ${message}`);
  };
  expect(of('server', { kinds: ['post', 'page'], warnings: { spiders: 'Spiders' } })).toEqual([]);
  expect(of('netlify', {})).toEqual([expect.stringMatching(/^true needs a server/)]);
  expect(of('server', { kinds: ['posts'] })).toEqual([
    expect.stringMatching(/^true kinds: there is no type "posts"; there are post, /),
  ]);
  expect(of('server', { warnings: { spider: 'Spiders' } })).toEqual([
    expect.stringMatching(/^false warnings: no post has the tag "spider"/),
  ]);
});

test('a host is blocked with those below it, as it is written', () => {
  const isBlocked = blocklist([
    'Spam.example',
    'bücher.example',
    'https://other.example/users/eve',
    'port.example:8080',
  ]);
  for (const address of [
    'https://spam.example/users/a',
    'https://a.spam.example/inbox',
    'https://xn--bcher-kva.example/a',
    'https://other.example/users/eve',
    'https://port.example:8080/a',
  ])
    expect(isBlocked(address), address).toBe(true);
  for (const address of [
    'https://notspam.example/',
    'https://other.example/users/ada',
    'https://port.example/a',
    'no address',
  ])
    expect(isBlocked(address), address).toBe(false);
});
