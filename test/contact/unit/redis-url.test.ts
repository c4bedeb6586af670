import { expect, test } from 'vitest';
import { parseRedisUrl } from '../../../sidecar/adapters/redis-url.ts';

test.each([
  ['redis://localhost', { kind: 'server', tls: false, node: { host: 'localhost', port: 6379 }, database: 0 }],
  [
    'rediss://ada:p%40ss@cache.example.org:6380/3',
    {
      kind: 'server',
      tls: true,
      username: 'ada',
      password: 'p@ss',
      node: { host: 'cache.example.org', port: 6380 },
      database: 3,
    },
  ],
  ['redis://[::1]:7000', { kind: 'server', tls: false, node: { host: '::1', port: 7000 }, database: 0 }],
  ['unix:///run/redis.sock', { kind: 'socket', tls: false, path: '/run/redis.sock' }],
  ...['redis://a:1,b:2', 'redis://a:1,redis://b:2'].map(
    (url) =>
      [
        url,
        {
          kind: 'cluster',
          tls: false,
          nodes: [
            { host: 'a', port: 1 },
            { host: 'b', port: 2 },
          ],
        },
      ] as const,
  ),
  ['redis+cluster://a', { kind: 'cluster', tls: false, nodes: [{ host: 'a', port: 6379 }] }],
  [
    'rediss+sentinel://:secret@a,b:26380/main/2?sentinel-password=s',
    {
      kind: 'sentinel',
      tls: true,
      password: 'secret',
      nodes: [
        { host: 'a', port: 26379 },
        { host: 'b', port: 26380 },
      ],
      primary: 'main',
      database: 2,
      sentinelPassword: 's',
    },
  ],
] as const)('%s is understood', (url, target) => {
  expect(parseRedisUrl(url)).toEqual(target);
});

test.each([
  ['valkey://u:p@host:7000/2', 'redis://u:p@host:7000/2'],
  ['valkeys://host', 'rediss://host'],
  ['valkey://a:1,valkey://b:2', 'redis://a:1,b:2'],
  ['valkeys+sentinel://a/main', 'rediss+sentinel://a/main'],
])('%s is %s', (url, other) => {
  expect(parseRedisUrl(url)).toEqual(parseRedisUrl(other));
});

test.each([
  'redis://user:12#3@host:6379',
  'redis://user:12/3@host:6379',
  'rediss://:se/cret@host',
  'redis://:se@cret@host',
  'valkey://:se#cret@host',
])('%s is refused, with how its password is written', (url) => {
  expect(() => parseRedisUrl(url)).toThrow(/# as %23.*@ as %40/);
});

test.each([
  'localhost:6379',
  'http://localhost',
  'redis://',
  'redis://u:secret@a:b',
  'redis+sentinel://a',
  'redis://a/x',
])('%s is refused in a sentence that keeps the password to itself', (url) => {
  expect(() => parseRedisUrl(url)).toThrow(/^REDIS_URL/);
  expect(() => parseRedisUrl(url)).not.toThrow(/secret/);
});
