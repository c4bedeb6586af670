import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readOptions, stop } from 'agentsite/terminal';
import { checkContent, formatContentProblem } from '../src/content-problems.ts';
import { importSite } from '../src/import-site.ts';
import type { System } from '../src/model/systems.ts';
import { repairSite } from '../src/write/repair-site.ts';
import { exportedComment, exportedItem, exportedMeta, exportFile } from './helpers/export-file.ts';
import { plainImport } from './helpers/plain-import.ts';

/**
 * `node packages/import/test/mutated-sources.ts 500 1`: imports N exports and folders (here 500) that were damaged at random.
 * None may crash the import, leave problems in `check`, or bring words of a draft into what is published. Prints the
 * number of each that does; the same seed damages the same places.
 */

/** Words that only unpublished content has. */
const canary = 'CANARYWORD';

export interface Outcome {
  readonly name: string;
  /** Why nothing could be read; damaged sources may be refused. */
  readonly stopped: string | null;
  readonly crash: string | null;
  readonly problems: readonly string[];
  /** Files that would publish the canary. */
  readonly leaks: readonly string[];
}

type Random = () => number;

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>(from: readonly T[], random: Random): T => from[Math.floor(random() * from.length)] as T;

const htmlPieces = [
  '<p>Sand the <em>rungs</em> before the <a href="https://old.example/b/">second</a> coat.</p>',
  '<img src="https://old.example/wp-content/uploads/2020/05/a.png" alt="A ladder" class="wp-image-9">',
  '[caption id="x" width="300"]<img src="/wp-content/uploads/2020/05/a-300x200.png"> Below it[/caption]',
  '<!-- wp:paragraph -->\n<p>Of a block.</p>\n<!-- /wp:paragraph -->',
  '<!-- wp:gallery {"ids":[9]} --><figure class="wp-block-gallery"><img src="a.png"/></figure><!-- /wp:gallery -->',
  '<ul><li>One<ul><li>Two</li></ul></li></ul><ol start="3"><li>Three</li></ol>',
  '<table><tr><th>Wood</th><td>Ash | oak</td></tr></table>',
  '<pre><code class="language-js">if (a < b && c) { `d` }</code></pre>',
  '[gallery ids="9"] [audio src="/wp-content/uploads/x.mp3"] [unknown a="b"]text[/unknown]',
  '<h2 id="top">Head</h2><p><a href="#top">up</a> <a href="#gone">nowhere</a> <a href="/?p=2">two</a></p>',
  '<iframe src="https://video.example/1"></iframe><script>alert(1)</script><form><input></form>',
  'Bare https://old.example/gone/ and {{ braces }} and %% signs %% and :::note and --- and # no heading',
];
const markdownPieces = [
  'Sand the *rungs* before the [second](/b/) coat.',
  '![A ladder](a.png) and ![gone](/gone.png "title")',
  '## Head {#own}\n\n[up](#own), [nowhere](#gone), [ref][r], [^n]\n\n[r]: /b/\n[^n]: A note.',
  '- one\n  - two\n\n1. three\n\n| a | b |\n| - | - |\n| c \\| d | e |',
  '```js\nif (a < b) { `c` }\n```\n\n{{< figure src="a.png" >}} {% raw %}{{ x }}{% endraw %}',
  '<div class="box">\n\nIn a box.\n\n</div>\n\n<details><summary>More</summary>Words</details>',
  '{{ page.title }} {% include a.html %} {{% notice %}}text{{% /notice %}} <Box a={1}>mdx</Box>',
  '[[a]] ![[b|c]] [[2021-03-04-b#x|y]] ==m== > [!faq] {% asset_img a.png %} {% codeblock %}x{% endcodeblock %} ^id',
  '> quoted\n> > twice\n\n***\n\n:::tip\nWords\n:::\n\nx^2^ ~~y~~ $z$ <!-- hidden -->',
  'Setext\n===\n\nHTTP://OLD.EXAMPLE/b/ <https://old.example/c/> \\* &amp; &nope; &#8220;',
];
const titles = [
  'Ladder',
  'Ö & “ä”: #1',
  '- dash',
  "'quote",
  'ladder',
  '  padded ',
  '日本語の題',
  '[x] | y',
  '@at %x',
];
const fragments = [
  ...['<', '>', '&', '"', "'", '`', '```', '---', '\n', '\n\n', '\t', '\u0000', '\u0085', '\u2028', '\ufeff'],
  ...[
    ']]>',
    '<![CDATA[',
    '<!--',
    '-->',
    '</p>',
    '<div>',
    '<b',
    '&#0;',
    '&lt;script&gt;',
    '{{',
    '}}',
    '{%',
    '%}',
  ],
  ...['../', '/../../etc/passwd', '%00', '%2e%2e%2f', '%E0%A4', 'https://', '//evil.example', 'javascript:x'],
  ...[
    'null',
    'true',
    '[]',
    '{}',
    '- a',
    ': ',
    '#',
    '0000-00-00 00:00:00',
    '9999-99-99',
    '2021-02-30',
    '-1',
    '1e999',
  ],
  ...[
    ':::',
    '%%',
    '[[x]]',
    '![[y]]',
    '[^1]',
    '[^1]: z',
    '|',
    '\\',
    '$$',
    '==',
    '{#id}',
    '{.c}',
    '😀',
    'é',
    'é',
  ],
  ...[
    '<item>',
    '</item>',
    '<wp:status>publish</wp:status>',
    'CON',
    'index',
    'page/2',
    '/',
    '.',
    '..',
    '*',
    '?',
    ':',
  ],
];

