import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, strictPolicy } from '../../../src/core/front/security-policy.ts';
import type { SiteSettings } from '../../../src/core/model/settings/site-settings.ts';
import { siteSchema } from '../../../src/core/model/site.ts';

const policyOf = (connect: SiteSettings['connect']) =>
  contentSecurityPolicy(
    siteSchema.parse({
      title: 'Notes',
      description: 'Notes.',
      url: 'https://notes.example.org',
      owner: { name: 'The owner', slug: 'owner' },
      connect,
    }),
  );

/** The directives that differ from those of a site that works with no other service. */
const added = (connect: SiteSettings['connect']) =>
  policyOf(connect)
    .split('; ')
    .filter((directive) => !strictPolicy.split('; ').includes(directive));

const id = '0a1b2c3d-0000-4000-8000-000000000000';
const giscus = {
  service: 'giscus',
  repository: 'owner/notes',
  repositoryId: 'R_1',
  category: 'Comments',
  categoryId: 'DIC_1',
} as const;

describe('the Content Security Policy', () => {
  it('is, without other services, the same byte for byte', () => {
    expect(policyOf(undefined)).toBe(
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: https:; media-src 'self' data: https:; frame-src https:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
  });

  it.each([
    [
      'plausible',
      { analytics: { service: 'plausible' } },
      [
        "script-src 'self' 'wasm-unsafe-eval' https://plausible.io",
        "connect-src 'self' https://plausible.io",
      ],
    ],
    [
      'goatcounter',
      { analytics: { service: 'goatcounter', code: 'notes' } },
      [
        "script-src 'self' 'wasm-unsafe-eval' https://gc.zgo.at",
        "connect-src 'self' https://notes.goatcounter.com",
      ],
    ],
    [
      'umami on a host of its own',
      { analytics: { service: 'umami', website: id, host: 'https://stats.example.org' } },
      [
        "script-src 'self' 'wasm-unsafe-eval' https://stats.example.org",
        "connect-src 'self' https://stats.example.org",
      ],
    ],
    [
      'giscus',
      { comments: giscus },
      ["script-src 'self' 'wasm-unsafe-eval' https://giscus.app", "style-src 'self' https://giscus.app"],
    ],
    [
      'listmonk',
      { newsletter: { service: 'listmonk', host: 'https://list.example.org', lists: [id] } },
      ["form-action 'self' https://list.example.org"],
    ],
    [
      'buttondown and forms of own pages',
      { newsletter: { service: 'buttondown', user: 'notes' }, forms: ['https://forms.example.org'] },
      ["form-action 'self' https://buttondown.com https://forms.example.org"],
    ],
    [
      'a service that no adapter is for',
      {
        analytics: {
          service: 'other',
          name: 'Count',
          script: 'https://count.example.org/c.js?x=1',
          origins: ['https://in.example.org'],
          cookies: true,
        },
      },
      [
        "script-src 'self' 'wasm-unsafe-eval' https://count.example.org",
        "connect-src 'self' https://count.example.org https://in.example.org",
      ],
    ],
    ['videos, which play in frames', { video: ['youtube', 'vimeo'] }, []],
  ] satisfies [string, SiteSettings['connect'], string[]][])(
    'allows the exact origins of %s and nothing else',
    (_name, connect, expected) => {
      expect(added(connect)).toEqual(expected);
    },
  );

  it.each([
    'http://plain.example.org',
    'https://example.org/path',
    "https://example.org; script-src 'unsafe-inline'",
    'https://*.example.org',
    "https://a;script-src'unsafe-inline'",
  ])('takes no origin that is not one: %s', (host) => {
    expect(() => policyOf({ forms: [host] })).toThrow();
  });
});
