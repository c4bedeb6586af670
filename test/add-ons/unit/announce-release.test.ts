import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { announceRelease } from '../../../src/add-ons/announce-release.ts';
import { rememberPlugins } from '../../../src/plugins/loaded-plugins.ts';
import { definePlugin } from '../../../src/plugins/plugin.ts';
import { checkSettings } from '../../../src/settings/read-site.ts';
import { testSite } from '../../helpers/content-project.ts';

it('runs what plugins do after a release, whatever another one throws', async () => {
  const root = mkdtempSync(join(tmpdir(), 'agentsite-release-'));
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => {
    rmSync(root, { recursive: true, force: true });
    errors.mockRestore();
    process.exitCode = 0;
  });
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(root, 'broken.js'), "export default () => { throw new Error('no connection'); };");
  writeFileSync(join(root, 'works.js'), 'export default (site) => { globalThis.announced = site.url; };');
  const plugins = ['broken', 'works'].map((name) =>
    definePlugin({ name, setup: () => ({ afterPublish: `./${name}.js` }) })(),
  );
  const { title, description, url, owner } = testSite;
  const site = checkSettings({ title, description, url, owner, plugins }, {}, 'site.ts', { root, code: '' });
  rememberPlugins(site, []);
  await announceRelease(root, site);
  expect(errors.mock.calls).toEqual([['The site is published. broken failed: no connection']]);
  expect((globalThis as { announced?: string }).announced).toBe(url);
  expect(process.exitCode).toBe(1);
});