interface Source {
  readonly system: System;
  /** Text by path; the first is what is imported, unless the system is a folder. */
  readonly files: Readonly<Record<string, string>>;
}

const body = (pieces: readonly string[], random: Random): string =>
  Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(pieces, random)).join('\n\n');

function wordpress(random: Random): Source {
  const kinds = ['post', 'page', 'recipe', 'attachment'];
  const statuses = ['publish', 'publish', 'publish', 'future', 'private', 'pending'];
  const items = Array.from({ length: 5 }, (_, index) => ({
    id: index + 1,
    type: pick(kinds, random),
    status: pick(statuses, random),
    title: pick(titles, random),
    slug: pick(['a', 'b', 'a', 'talks', 'ö', '%e6%97%a5', ''], random),
    link: pick(
      ['https://old.example/a/', 'https://old.example/2020/05/b/', 'https://old.example/?p=3'],
      random,
    ),
    content: body(htmlPieces, random),
    parent: Math.floor(random() * 4),
    more:
      exportedMeta(
        pick(['_wp_old_slug', 'enclosure', 'x', '_thumbnail_id'], random),
        pick(fragments, random),
      ) +
      exportedComment({ id: index + 1, content: pick(htmlPieces, random) }) +
      `<category domain="category" nicename="${pick(['a', 'b', 'ö'], random)}"><![CDATA[${pick(titles, random)}]]></category>`,
  }));
  const text = exportFile(items.filter(({ status }) => /publish|future/.test(status)));
  const hidden = exportedItem({
    id: 77,
    status: 'draft',
    slug: 'hidden',
    content: `The ${canary} of a draft.`,
  });
  return {
    system: 'wordpress',
    files: { 'export.xml': text.replace('</channel>', `\n${hidden}\n</channel>`) },
  };
}

function ghost(random: Random): Source {
  const posts = Array.from({ length: 4 }, (_, index) => ({
    id: String(index),
    title: pick(titles, random),
    slug: pick(['a', 'b', 'a', 'ö', 'series'], random),
    html: body(htmlPieces, random).replaceAll('https://old.example', '__GHOST_URL__'),
    status: 'published',
    type: pick(['post', 'page'], random),
    published_at: pick(['2024-05-02T10:00:00.000Z', '2024-05-02 10:00:00', 'soon'], random),
    feature_image: pick(['__GHOST_URL__/content/images/a.png', '', 'x'], random),
  }));
  const hidden = {
    id: 'h',
    title: 'H',
    slug: 'h',
    html: `<p>The ${canary} of a draft.</p>`,
    status: 'draft',
  };
  const data = { posts: [...posts, hidden], tags: [{ id: 't', slug: 'ö', name: pick(titles, random) }] };
  return { system: 'ghost', files: { 'export.json': JSON.stringify({ db: [{ meta: {}, data }] }) } };
}

