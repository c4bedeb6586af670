import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { cruise, type ICruiseOptions, type IReporterOutput } from 'dependency-cruiser';
import { afterAll, describe, expect, it } from 'vitest';
import configuration from '../../../.dependency-cruiser.mjs';
import { listFolders, mapped, maxFiles, withTables } from '../../rooms.ts';
import { drawStructure, layersOf, readArrows } from '../../structure.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'agentsite-rooms-'));
for (const name of ['src', 'sidecar', 'packages', 'tsconfig.json', 'package.json']) {
  cpSync(join(root, name), join(folder, name), {
    recursive: true,
    filter: (file) => !/\/packages\/\w+\/(?:test|node_modules)/.test(file),
  });
}
mkdirSync(join(folder, 'node_modules'));
symlinkSync(folder, join(folder, 'node_modules/agentsite'));
symlinkSync(join(folder, 'packages/import'), join(folder, 'node_modules/agentsite-import'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Wrong imports, each in a file that does not exist yet, and the rule that must refuse it. */
const planted = [
  ['src/core/text/planted.ts', '../../content/read/sources.ts', 'arrows-of-src/core/text'],
  ['src/core/deeper/down/planted.ts', '../../../content/read/sources.ts', 'every-file-has-a-room'],
  ['src/core/wp/deeper/planted.ts', '../../../content/read/sources.ts', 'arrows-of-src/core/wp'],
  ['src/core/model/planted.ts', '../text/locale.ts', 'arrows-of-src/core/model'],
  ['src/core/pages/planted.ts', '../markdown/llms-txt.ts', 'arrows-of-src/core/pages'],
  ['src/core/wp/planted.ts', 'node:fs', 'core-is-pure'],
  ['src/content/read/planted.ts', '../compile/markup/player.ts', 'arrows-of-src/content/read'],
  ['src/content/library/planted.ts', '../../build/plan/output.ts', 'arrows-of-src/content/library'],
  ['src/build/planted.ts', '../../sidecar/app.ts', 'arrows-of-src/build'],
  ['sidecar/wp/planted.ts', '../mcp/features/cursor.ts', 'arrows-of-sidecar/wp'],
  ['src/content/read/thread.ts', 'node:worker_threads', 'threads-start-in-one-place'],
  ['sidecar/contact/planted.ts', '../adapters/secret-file.ts', 'arrows-of-sidecar/contact'],
  ['sidecar/mcp/deeper/planted.ts', '../../../src/build/plan/output.ts', 'arrows-of-sidecar/mcp'],
  ['src/cli/planted.ts', '../../packages/import/src/import-site.ts', 'engine-imports-no-add-on'],
  ['sidecar/planted.ts', 'agentsite-import/plugin', 'engine-imports-no-add-on'],
  ['packages/readers/src/planted.ts', '../../../src/core/model/urls.ts', 'add-ons-use-the-api'],
  ['packages/readers/src/planted-too.ts', '../../import/src/import-site.ts', 'add-ons-use-the-api'],
  ['packages/mentions/src/planted.ts', 'agentsite-import/plugin', 'add-ons-use-the-api'],
  ['packages/import/src/plan/planted.ts', '../write/report.ts', 'arrows-of-packages/import/src/plan'],
] as const;

describe('the rooms', () => {
  it.each(mapped)('%s has them as the linter knows them (`npm run rooms` writes the tables)', (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    expect(withTables(file, text)).toBe(text);
  });

  it('are drawn from their imports in docs/structure.md, without a circle', () => {
    expect(drawStructure(readArrows())).toBe(readFileSync(join(root, 'docs/structure.md'), 'utf8'));
    const circle = new Map([
      ['src/core', new Set<string>()],
      ['src/cli', new Set(['src/dev', 'src/core'])],
      ['src/dev', new Set(['src/cli'])],
    ]);
    expect(() => layersOf(circle)).toThrow('import each other in a circle: src/cli, src/dev');
    circle.get('src/dev')?.clear();
    expect(layersOf(circle)).toEqual([['src/cli'], ['src/core', 'src/dev']]);
  });

  it('each is in one table, and each folder of the tables exists', () => {
    const tables = mapped.filter((file) => !/^(?:packages\/)?README/.test(file));
    const rows = tables.flatMap((file) =>
      withTables(file, '<!-- rooms --><!-- /rooms -->').match(/^\| `.*$/gm),
    );
    const folders = listFolders();
    expect(rows).toHaveLength(folders.size);
    const names = [...folders.keys()].filter((name) => name !== 'src/theme');
    expect(names.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });

  it('each folder has a sentence, and few files', () => {
    const described = listFolders();
    for (const top of ['src', 'sidecar', 'deploy', 'packages']) {
      const entries = readdirSync(join(root, top), { recursive: true, withFileTypes: true });
      const files = entries
        .filter(
          ({ parentPath, name }) => top !== 'packages' || /packages\/\w+\/src/.test(`${parentPath}/${name}`),
        )
        .filter((entry) => entry.isFile() && entry.name !== 'README.md');
      const perFolder = Map.groupBy(files, ({ parentPath }) =>
        relative(root, parentPath).replaceAll(sep, '/'),
      );
      const folders = [...perFolder].filter(([folder]) => folder !== 'src');
      expect(folders.filter(([folder]) => !described.has(folder)).map(([folder]) => folder)).toEqual([]);
      expect(folders.filter(([, { length }]) => length > maxFiles).map(([folder]) => folder)).toEqual([]);
    }
  });

  it('refuse each planted import, and a planted circle', async () => {
    for (const [file, target] of planted) plant(file, `import '${target}';\n`);
    plant('src/cli/circle-a.ts', "import './circle-b.ts';\n");
    plant('src/cli/circle-b.ts', "import './circle-a.ts';\n");
    const found = await refusedArrows();
    for (const [file, , rule] of planted) expect(found).toContain(`${file}: ${rule}`);
    expect(found).toContain('src/cli/circle-a.ts: no-circle');
    const files = [...planted.map(([file]) => file), 'src/cli/circle-a.ts', 'src/cli/circle-b.ts'];
    expect(found.filter((line) => !files.some((file) => line.startsWith(file)))).toEqual([]);
  });
});

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** `file: rule` for each violation in the folder. */
async function refusedArrows(): Promise<string[]> {
  const { forbidden, options } = configuration;
  const cruiseOptions = {
    ...options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden },
  } as ICruiseOptions;
  const result: IReporterOutput = await cruise(['src', 'sidecar', 'packages'], cruiseOptions);
  if (typeof result.output === 'string') throw new Error('The linter of rooms answered with text.');
  return result.output.summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`);
}
