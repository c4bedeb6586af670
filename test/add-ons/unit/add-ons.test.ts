import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainMissing, loadAddOn } from '../../../src/add-ons/add-ons.ts';
import { listMissingAddOns } from '../../../src/add-ons/missing-add-ons.ts';
import { openMounts } from '../../../src/add-ons/mounts.ts';
import type { Site } from '../../../src/core/model/site.ts';
import { type AddOnName, addOnCommands } from '../../../src/core/model/site-packages.ts';
import { definePlugin } from '../../../src/plugins/plugin.ts';
import { settlePlugins } from '../../../src/settings/plugin-settings.ts';
import { checkSettings } from '../../../src/settings/read-site.ts';
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
    write(
      `${folder}/src/plugin.js`,
      "export default { definition: { name: 'readers', setup: () => ({ secrets: ['OF_THE_SITE'] }) } };",
    );
    expect(await loadAddOn(root, 'agentsite-readers')).toMatchObject({ secrets: ['OF_THE_SITE'] });
  });

  it('that has no such entry is as good as missing, and one whose code fails is not', async () => {
    const folder = 'node_modules/agentsite-readers';
    write(`${folder}/package.json`, JSON.stringify({ type: 'module', exports: { './*': './*.js' } }));
    expect(await loadAddOn(root, 'agentsite-readers')).toBeNull();
    write(`${folder}/plugin.js`, "import 'not-installed';");
    await expect(loadAddOn(root, 'agentsite-readers')).rejects.toThrow('not-installed');
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
      const row = await loadAddOn(root, name as AddOnName);
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

describe('what plugins mount', () => {
  const mounted = () => {
    write('package.json', '{ "type": "module" }');
    write(
      'desk.js',
      `export default { files: async (_, { site }) => [{ file: 'index.html', key: 'k', render: () => site.title }],
  serve: async () => (request, response) => response.end(request.url) };`,
    );
    const parts = { mount: { path: '/desk/', module: './desk.js' } };
    const plugin = definePlugin({ name: 'desk', setup: () => parts });
    const other = definePlugin({ name: 'other', setup: () => parts });
    return { plugin, other };
  };

  it('is opened with its path, and the editor is one where the settings ask for it', async () => {
    const { title, description, url, owner } = testSite;
    const given = { title, description, url, owner, plugins: [mounted().plugin] };
    const site = checkSettings(given, {}, 'site.ts', { root, code: '' });
    const paths = async (editor: Site['editor']) =>
      (await openMounts(root, { ...site, editor }, true)).map(({ path, files, serve }) => [
        path,
        typeof files,
        typeof serve,
      ]);
    const desk = ['/desk/', 'function', 'function'];
    expect(await paths(false)).toEqual([desk]);
    expect(await paths(true)).toEqual([desk, ['/edit/', 'function', 'function']]);
  });

  it('can’t be at one address with that of another plugin, nor be without a module', async () => {
    const { plugin, other } = mounted();
    const twice = settlePlugins({ plugins: [plugin, other] }, { root, code: '' });
    expect(twice.issues.map(({ message }) => message)).toEqual([
      'the plugins "desk" and "other" both have the path /desk/; remove one of them.',
    ]);
    rmSync(join(root, 'desk.js'));
    const gone = settlePlugins({ plugins: [plugin] }, { root, code: '' });
    expect(gone.issues.map(({ message }) => message)).toEqual([
      'the plugin "desk" can\'t be used: mount.module names a file that does not exist',
    ]);
  });
});

describe('agentsite check', () => {
  const connect = { ...testSite.connect, webSub: 'https://hub.example/' };
  const site = { ...testSite, editor: true as const, connect };
  const scripts = { test: 'agentsite test' };

  it('names the packages that settings and scripts ask for, with the command that installs each', () => {
    const both = { ...scripts, hum: 'agentsite import-x && agentsite readers log' };
    const found = listMissingAddOns(root, site, both, () => false);
    expect(found.map(({ file, message }) => `${file}: ${message}`)).toEqual([
      'site.ts: `editor` needs the package agentsite-editor. Run: npm install agentsite-editor@1.0.0',
      'site.ts: `connect` needs the package agentsite-mentions. Run: npm install agentsite-mentions@1.0.0',
      'package.json: `agentsite readers` needs the package agentsite-readers. Run: npm install agentsite-readers@1.0.0',
      'package.json: `agentsite test` needs the package agentsite-contract. Run: npm install agentsite-contract@1.0.0',
    ]);
  });

  it('names no package that is installed, nor one that nothing asks for', () => {
    expect(listMissingAddOns(root, site, scripts)).toEqual([]);
    expect(listMissingAddOns(root, testSite, { test: 'vitest' }, () => false)).toEqual([]);
  });
});
