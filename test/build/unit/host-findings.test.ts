import { expect, it } from 'vitest';
import { describeHost } from '../../../src/build/files/host-files.ts';
import type { Site } from '../../../src/core/model/site.ts';
import { createLibrary, createSite } from '../../helpers/library.ts';

const warns = (site: Partial<Site>, isUrlGiven = false) =>
  describeHost(createLibrary({ site: { ...createSite(), ...site } }), isUrlGiven).remarks.some((remark) =>
    remark.includes('sends readers to their own machine'),
  );

it.each(['server', 'static', 'github-pages', 'netlify', 'cloudflare'] as const)(
  'a build for %s warns about a base URL of this machine',
  (deploy) => {
    for (const url of [
      'http://localhost:4321',
      'http://127.0.0.1',
      'http://notes.localhost',
      'http://[::1]:80',
    ])
      expect(warns({ deploy, url }), url).toBe(true);
    for (const url of ['https://example.org', 'https://localhost.example.org'])
      expect(warns({ deploy, url }), url).toBe(false);
  },
);

it('no warning for a draft build, or where the URL was named for this build of a server', () => {
  const url = 'http://localhost:4321';
  expect(warns({ url, deploy: 'server', preview: true })).toBe(false);
  expect(warns({ url, deploy: 'server' }, true)).toBe(false);
  expect(warns({ url, deploy: 'static' }, true)).toBe(true);
});
