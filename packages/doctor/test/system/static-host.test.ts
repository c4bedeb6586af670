import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createFileHost } from '../../../../src/hosts/file-host.ts';
import { makeQuickFolder } from '../../../../test/helpers/quick-folder.ts';
import { buildTarget, layOutTargetsSite } from '../../../../test/helpers/targets-site.ts';
import { brokenRules, examineSite, listFindings } from './examine-site.ts';

const folder = makeQuickFolder('doctor-target');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds below a path what a host without headers leaves out', async () => {
  const root = layOutTargetsSite(folder);
  const url = 'https://user.github.io/repo';
  const build = await buildTarget(root, 'github-pages', url, join(folder, 'github-pages'));
  const server = createFileHost(build.folder, build.site).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const examination = await examineSite(`http://127.0.0.1:${port}/repo/`);
  server.close();
  expect(examination.publishedAs).toBe('https://user.github.io');
  expect(brokenRules(examination), listFindings(examination)).toEqual([
    'http-validators',
    'http-compression',
    'twin-canonical',
    'security-nosniff',
    'security-csp',
    'security-frames',
    'security-referrer',
  ]);
});
