import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOptions } from '../../../src/terminal/options.ts';
import { runBench } from '../../bench/run-bench.ts';
import { layOutOwnSite } from '../../helpers/own-site.ts';
import { startSite } from '../../helpers/site-process.ts';
import { normalForm, textPartOf, wordsOf } from './normal-form.ts';
import { type Form, type PluginRow, pluginRows } from './plugin-rows.ts';

/**
 * `npm run check:unified -- [NAME …]`: installs the most used plugins of remark and rehype, each in its exact version,
 * into a temporary folder; builds and serves a site with one of them at a time, compares its page with what unified
 * alone makes of the same text, and looks for what the plugin did in the twin, the JSON and the search. Prints a table.
 * The status is 1 if a plugin does anything else than its row says.
 */
const usage = 'Usage: npm run check:unified -- [NAME …]';
const wanted: readonly string[] = readOptions(usage, {}, true).positionals;
const nameOf = ({ packages: [first = ''] }: PluginRow) => first.slice(0, first.lastIndexOf('@'));
const rows = pluginRows.filter((row) => wanted.length === 0 || wanted.includes(nameOf(row)));

const pipeline = [
  'unified@11.0.5',
  'remark-parse@11.0.0',
  'remark-gfm@4.0.1',
  'remark-rehype@11.1.2',
  'rehype-stringify@10.0.1',
];

const files = {
  'site.ts': `import { definePlugin } from 'agentsite/plugin';
import { site as example } from '../engine/src/site.ts';
import { rehype, remark } from './plugins/used.js';
const used = definePlugin({ name: 'used', setup: () => ({ remarkPlugins: remark, rehypePlugins: rehype }) });
export const site = { ...example, navigation: [], footerNavigation: [], plugins: [used] };
`,
  'unified.js': `import { unified } from 'unified';
import remarkParse from 'remark-parse';
import remarkGfm from 'remark-gfm';
import remarkRehype from 'remark-rehype';
import rehypeStringify from 'rehype-stringify';
export const htmlOf = async (markdown, { remark, rehype }, gfm) => String(await unified()
  .use(remarkParse).use(remarkGfm, gfm).use(remark).use(remarkRehype, { allowDangerousHtml: true })
  .use(rehype).use(rehypeStringify, { allowDangerousHtml: true }).process(markdown));
`,
  'plugins/weirs.bib':
    '@book{zoe2020, author = {Weir, Zoe}, title = {A book of weirs}, year = {2020}, publisher = {Hut}}\n',
};

interface Answers {
  readonly html: string;
  readonly content: string;
  readonly twin: string;
  readonly isFound: boolean;
}

/** What a site with the plugin answers. */
async function readAnswers(folder: string, root: string, { words, search }: PluginRow): Promise<Answers> {
  const site = await startSite(root, {}, join(folder, 'engine/sidecar/main.ts'), ['--build-when-needed']);
  try {
    const get = async (path: string) =>
      (await (await fetch(site.url + path)).text()).replaceAll(site.url, '');
    const [json] = JSON.parse(await get('/wp-json/wp/v2/pages?slug=used'));
    const query = encodeURIComponent(search ?? words);
    return {
      html: textPartOf(await get('/used/')),
      content: json.content.rendered,
      twin: await get('/used.md'),
      isFound: (await get(`/wp-json/wp/v2/search?search=${query}`)).includes('/used/'),
    };
  } finally {
    await site.stop();
  }
}

function compare(own: string, alone: string, adds: PluginRow['adds'] = []): string {
  if (normalForm(own, []) === normalForm(alone, [])) return 'same';
  const isSame = normalForm(own, adds) === normalForm(alone, adds);
  return isSame ? `same but for ${adds.join(', ')}` : 'differs';
}

function expectedHtml({ differs, adds = [] }: PluginRow): string {
  if (differs) return 'differs';
  return adds.length === 0 ? 'same' : `same but for ${adds.join(', ')}`;
}

await runBench([], async (atTheEnd) => {
  if (rows.length === 0) throw new Error(`No row has this name.\n\n${usage}`);
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-unified-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  const root = layOutOwnSite(folder, files);
  const packages = new Set([...pipeline, ...rows.flatMap((row) => row.packages)]);
  const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'];
  execFileSync('npm', ['install', ...quiet, ...packages], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { htmlOf } = await import(pathToFileURL(join(root, 'unified.js')).href);

  const checkRow = async (row: PluginRow, file: string) => {
    writeFileSync(join(root, file), row.code);
    writeFileSync(join(root, 'plugins/used.js'), `export * from '../${file}';\n`);
    writeFileSync(join(root, 'content/pages/used.md'), `---\ntitle: Used\n---\n\n${row.body}\n`);
    const alone: string = await htmlOf(row.body, await import(pathToFileURL(join(root, file)).href), row.gfm);
    const { html, content, twin, isFound } = await readAnswers(folder, root, row);
    const has: Record<Form, boolean> = {
      twin: twin.includes(row.twin ?? row.words),
      JSON: wordsOf(content).includes(row.words),
      search: isFound,
    };
    const result = compare(html, alone, row.adds);
    const isExpected =
      result === expectedHtml(row) &&
      Object.entries(has).every(([form, value]) => value !== (row.lacks ?? []).includes(form as Form));
    const cells = [...Object.values(has).map((value) => (value ? 'yes' : 'no')), row.note ?? ''];
    console.log(`| ${[nameOf(row), result, ...cells].join(' | ')} |`);
    if (isExpected) return;
    process.exitCode = 1;
    console.log(`NOT AS EXPECTED: ${nameOf(row)}\n- unified:\n${alone}\n- page:\n${html}\n- twin:\n${twin}`);
  };

  console.log('| plugin | HTML | twin | JSON | search | note |\n|---|---|---|---|---|---|');
  for (const [at, row] of rows.entries()) await checkRow(row, `plugins/row-${at}.js`);
});