const settings = {
  hugo: {
    'hugo.toml': 'baseURL = "https://old.example/"\ntitle = "Shed"\n[permalinks]\nposts = "/:year/:slug/"\n',
  },
  jekyll: { '_config.yml': 'title: Shed\nurl: https://old.example\npermalink: /:year/:title/\n' },
  hexo: { '_config.yml': 'title: Shed\nurl: https://old.example\n', 'scaffolds/post.md': '' },
  obsidian: { '.obsidian/app.json': '{}' },
  eleventy: { 'eleventy.config.js': "module.exports = () => ({ dir: { input: '.' } });\n" },
  astro: {
    'astro.config.mjs': "export default { site: 'https://old.example' };\n",
    'src/pages/index.astro': '<p>Hi</p>',
  },
} as const;
const folders = {
  hugo: 'content/posts',
  jekyll: '_posts',
  hexo: 'source/_posts',
  obsidian: 'Notes',
  eleventy: 'posts',
  astro: 'src/pages/posts',
} as const;

function folder(generator: keyof typeof settings, random: Random): Source {
  const files: Record<string, string> = { ...settings[generator] };
  for (let index = 0; index < 5; index++) {
    const front = [
      `title: ${JSON.stringify(pick(titles, random))}`,
      `date: ${pick(['2021-03-04', '2021-03-04T05:06:07+02:00', 'soon', '0000-01-01'], random)}`,
      ...(generator === 'obsidian' ? ['publish: true'] : []),
      `tags: ${pick(['[a, Ö]', 'a b', '"1"', '[]', '{ x: y }'], random)}`,
      pick(
        [
          'aliases: [/b/, /page/x/]',
          'slug: a',
          'permalink: /x/',
          'redirect_from: /old',
          'weight: 1',
          'image: a.png',
        ],
        random,
      ),
    ];
    const name = pick(['2021-03-04-a', '2021-03-04-b', '2020-01-01-ö', '2021-03-04-index'], random);
    files[
      `${folders[generator]}/${index}/${name}.md`.replace(/\/\d\/(?=.*)/, generator === 'jekyll' ? '/' : '$&')
    ] = `---\n${front.join('\n')}\n---\n${body(markdownPieces, random)}\n`;
  }
  const hidden = generator === 'jekyll' ? '_drafts/h.md' : `${folders[generator]}/h.md`;
  files[hidden] =
    `---\ntitle: H\ndate: 2021-01-01\ndraft: true\npublished: false\neleventyExcludeFromCollections: true\n---\nThe ${canary} of a draft.\n`;
  return { system: 'markdown', files };
}

const makers = [
  wordpress,
  wordpress,
  ghost,
  ...(Object.keys(settings) as (keyof typeof settings)[]).map(
    (generator) => (random: Random) => folder(generator, random),
  ),
];

/** Damages a document in some places, but never the words that mark a hidden one. */
function damage(text: string, random: Random): string {
  let damaged = text;
  for (let count = 1 + Math.floor(random() * 4); count > 0; count--) {
    const at = Math.floor(random() * damaged.length);
    const length = Math.floor(random() ** 3 * 60);
    const [before, span, after] = [
      damaged.slice(0, at),
      damaged.slice(at, at + length),
      damaged.slice(at + length),
    ];
    const changed = pick(
      [
        () => before + after,
        () => before + span + span + after,
        () => before + pick(fragments, random) + span + after,
        () => before + pick(fragments, random) + after,
        () => before + [...span].reverse().join('') + after,
        () => (random() < 0.1 ? before : before + after),
      ],
      random,
    )();
    damaged = changed;
  }
  return damaged;
}

/** Hidden content stays as it is, so that it stays hidden. */
function damageSource({ system, files }: Source, random: Random): Source {
  const changed = Object.entries(files).map(([name, text]) => {
    if (name !== 'export.xml' && (text.includes(canary) ? system !== 'ghost' : random() < 0.5))
      return [name, text];
    if (system === 'ghost') return [name, damageJson(text, random)];
    const from = text.lastIndexOf('<item>');
    return system === 'wordpress'
      ? [name, damageXml(text.slice(0, from), random) + text.slice(from)]
      : [name, damage(text, random)];
  });
  return { system, files: Object.fromEntries(changed) };
}

