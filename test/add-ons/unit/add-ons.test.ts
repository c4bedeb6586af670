import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainMissing, loadAddOn } from '../../../src/add-ons/add-ons.ts';
import { listMissingAddOns } from '../../../src/add-ons/missing-add-ons.ts';
import type { Site } from '../../../src/core/model/site.ts';
import { type AddOnName, addOnCommands } from '../../../src/core/model/site-packages.ts';
import { definePlugin } from '../../../src/plugins/plugin.ts';
import { settlePlugins } from '../../../src/settings/plugin-settings.ts';
import { testSite } from '../../helpers/content-project.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'agentsite-add-ons-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text = ''): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

describe('an add-on', () => {
  it('of the site comes before that next to the engine', async () => {
    const folder = 'node_modules/agentsite-readers';
    write(
      `${folder}/package.json`,
      JSON.stringify({ type: 'module', exports: { './plugin': './src/plugin.js' } }),
    );
    write(`${folder}/src/plugin.js`, 'export const version = "of the site";');
    expect(await loadAddOn(root, 'agentsite-readers', 'plugin')).toMatchObject({
      version: 'of the site',
    });
  });

  it('that has no such entry is as good as missing, and one whose code fails is not', async () => {
    const folder = 'node_modules/agentsite-readers';
    write(`${folder}/package.json`, JSON.stringify({ type: 'module', exports: { './*': './*.js' } }));
    write(`${folder}/broken.js`, "import 'not-installed';");
    await expect(loadAddOn(root, 'agentsite-readers', 'broken')).rejects.toThrow('not-installed');
  });

  it('that is missing is named with the command that installs it', () => {
    const explain = () => explainMissing('agentsite readers', root, 'agentsite-readers');
    expect(explain()).toBe(
      'agentsite readers needs the package agentsite-readers. Install it:\n  npm install agentsite-readers@1.0.0',
    );
    write('vendor/agentsite.tgz');
    expect(explain()).toContain('cp agentsite-readers-1.0.0.tgz vendor/agentsite-readers.tgz');
    write('vendor/agentsite-readers.tgz');
    expect(explain()).toMatch(/Install it:\n {2}npm install \.\/vendor\/agentsite-readers\.tgz$/);
  });
});

describe('commands', () => {
  it.each(Object.entries(addOnCommands))(
    'of %s are those of its plugin, and have modules',
    async (name, commands) => {
      const found = await loadAddOn<{ default: unknown }>(root, name as AddOnName, 'plugin');
      const { settings, issues } = settlePlugins({ plugins: [found?.default] }, { root, code: '' });
      expect(issues).toEqual([]);
      const [row] = (settings as Pick<Site, 'plugins'>).plugins ?? [];
      expect(Object.keys(row?.commands ?? {}).sort()).toEqual([...commands].sort());
      for (const { module } of Object.values(row?.commands ?? {}))
        expect(existsSync(new URL(module))).toBe(true);
    },
  );

  it('of a package that was compiled are in its compiled files', async () => {
    write('a/commands/hum.js');
    const module = pathToFileURL(join(root, 'a/commands/hum.ts'));
    const plugin = definePlugin({
      name: 'a',
      setup: () => ({ commands: { hum: { summary: 'hums', module } } }),
    });
    const { settings } = settlePlugins({ plugins: [plugin] }, { root, code: '' });
    expect((settings as Pick<Site, 'plugins'>).plugins?.[0]?.commands.hum?.module).toBe(
      './a/commands/hum.js',
    );
  });
});

describe('agentsite check', () => {
  const connect = { ...testSite.connect, webSub: 'https://hub.example/' };
  const site = { ...testSite, editor: true as const, connect };
  const scripts = { test: 'agentsite test' };

  it('names the packages that settings and scripts ask for, with the command that installs each', () => {
    const found = listMissingAddOns(root, site, scripts, () => false);
    expect(found.map(({ file, message }) => `${file}: ${message}`)).toEqual([
      'site.ts: `editor` needs the package agentsite-editor. Run: npm install agentsite-editor@1.0.0',
      'site.ts: `connect` needs the package agentsite-mentions. Run: npm install agentsite-mentions@1.0.0',
      'package.json: `agentsite test` needs the package agentsite-contract. Run: npm install agentsite-contract@1.0.0',
    ]);
  });

  it('names no package that is installed, nor one that nothing asks for', () => {
    expect(listMissingAddOns(root, site, scripts)).toEqual([]);
    expect(listMissingAddOns(root, testSite, { test: 'vitest' }, () => false)).toEqual([]);
  });
});
