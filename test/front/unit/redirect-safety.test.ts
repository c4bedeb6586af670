import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPath } from '../../../sidecar/front/path-guard.ts';
import { describeFront } from '../../../src/core/front/front-table.ts';
import { findOldAddress } from '../../../src/core/front/old-addresses.ts';
import { checkRedirect, fillTarget } from '../../../src/core/front/redirect-target.ts';
import { describeHostRedirects } from '../../../src/core/front/servers/host-redirects.ts';
import type { Redirect } from '../../../src/core/model/document.ts';
import { createLibrary, createSite } from '../../helpers/library.ts';
import { answerOfCloudflare, answerOfNetlify } from '../../helpers/redirect-hosts.ts';

const site = createSite({ url: 'https://site.example' });
const own = 'https://site.example';

/** Rules whose targets begin with a value, in every place that a part can have. */
const rules: readonly Redirect[] = [
  ['/moved/{rest*}', '/{rest}'],
  ['/glued{rest*}', '/{rest}'],
  ['/glued-file{rest*}', '/{rest}.html'],
  ['/one/{a}', '/{a}'],
  ['/two/{a}/{b}', '/{a}/{b}'],
  ['/turned/{a}/{rest*}', '/{rest}/{a}'],
  ['/turned-text/{a}/{rest*}', '/{rest}{a}'],
  ['/dashes/{a}-{b}/', '/{b}/{a}'],
  ['/deep/{rest*}', '/new/{rest}'],
  ['/query/{rest*}', '/?s={rest}'],
  ['/fragment/{rest*}', '/#{rest}'],
  ['/away/{rest*}', 'https://new.example/{rest}'],
  ['/away-port/{rest*}', 'https://new.example:8443/{rest}'],
  ['/away-query/{rest*}', 'https://new.example?u={rest}'],
  ['/away-turned/{a}/{rest*}', 'https://new.example/{rest}/{a}'],
].map(([from = '', to = '']) => ({ from, to, status: 302 }));

const originOf = (to: string | null) => (to?.startsWith('http') ? new URL(to).origin : own);

/** What makes a host of what follows, in one server, client or spelling; and ordinary text. */
const hostile = [
  ...[
    '/',
    '//',
    '\\',
    '%2f',
    '%2F',
    '%5c',
    '%5C',
    '%252f',
    '%09',
    '%0a',
    '%0d',
    '\t',
    '\n',
    '%00',
    '%20',
    ' ',
  ],
  ...[
    '.',
    '..',
    './',
    '/./',
    '/../',
    '%2e',
    '%2e%2e/',
    ';',
    ':',
    '@',
    '?',
    '#',
    '&',
    '=',
    '$1',
    '$&',
    '{a}',
    ':splat',
  ],
  ...[
    'https:',
    'https://',
    'javascript:',
    'evil.example',
    '//evil.example/',
    '@evil.example',
    '-',
    'a',
    '日',
    '😀',
    '%F0%9F%98%80',
    '%ff',
  ],
];
const tail = fc.array(fc.constantFrom(...hostile), { maxLength: 6 }).map((pieces) => pieces.join(''));
const request = fc
  .record({ rule: fc.constantFrom(...rules), value: tail, other: tail })
  .map(({ rule, value, other }) => ({
    rule,
    path: rule.from.replace(/\{\w+\*?\}/, () => value).replace(/\{\w+\*?\}/, () => other),
  }));

const libraryOf = (deploy: 'server' | 'cloudflare' | 'netlify', redirects: readonly Redirect[]) => ({
  ...createLibrary({ site: { ...site, deploy } }),
  redirects,
});
const runs = { numRuns: 5000 };

