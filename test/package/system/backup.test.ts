import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { polylangExport } from '../../../packages/import/test/helpers/polylang-export.ts';
import { layOutOwnSite } from '../../helpers/own-site.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { runEngine } from '../../helpers/targets-site.ts';

const folder = makeQuickFolder('backup');
beforeAll(() => {
  layOutOwnSite(folder);
  cpSync(join(projectRoot, 'packages/contract/src'), join(folder, 'engine/test/contract'), {
    recursive: true,
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(name: string, ...words: string[]): Promise<void> {
  const { status, said } = await runEngine(join(folder, name), words);
  // An import ends with 1 when it has losses.
  expect(words[0] === 'import' ? [0, 1] : [0], said).toContain(status);
}

const create = (name: string) =>
  run(
    'site',
    'init',
    join(folder, name),
    '--yes',
    '--title',
    'Field notes',
    '--url',
    'https://notes.example.org',
  );

/** Digests of the files of a build; of the content index, whose bytes depend on how it was built, only that it is there. */
function digests(name: string): Record<string, string> {
  const dist = join(folder, name, 'dist');
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => {
        const bytes = path.endsWith('.sqlite') ? '' : readFileSync(path);
        return [path.slice(dist.length + 1), createHash('sha256').update(bytes).digest('hex')];
      }),
  );
}

/** Backs up a site that was built, and builds it again in an empty folder: of the same name, which is in `dist/server`. */
async function moveSite(name: string): Promise<void> {
  const before = digests(name);
  await run(name, 'backup', join(folder, `${name}.tar.gz`));
  rmSync(join(folder, name), { recursive: true });
  await run('site', 'restore', join(folder, `${name}.tar.gz`), join(folder, name));
  await run(name, 'build');
  expect(Object.keys(before).length).toBeGreaterThan(50);
  expect(digests(name)).toEqual(before);
}

it('a created site has the same build on an empty machine', async () => {
  await create('created');
  await run('created', 'build');
  await moveSite('created');
});

it('so does one that was edited, with images, own pages, a theme, and files of all times', async () => {
  await create('edited');
  await run('edited', 'build');
  const root = join(folder, 'edited');
  const settings = join(root, 'site.ts');
  writeFileSync(
    settings,
    readFileSync(settings, 'utf8').replace('  navigation', "  customCss: ['./theme/my.css'],\n  navigation"),
  );
  for (const place of ['theme', 'src/pages', 'content/posts/trip'])
    mkdirSync(join(root, place), { recursive: true });
  writeFileSync(join(root, 'theme/my.css'), ':root { --accent: #7a1f4b; }\n');
  writeFileSync(
    join(root, 'src/pages/ask.astro'),
    '---\nimport Page from \'../../../engine/src/layouts/page.astro\';\n---\n<Page title="Ask" description="Ask me."><p>Words.</p></Page>\n',
  );
  cpSync(join(projectRoot, 'content/posts/page-and-twin.png'), join(root, 'content/posts/trip/leaf.png'));
  writeFileSync(
    join(root, 'content/posts/trip/index.md'),
    '---\ntitle: Trip\ndate: 2026-05-01\n---\n\n![A leaf](leaf.png)\n',
  );
  writeFileSync(join(root, 'public/größe.txt'), 'Words\n');
  rmSync(join(root, 'content/posts/next.md'));
  await run('edited', 'build');
  await moveSite('edited');
});

it('so does an imported one in two languages, on which the contract suite passes', async () => {
  await run('site', 'init', join(folder, 'imported'), '--yes', '--import', 'wordpress');
  const file = join(folder, 'export.xml');
  writeFileSync(file, polylangExport);
  await run('site', 'import', 'wordpress', file, '--into', join(folder, 'imported'));
  await run('imported', 'test');
  await moveSite('imported');
});