/** Mostly in values: an export whose elements do not match is refused. */
function damageXml(text: string, random: Random): string {
  if (random() < 0.1) return damage(text, random);
  const values = /(?<=<!\[CDATA\[)[^\]]*(?=\]\]>)|(?<=<wp:[a-z_]+>)[^<]+/g;
  const chosen = choose(text.match(values)?.length ?? 0, random);
  let index = 0;
  return text.replace(values, (value) =>
    chosen.has(index++) ? damage(value, random).replaceAll(']]>', '') : value,
  );
}

function damageJson(text: string, random: Random): string {
  const values = /"(?:[^"\\]|\\.)*":?/g;
  const chosen = choose(text.match(values)?.length ?? 0, random);
  let index = 0;
  return text.replace(values, (value) => {
    if (!chosen.has(index++) || value.endsWith(':') || value.includes(canary) || value === '"draft"')
      return value;
    const others = ['null', '7', '[]', '{}', 'true'];
    return random() < 0.6 ? JSON.stringify(damage(JSON.parse(value), random)) : pick(others, random);
  });
}

const choose = (count: number, random: Random): ReadonlySet<number> =>
  new Set(Array.from({ length: 6 }, () => Math.floor(random() * count)));

/** Imports a damaged source, and checks what came of it. */
export async function importDamaged(seed: number): Promise<Outcome> {
  const random = randomFrom(seed);
  const make = pick(makers, random);
  const source = damageSource(make(random), random);
  const root = mkdtempSync(join(tmpdir(), 'agentsite-damaged-'));
  try {
    for (const [name, text] of Object.entries(source.files)) {
      mkdirSync(dirname(join(root, 'old', name)), { recursive: true });
      writeFileSync(join(root, 'old', name), text);
    }
    const [first = ''] = Object.keys(source.files);
    const name = `seed ${seed} (${source.system}${source.system === 'markdown' ? `, ${first}` : ''})`;
    const into = join(root, 'site');
    mkdirSync(into);
    const file = source.system === 'markdown' ? join(root, 'old') : join(root, 'old', first);
    const options = { ...plainImport, system: source.system, files: [file], into };
    try {
      const { stopped } = await importSite({ ...options, home: 'https://old.example' }, () => undefined);
      const problems = stopped === null ? await problemsOf(into) : [];
      return { name, stopped, crash: null, problems, leaks: leaksIn(into) };
    } catch (error) {
      return {
        name,
        stopped: null,
        crash: error instanceof Error ? (error.stack ?? '') : String(error),
        problems: [],
        leaks: [],
      };
    }
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** What `check` finds after the import repaired what it could. */
async function problemsOf(site: string): Promise<string[]> {
  const { problems } = await repairSite(site, () => checkContent(site, '2026-11-28T12:00:00Z'));
  return problems.map(formatContentProblem);
}

function leaksIn(site: string): string[] {
  const entries = readdirSync(site, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !join(entry.parentPath, entry.name).startsWith(join(site, 'import')),
  );
  return entries
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const text = readFileSync(path, 'utf8');
      return text.includes(canary) && !/^---\n[\s\S]*?^draft: true$[\s\S]*?^---$/m.test(text);
    });
}

if (import.meta.main) {
  const { positionals } = readOptions('Usage: npm run check:mutated -- [COUNT [SEED]]', {}, true);
  const [count = 500, first = 1] = positionals.map(Number);
  if (!(count > 0 && first >= 0)) stop('COUNT and SEED are whole numbers.');
  const failed: Outcome[] = [];
  let refused = 0;
  for (let seed = first; seed < first + count; seed++) {
    const outcome = await importDamaged(seed);
    if (outcome.stopped !== null) refused++;
    if (outcome.crash === null && outcome.problems.length === 0 && outcome.leaks.length === 0) continue;
    failed.push(outcome);
    console.log(`${outcome.name}:`, outcome.crash ?? [...outcome.problems, ...outcome.leaks].join('\n  '));
  }
  const having = (test: (outcome: Outcome) => boolean) => failed.filter(test).length;
  console.log(
    `${count} imports, ${refused} refused: ${having(({ crash }) => crash !== null)} crash, ${having(({ problems }) => problems.length > 0)} have problems, ${having(({ leaks }) => leaks.length > 0)} leak`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}
