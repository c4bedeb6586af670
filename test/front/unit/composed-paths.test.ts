import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NextFunction, Request, Response } from 'express';
import { afterAll, expect, it } from 'vitest';
import { createFront } from '../../../sidecar/front/create-front.ts';
import { PublishedFolder } from '../../../sidecar/front/published-files.ts';
import { describeOldAddresses } from '../../../src/core/front/old-addresses.ts';
import { createLibrary } from '../../helpers/library.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentsite-composed-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const name of ['café', 'が']) {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'index.html'), '<p>Here.</p>');
}
writeFileSync(join(folder, 'Ångström.txt'), 'Here.');

const library = createLibrary();
const front = createFront(library.site, {
  files: new PublishedFolder(folder),
  table: { redirects: {}, old: describeOldAddresses(library), lockedTwins: [] },
  lockedTwins: new Set(),
});

/** Where the front redirects to; null when it leaves the answer to others. */
function leadsTo(url: string): string | null {
  let location: string | null = null;
  const response = {
    status: () => response,
    set: (headers: { Location?: string }) => {
      location = headers.Location ?? location;
      return response;
    },
    end: () => response,
  };
  const request = { method: 'GET', url, get: () => undefined };
  front(request as unknown as Request, response as unknown as Response, (() => {}) as NextFunction);
  return location;
}

it.each([
  ['/café/'.normalize('NFD'), '/caf%C3%A9/'],
  ['/が/'.normalize('NFD'), '/%E3%81%8C/'],
  ['/Ångström.txt'.normalize('NFD'), '/%C3%85ngstr%C3%B6m.txt'],
])('%s redirects to the path in NFC, with its query', (path, composed) => {
  expect(leadsTo(`${encodeURI(path)}?a=1`)).toBe(`${composed}?a=1`);
});

it('what is in neither form is missing', () => {
  expect(leadsTo(encodeURI('/thé/'.normalize('NFD')))).toBeNull();
});
