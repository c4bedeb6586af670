import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layOutOwnSite } from '../../../../test/helpers/own-site.ts';
import type { ImportReport } from '../../src/write/report.ts';

let folder = '';
let ghost: ImportReport;
let hugo: ImportReport;

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const ghostTables = {
  posts: [
    {
      id: '1',
      title: 'Swarming',
      slug: 'swarming',
      html: '<p>In <a href="__GHOST_URL__/about/">May</a>.</p><figure class="kg-card kg-image-card"><img src="__GHOST_URL__/content/images/2024/05/hive.png" alt="A hive"></figure>',
      status: 'published',
      type: 'post',
      author_id: 'a',
      published_at: '2024-05-02T10:00:00.000Z',
    },
    { id: '2', title: 'About', slug: 'about', html: '<p>Bees.</p>', status: 'published', type: 'page' },
    {
      id: '3',
      title: 'Unsaid',
      slug: 'unsaid',
      html: '<p>Nobody has read these words of mine.</p>',
      status: 'draft',
      type: 'post',
    },
  ],
  users: [{ id: 'a', name: 'Ada', slug: 'ada' }],
  tags: [{ id: 't', name: 'Bees', slug: 'bees' }],
  posts_tags: [{ post_id: '1', tag_id: 't' }],
  settings: [{ key: 'title', value: 'Hive' }],
};

const hugoFiles = {
  'hugo.toml':
    'baseURL = "https://garden.example/"\ntitle = "Garden"\n[permalinks]\nposts = "/:year/:slug/"\n',
  'content/posts/frost/index.md':
    '+++\ntitle = "Frost"\ndate = 2023-11-05\ntags = ["Cold"]\naliases = ["/old/frost/"]\n+++\n![Ice](ice.png) and [docs]({{< ref "docs/tools.md" >}}).\n',
  'content/docs/tools.md': '---\ntitle: Tools\n---\nA spade.\n',
  'content/posts/hidden.md': '---\ntitle: Hidden\ndate: 2023-11-06\ndraft: true\n---\nhiddencanary\n',
};

/** The engine's command in a folder of its own, next to the engine. */
async function importVerified(
  name: string,
  argv: readonly string[],
  addresses: string,
): Promise<ImportReport> {
  const site = join(folder, name);
  for (const file of ['package.json', 'astro.config.mjs', 'site.ts'])
    cpSync(join(folder, 'site', file), join(site, file));
  writeFileSync(join(folder, `${name}.txt`), addresses);
  const command = join(folder, 'engine/src/cli/agentsite.ts');
  const more = ['--into', '.', '--verify', '--addresses', `../${name}.txt`, '--json'];
  const child = spawn(process.execPath, [command, 'import', ...argv, ...more], {
    cwd: site,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await once(child, 'close');
  return JSON.parse(said);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agentsite-other-systems-'));
  layOutOwnSite(folder, {
    'site.ts': "export const site = { title: 'x', description: 'x', url: 'http://localhost:4321' };\n",
  });
  const write = (file: string, text: string | Buffer) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  write('ghost.json', JSON.stringify({ db: [{ meta: { version: '5.82.0' }, data: ghostTables }] }));
  write('images/images/2024/05/hive.png', pixel);
  for (const [file, text] of Object.entries(hugoFiles)) write(join('hugo', file), text);
  write('hugo/content/posts/frost/ice.png', pixel);
  [ghost, hugo] = await Promise.all([
    importVerified(
      'from-ghost',
      ['ghost', '../ghost.json', '--url', 'https://hive.example', '--media', '../images'],
      '/swarming/\n/about/\n/tag/bees/\n/author/ada/\n/rss/\n/content/images/2024/05/hive.png\n/unsaid/\t404\n/swarm/\t404\n',
    ),
    importVerified(
      'from-hugo',
      ['markdown', '../hugo'],
      '/2023/frost/\n/old/frost/\n/docs/tools/\n/tags/cold/\n/2023/frost/ice.png\n/index.xml\n/2023/hidden/\t404\n/never-was/\n',
    ),
  ]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rowsOf = (report: ImportReport) =>
  Object.fromEntries((report.proof ?? []).map(({ what, wrong, of, right }) => [what, { wrong, of, right }]));
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

describe('a site of Ghost', () => {
  it('is imported, builds, and answers at its old addresses; hidden documents stay hidden', () => {
    const rows = rowsOf(ghost);
    expect(ghost.proof?.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(rows['old addresses']?.of).toBeGreaterThanOrEqual(8);
    expect(rows['hidden content stays hidden']?.of).toBeGreaterThan(0);
    expect(read('from-ghost/dist/client/swarming/index.html')).toContain('/content/images/2024/05/hive.png');
    expect(read('from-ghost/site.ts')).not.toContain('guessAddresses');
  });
});

describe('a folder of Hugo', () => {
  it('is imported, builds, and answers at its old addresses; what was never there is named', () => {
    const rows = rowsOf(hugo);
    expect(hugo.proof?.flatMap(({ wrong }) => wrong)).toEqual(['/never-was/: answers 404']);
    expect(rows['old addresses']?.of).toBeGreaterThanOrEqual(8);
    expect(read('from-hugo/dist/client/2023/frost/index.html')).toContain('href="/docs/tools/"');
  });
});