describe('a value that a client chose changes neither scheme nor host', () => {
  it('on the server, whatever the path', () => {
    const { old } = describeFront(libraryOf('server', rules));
    let moved = 0;
    fc.assert(
      fc.property(request, ({ path }) => {
        const checked = checkPath(path);
        if (!checked.ok) return;
        const found = findOldAddress(checked.path, old, () => false);
        if (found?.kind !== 'moved') return;
        moved++;
        const rule = rules.find(({ from }) => checked.path.startsWith(from.slice(0, from.indexOf('{'))));
        expect(new URL(found.location, `${own}/moved/`).origin).toBe(originOf(rule?.to ?? null));
        expect(found.location).toMatch(/^[!-~]+$/);
      }),
      runs,
    );
    expect(moved).toBeGreaterThan(100);
  });

  it('on the server, also for a path that was never checked', () => {
    fc.assert(
      fc.property(request, tail, ({ rule }, value) => {
        const location = fillTarget(rule.to ?? '', { a: value, b: value, rest: value });
        if (location !== null) expect(new URL(location, `${own}/moved/`).origin).toBe(originOf(rule.to));
      }),
      runs,
    );
  });

  it.each([
    ['cloudflare', (lines: readonly string[], path: string) => answerOfCloudflare(lines, own + path)],
    ['netlify', answerOfNetlify],
    ['netlify', (lines: readonly string[], path: string) => answerOfNetlify(lines, decode(path))],
  ] as const)('on %s', (deploy, answer) => {
    let moved = 0;
    fc.assert(
      fc.property(request, ({ rule, path }) => {
        const location = answer(describeHostRedirects(libraryOf(deploy, [rule])).lines, path);
        if (location === null) return;
        moved++;
        const { origin } = new URL(location, `${own}/moved/`);
        expect([own, originOf(rule.to)]).toContain(origin);
      }),
      runs,
    );
    expect(moved).toBeGreaterThan(100);
  });
});

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

describe('a value is data', () => {
  it.each([
    ['/{rest}', '/evil.example/', '/evil.example/'],
    ['/{rest}', '//evil.example/', '/evil.example/'],
    ['/{rest}/{a}', '', '/evil.example'],
    ['/x/{rest}', '../../secret', null],
    ['/x/{rest}', 'a?b#c', '/x/a%3Fb%23c'],
    ['/search/?q={rest}', 'a&b=c d/é', '/search/?q=a%26b%3Dc%20d%2F%C3%A9'],
    [
      'https://web.archive.example/web/https://old.example/{rest}',
      'a',
      'https://web.archive.example/web/https://old.example/a',
    ],
    [
      'https://bücher.example/日本/{rest}',
      '本',
      'https://xn--bcher-kva.example/%E6%97%A5%E6%9C%AC/%E6%9C%AC',
    ],
    ['/x/{rest}', '\ud83d', '/x/%EF%BF%BD'],
  ])('%s with %j', (to, rest, location) => {
    expect(fillTarget(to, { rest, a: 'evil.example' })).toBe(location);
  });
});

describe('a build refuses', () => {
  it.each([
    ['/a{rest*}', 'https://new.example{rest}', 'to'],
    ['/a/{h}', 'https://{h}/', 'to'],
    ['/a/{h}', 'https://{h}.example/', 'to'],
    ['/a/{h}', 'https://new.example:{h}/', 'to'],
    ['/a/{h}', 'https://me@{h}/', 'to'],
    ['/a/{h}', 'https://new.example@{h}/', 'to'],
    ['/a/{h}', 'https://{h}', 'to'],
    ['/a/{h}', '{h}', 'to'],
    ['/a/{h}', '//{h}/', 'to'],
    ['/a/{h}', '/\\{h}', 'to'],
    ['/a/{h}', '/\u0009/{h}', 'to'],
    ['/a/{h}', 'https:\\\\new.example/', 'to'],
    ['/a/{h}', 'javascript:{h}', 'to'],
    ['/a/', '//evil.example/', 'to'],
    ['/a/{h*}', '/{h*}', 'to'],
    ['/a/{h}', '/{other}', 'to'],
    ['/a/{h}/{h}', '/{h}', 'from'],
    ['/a/{not-a-name}', '/b/', 'from'],
    ['/{a}{b}{c}{d}{e}{f}{g}{h}{i}{j}', '/b/', 'from'],
    [`/${'a'.repeat(1000)}`, '/b/', 'from'],
    ['/a\\b/', '/b/', 'from'],
  ])('%s → %s', (from, to, field) => {
    expect(checkRedirect(from, to)?.field).toBe(field);
  });

  it('nothing that is sound', () => {
    for (const { from, to } of rules) expect(checkRedirect(from, to)).toBeNull();
    expect(checkRedirect('/sale/{id:number}/', null)).toBeNull();
  });
});
