import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { siteDocuments } from '../../../src/build/files/site-documents.ts';
import { Output } from '../../../src/build/plan/output.ts';
import { describeFront } from '../../../src/core/front/front-table.ts';
import { commonHeadersOf } from '../../../src/core/front/headers.ts';
import { contentSecurityPolicy } from '../../../src/core/front/security-policy.ts';
import { renderNginxFiles } from '../../../src/core/front/servers/nginx-maps.ts';
import { wordsOfPlugin } from '../../../src/core/languages/plugin-words.ts';
import type { Site } from '../../../src/core/model/site.ts';
import { surfacesOf } from '../../../src/core/model/surfaces.ts';
import { readSite } from '../../../src/settings/read-site.ts';
import { SettingsError } from '../../../src/settings/settings-error.ts';
import { ContentProject, post } from '../../helpers/content-project.ts';

const src = join(import.meta.dirname, '../../..');
const imports = `import { definePlugin, z } from '${src}/src/api/plugin.ts';
import { visit } from '${src}/node_modules/unist-util-visit/index.js';
`;

const opened: ContentProject[] = [];
afterEach(() => {
  for (const project of opened.splice(0)) project.remove();
});

/** A site with plugins. @param code of `site.ts` before the settings */
function projectWith(
  plugins: string,
  code: string,
  files: Readonly<Record<string, string>> = {},
): ContentProject {
  const project = new ContentProject({
    'package.json': '{ "type": "module" }',
    'site.ts': `${imports}${code}
export const site = {
  title: 'Field notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  owner: { name: 'The owner', slug: 'owner' },
  plugins: ${plugins},
};
`,
    'x.ts': '',
    'content/pages/about.md': '---\ntitle: About\n---\n\nA page.\n',
    ...files,
  });
  opened.push(project);
  return project;
}

async function documentOf(project: ContentProject, path = '/walk/') {
  const site = await readSite(project.root, undefined);
  const loaded = await project.load(undefined, site);
  const document = loaded.library.documents.find((one) => one.path === path);
  if (!document) throw new Error(`There is no ${path}`);
  const { html, markdown, text } = loaded.library.body(document);
  loaded.close();
  return { document, html, markdown, text, warnings: loaded.warnings };
}

const problemsOf = async (project: ContentProject, site?: Site) =>
  project.problems(site ?? (await readSite(project.root, undefined)));

async function settingProblems(project: ContentProject): Promise<string[]> {
  const error = await readSite(project.root, undefined).catch((cause: unknown) => cause);
  if (!(error instanceof SettingsError)) throw new Error('The settings were accepted.');
  return error.message.split('\n').slice(1);
}

const raise = `const raise = definePlugin({
  name: 'raise',
  options: z.strictObject({ word: z.string() }),
  setup: ({ word }) => ({
    remarkPlugins: [() => (tree) => visit(tree, 'text', (node) => {
      node.value = node.value.replaceAll(word, word.toUpperCase());
    })],
  }),
});`;

test('a plugin of remark changes page, twin, text and description', async () => {
  const project = projectWith("[raise({ word: 'weir' })]", raise, {
    'content/posts/walk.md': post('To the weir, past [the hut](/about/).'),
  });
  const { document, html, markdown, text } = await documentOf(project);
  expect(html).toContain('To the WEIR, past <a href="/about/">the hut</a>.');
  expect(markdown).toContain('To the WEIR, past [the hut](https://notes.example.org/about.md).');
  expect(text).toContain('WEIR');
  expect(document.excerpt).toContain('WEIR');
});

test('a text that a plugin leaves alone is as it is without plugins', async () => {
  const body = 'A *hut*, "quoted" -- and\n* a list\n* [of links](/about/)\n\nHTML: <b>bold</b>';
  const files = { 'content/posts/walk.md': post(body) };
  const plain = await documentOf(projectWith('[]', '', files));
  const other = await documentOf(projectWith("[raise({ word: 'weir' })]", raise, files));
  expect({ ...other, warnings: [] }).toEqual({ ...plain, warnings: [] });
});

test('problems in a text that a plugin changed have the place of the file', async () => {
  const project = projectWith("[raise({ word: 'weir' })]", raise, {
    'content/posts/walk.md': post('The weir.\n\nThe [weir](/nowhere/) and ![a weir](missing.jpg)'),
  });
  expect(await problemsOf(project)).toEqual([
    expect.stringMatching(/^content\/posts\/walk\.md:7:5 link: "\/nowhere\/"/),
    expect.stringMatching(/^content\/posts\/walk\.md:7:27 image: /),
  ]);
});

test('what a plugin says about a text is a warning, and what it throws a problem', async () => {
  const code = `const remarks = definePlugin({ name: 'remarks', setup: () => ({ remarkPlugins: [() => (tree, file) => {
    visit(tree, 'strong', (node) => { file.message('is loud', node); });
    visit(tree, 'emphasis', (node) => { file.fail('is slanted', node); });
  }] }) });`;
  const loud = projectWith('[remarks]', code, { 'content/posts/walk.md': post('So **loud**.') });
  expect((await documentOf(loud)).warnings).toEqual([
    { file: 'content/posts/walk.md', line: 5, column: 4, field: 'remarks', message: 'is loud' },
  ]);
  const slanted = projectWith('[remarks]', code, { 'content/posts/walk.md': post('So *slanted*.') });
  expect(await problemsOf(slanted)).toEqual([
    'content/posts/walk.md:5:4 plugin: the plugin "remarks" failed: is slanted',
  ]);
});

test('a plugin of rehype changes the HTML, and the twin is made of that', async () => {
  const code = `const marks = definePlugin({ name: 'marks', setup: () => ({ rehypePlugins: [() => async (tree) => {
    visit(tree, 'element', (node) => {
      if (node.tagName === 'h2') node.children.push({ type: 'text', value: ' of the walk' });
    });
  }] }) });`;
  const project = projectWith('[marks]', code, { 'content/posts/walk.md': post('## The end\n\nWords.') });
  const { html, markdown, text } = await documentOf(project);
  expect(html).toContain('<h2 id="the-end">The end of the walk</h2>');
  expect(markdown).toContain('## The end of the walk');
  expect(text).toContain('The end of the walk');
});

test("plugins of the engine's compiler work, and what they throw has a place", async () => {
  const code = `const own = definePlugin({ name: 'own', setup: () => ({ markdown: {
    mdastPlugins: [{ name: 'a', options: { position: true }, strong(node, context) {
      if (context.textContent(node) === 'bad') throw new Error('no bad words');
      context.setProperty(node, 'data', { hName: 'mark' });
    } }],
    hastPlugins: [{ name: 'b', element: [{ filter: ['mark'], visit(node, context) {
      context.setProperty(node, 'className', ['seen']);
    } }] }],
  } }) });`;
  const project = projectWith('[own]', code, { 'content/posts/walk.md': post('A **word**.') });
  const { html, markdown } = await documentOf(project);
  expect(html).toContain('A <mark class="seen">word</mark>.');
  expect(markdown).toContain('A word.');
  const bad = projectWith('[own]', code, { 'content/posts/walk.md': post('A **bad** word.') });
  expect(await problemsOf(bad)).toEqual([
    'content/posts/walk.md:5:3 plugin: the plugin "own" failed: no bad words',
  ]);
});

test('options are checked as settings are', async () => {
  const project = projectWith("[raise({ wort: 'weir' })]", raise);
  expect(await settingProblems(project)).toEqual([
    expect.stringMatching(/plugins\.0\.options\.word: is missing \(plugin "raise"\)$/),
    expect.stringMatching(
      /^site\.ts:\d+:21 plugins\.0\.options\.wort: is not a setting; did you mean "word"\? \(plugin "raise"\)$/,
    ),
  ]);
});

test('what two plugins claim is an error that names both', async () => {
  const code = `const one = definePlugin({ name: 'one', setup: () => ({ kinds: { recipe: {} } }) });
const two = definePlugin({ name: 'two', setup: () => ({ kinds: { recipe: {} }, fields: { post: { mood: {} } } }) });
const three = definePlugin({ name: 'three', setup: () => ({ fields: { post: { mood: {} } }, extra: 1 }) });
const four = definePlugin({ name: 'four', setup: () => ({ fields: { post: { mood: {} } } }) });`;
  expect(await settingProblems(projectWith('[one, two, three, four, one, {}]', code))).toEqual([
    expect.stringMatching(/plugins\.1: the plugins "one" and "two" both have the content type "recipe"/),
    expect.stringMatching(/plugins\.2: the plugin "three" can't be used: extra is no part of a plugin/),
    expect.stringMatching(/plugins\.3: the plugins "two" and "four" both have the field "mood" of "post"/),
    expect.stringMatching(/plugins\.4: the plugin "one" is in the list twice/),
    expect.stringMatching(/plugins\.5: must be made by definePlugin\(\) of agentsite\/plugin/),
  ]);
});

test('a command of the engine is taken', async () => {
  const code = `const one = definePlugin({ name: 'one', setup: () => ({ commands: { build: { summary: 'x', module: './x.ts' } } }) });`;
  expect(await settingProblems(projectWith('[one]', code))).toEqual([
    expect.stringContaining(
      `plugins.0: the plugin "one" can't have the command "build", which the engine has.`,
    ),
  ]);
});

test('kinds and fields of plugins are those of the site', async () => {
  const code = `const books = definePlugin({ name: 'books', setup: () => ({
    kinds: { book: { folder: 'books', fields: { stars: { type: 'number' } } } },
    taxonomies: { shelf: { kinds: ['book'] } },
    fields: { post: { mood: {} }, book: { pages: { type: 'number' } } },
  }) });`;
  const project = projectWith('[books]', code, {
    'content/posts/walk.md': post('Words.', 'mood: calm\n'),
    'content/shelf.yaml': '- { slug: river, name: River }\n',
    'content/books/weir.md':
      '---\ntitle: Weir\ndate: 2026-01-02\nstars: 4\npages: 90\nshelf: [river]\n---\n\nA book.\n',
  });
  expect((await documentOf(project)).document.facts).toEqual({ mood: 'calm' });
  expect((await documentOf(project, '/book/weir/')).document.facts).toEqual({ stars: 4, pages: 90 });
});

test('an edit of a module that settings import counts at once, in the same process', async () => {
  const project = projectWith('[sign]', "import { sign } from './plugins/sign.ts';", {
    'plugins/word.ts': "export const word = 'one';\n",
    'plugins/sign.ts': `${imports}import { word } from './word.ts';
export const sign = definePlugin({ name: 'sign', setup: () => ({
  remarkPlugins: [() => (tree) => void tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: word }] })],
}) });
`,
    'content/posts/walk.md': post('Words.'),
  });
  expect((await documentOf(project)).html).toContain('<p>one</p>');
  project.write({ 'plugins/word.ts': "export const word = 'two';\n" });
  expect((await documentOf(project)).html).toContain('<p>two</p>');
});

test('settings of Markdown for Astro are an error with their line', async () => {
  const config = (rest: string) =>
    `import { defineConfig } from 'astro/config';\nexport default defineConfig({${rest}});\n`;
  for (const [rest, line, column] of [
    ['\n  // markdown: {}\n  integrations: [],\n  markdown: { gfm: false },\n', 5, 3],
    [' integrations: [], markdown: {} ', 2, 49],
  ] as const) {
    const project = projectWith('[]', '', { 'astro.config.mjs': config(rest) });
    const error = await readSite(project.root, undefined).catch((cause: unknown) => cause);
    expect(error).toMatchObject({
      problems: [{ file: 'astro.config.mjs', line, column, field: 'markdown' }],
    });
  }
  const other = projectWith('[]', '', {
    'astro.config.mjs': config(
      '\n  integrations: [other({\n    markdown: true,\n  })],\n  // markdown: {}\n',
    ),
  });
  expect((await readSite(other.root, undefined)).title).toBe('Field notes');
});

const shelf = `const shelf = definePlugin({ name: 'shelf', setup: () => ({
  publications: [
    {
      path: '/shelf.json', type: 'application/json; charset=utf-8', headers: { 'X-Shelf': 'yes' },
      surface: { title: 'The shelf', description: 'Every post.', relation: 'item', inHeader: true, inLlms: true,
        catalog: [{ anchor: 'site', relation: 'item' }],
        aiCatalog: { name: 'shelf:list', type: 'application/json', queries: ['what is on the shelf', 'list the books'] } },
      render: ({ documents }) => JSON.stringify(documents.map(({ title }) => title)),
    },
    { path: '/.well-known/shelf', type: 'application/shelf+json', render: () => '{}' },
    { path: '/.well-known/shelf-key', type: 'text/plain', surface: { asFile: { type: 'application/octet-stream' } }, render: () => 'k' },
    { path: '/days/', type: 'text/plain', render: () => ({ 'a.txt': 'A', 'b.txt': 'B' }) },
  ],
  checks: ({ documents }) => documents.flatMap(({ source, title }) =>
    title === 'Loud' ? [{ file: source, line: 2, message: 'is too loud', isProblem: true }]
    : title === 'A post' ? [{ file: source, message: 'has a dull title' }] : []),
  words: { en: { title: 'Shelf', empty: 'Nothing' }, de: { title: 'Regal' } },
  html: { head: [{ tag: 'meta', attrs: { name: 'shelf', content: 'yes' } }], sources: { 'connect-src': ['https://api.example.org'] } },
}) });`;

test('documents of plugins are written, and advertised wherever those of the engine are', async () => {
  const project = projectWith('[shelf]', shelf, { 'content/posts/walk.md': post('See [it](/shelf.json).') });
  const site = await readSite(project.root, undefined);
  const loaded = await project.load(undefined, site);
  const files = new Map(
    [...siteDocuments(loaded.library, '2026-11-21T12:00:00')].map((one) => [one.file, one.render]),
  );
  expect(files.get('shelf.json')?.()).toMatch(/"A post"/);
  expect(files.get('days/b.txt')?.()).toBe('B');
  const { paths } = JSON.parse(String(files.get('openapi.json')?.()));
  expect(paths['/shelf.json'].get.responses['200'].content['application/json'].schema.type).toEqual([
    'object',
    'array',
  ]);
  const documents = ['llms.txt', '.well-known/api-catalog', 'openapi.json', '.well-known/ard.json'];
  for (const file of documents) expect(String(files.get(file)?.())).toContain('/shelf.json');
  expect(commonHeadersOf(site).Link).toContain('</shelf.json>; rel="item"; type="application/json"');
  const nginx = renderNginxFiles({
    site,
    front: describeFront(loaded.library),
    wpAnswers: [],
    twinSizes: [],
  });
  expect(nginx['documents.conf']).toContain(
    'location = /shelf.json { include SITE_ROOT/current/nginx/headers-document.conf; add_header X-Shelf "yes"; types { } default_type \'application/json; charset=utf-8\'; }',
  );
  expect(loaded.warnings).toContainEqual(
    expect.objectContaining({ field: 'shelf', message: 'has a dull title' }),
  );
  expect(site.head).toHaveLength(1);
  expect(contentSecurityPolicy(site)).toContain("connect-src 'self' https://api.example.org");
  loaded.close();
});

test('addresses of routes are claimed, and nginx asks the sidecar there and for pages in other types', async () => {
  const of = (address: string, more = '') =>
    projectWith(
      '[p]',
      `const p = definePlugin({ name: 'p', setup: () => ({ sidecar: {
        module: './x.ts', addresses: ['${address}'], pageTypes: ['application/activity+json'], ${more}
      } }) });`,
    );
  const project = of(
    '/.well-known/webfinger',
    `openapi: { '/.well-known/webfinger': {} }, surfaces: [{ path: '/.well-known/webfinger', type: 'application/jrd+json' }]`,
  );
  const site = await readSite(project.root, undefined);
  const loaded = await project.load(undefined, site);
  const front = describeFront(loaded.library);
  const nginx = renderNginxFiles({ site, front, wpAnswers: [], twinSizes: [] });
  expect(nginx['documents.conf']).toContain('location = /.well-known/webfinger {');
  expect(nginx['site.conf']).toContain(`"~*application/activity\\+json" 1;`);
  loaded.close();
  for (const path of ['/openapi.json', '/about/', '/media/x.txt'])
    expect(await problemsOf(of(path))).toEqual([expect.stringContaining(`${path} is also the address of`)]);
  expect(await settingProblems(of('/.well-known/a', `openapi: { '/b': {} }`))).toEqual([
    expect.stringContaining(
      `the plugin "p" can't have /b: its routes begin with /_plugins/p/ or are in "addresses"`,
    ),
  ]);
});

test('a host of files that sets no headers has what it knows by its ending', async () => {
  const project = projectWith('[shelf]', shelf);
  const site = await readSite(project.root, undefined, 'static');
  const present = surfacesOf(site).map(({ path }) => path);
  expect(present).toContain('/shelf.json');
  expect(present).not.toContain('/.well-known/shelf');
  // Its type does not matter.
  expect(present).toContain('/.well-known/shelf-key');
});

test('a plugin of a package names its components by URL, and a missing one is an error', async () => {
  const of = (file: string) =>
    projectWith(
      '[p]',
      `const p = definePlugin({ name: 'p', setup: () => ({ html: { slots: { HeadEnd: new URL('${file}', import.meta.url) } } }) });`,
      { 'node_modules/shelf/head.astro': '' },
    );
  for (const file of [`file://${src}/src/components/place.astro`, './node_modules/shelf/head.astro']) {
    const { components } = await readSite(of(file).root, undefined);
    expect(components.HeadEnd).toBe(file);
  }
  expect((await settingProblems(of('./node_modules/shelf/none.astro'))).join('\n')).toMatch(
    /HeadEnd names a file that does not exist/,
  );
});

test('what plugins publish at an address of others, or badly, is an error with their name', async () => {
  const of = (path: string, render = "() => ''") =>
    projectWith(
      '[p]',
      `const p = definePlugin({ name: 'p', setup: () => ({ publications: [{ path: '${path}', type: 'text/plain', render: ${render} }] }) });`,
    );
  for (const path of ['/openapi.json', '/wp-json/x.json', '/about.md', '/media/x.txt'])
    expect(await problemsOf(of(path))).toEqual([
      expect.stringMatching(`the plugin "p":1:1 address: ${path} is also the address of`),
    ]);
  for (const path of ['/../x.txt', '/a/./b', 'x.txt', '/a?b'])
    expect(await settingProblems(of(path))).toEqual([
      expect.stringMatching(/plugins\.0: the plugin "p" can't be used: publications\.0\.path must be a path/),
    ]);
  for (const render of [
    "() => { throw new Error('out of ink') }",
    '() => 7',
    'async () => "x"',
    '({ none }) => none.here',
  ]) {
    const project = of('/x.txt', render);
    const loaded = await project.load(undefined, await readSite(project.root, undefined));
    const file = [...siteDocuments(loaded.library, '2026-11-21T12:00:00')].find(
      (one) => one.file === 'x.txt',
    );
    expect(() => file?.render()).toThrow(/the plugin "p" failed: \/x\.txt: /);
    loaded.close();
  }
  const outside = of('/x/', "() => ({ '../../y.txt': '' })");
  const loaded = await outside.load(undefined, await readSite(outside.root, undefined));
  expect(() => [...siteDocuments(loaded.library, '2026-11-21T12:00:00')]).toThrow(
    '"../../y.txt" is no name of a file',
  );
  loaded.close();
});

test('a check of a plugin stops a build, and so does one that fails', async () => {
  const project = projectWith('[shelf]', shelf, {
    'content/posts/walk.md': '---\ntitle: Loud\ndate: 2026-01-02\n---\n\nWords.\n',
  });
  expect(await problemsOf(project)).toEqual(['content/posts/walk.md:2:1 shelf: is too loud']);
  const code = `const p = definePlugin({ name: 'p', setup: () => ({ checks: () => { throw new Error('lost'); } }) });`;
  expect(await problemsOf(projectWith('[p]', code))).toEqual([
    'site.ts:1:1 plugins: the plugin "p" failed: its check: lost',
  ]);
});

test('a package brings components and styles of its own', async () => {
  const inPackage = (file: string) => `new URL('file://${src}/src/${file}')`;
  const code = `const p = definePlugin({ name: 'p', setup: () => ({ html: {
    slots: { AfterText: ${inPackage('components/place.astro')} }, styles: [${inPackage('styles/site.css')}],
  } }) });`;
  const site = await readSite(projectWith('[p]', code).root, undefined);
  expect(site.components.AfterText).toMatch(/^file:.*place\.astro$/);
  expect(site.customCss).toHaveLength(1);
});

test('a package that is installed in the folder of the site brings components too', async () => {
  const file = 'node_modules/places/src/place.astro';
  const code = `const p = definePlugin({ name: 'p', setup: () => ({ html: {
    slots: { AfterText: new URL('./${file}', import.meta.url) },
  } }) });`;
  const project = projectWith('[p]', code);
  project.write({ [file]: '<p>Here</p>' });
  expect((await readSite(project.root, undefined)).components.AfterText).toBe(`./${file}`);
});

test('a check that finds something else, and a schema that throws, are named', async () => {
  const of = (setup: string) => projectWith('[p]', `const p = definePlugin({ name: 'p', ${setup} });`);
  for (const [checks, message] of [
    ['() => 7', /the plugin "p" failed: its check: /],
    ["() => [{ message: 'x' }]", /its check: what it finds must have "file" and "message"/],
    ['async () => []', /its check: it must return a list, and returns a promise/],
  ] as const)
    expect(await problemsOf(of(`setup: () => ({ checks: ${checks} })`))).toEqual([
      expect.stringMatching(message),
    ]);
  const schema = `options: z.looseObject({}).refine(() => { throw new Error('no mood') }), setup: () => ({})`;
  expect(await settingProblems(of(schema))).toEqual([
    expect.stringContaining(`the plugin "p" can't be used: `),
  ]);
});

test('words of plugins follow the language, and the owner', async () => {
  const site = await readSite(projectWith('[shelf]', shelf).root, undefined);
  expect(wordsOfPlugin(site, 'shelf')).toEqual({ title: 'Shelf', empty: 'Nothing' });
  expect(wordsOfPlugin({ ...site, language: 'de-AT' }, 'shelf')).toEqual({
    title: 'Regal',
    empty: 'Nothing',
  });
  const own = projectWith("[shelf], words: { 'shelf.title': 'Books', 'shelf.titel': 'x' }", shelf);
  expect(await settingProblems(own)).toEqual([
    expect.stringMatching(/words\.shelf\.titel: .*nearest is "shelf\.title"/),
  ]);
  expect(wordsOfPlugin({ ...site, words: { 'shelf.title': 'Books' } }, 'shelf').title).toBe('Books');
});

const packages = `import remarkDirective from '${src}/node_modules/remark-directive/index.js';
import remarkCjkFriendly from '${src}/node_modules/remark-cjk-friendly/dist/index.js';
`;

test('plugins that teach remark other markup make it the parser', async () => {
  const code = `${packages}const marks = definePlugin({ name: 'marks', setup: () => ({ remarkPlugins: [remarkDirective, () => (tree) => {
    visit(tree, (node) => {
      if (node.type === 'textDirective' && node.name === 'mark') node.data = { hName: 'mark' };
      if (node.type === 'containerDirective' && node.name === 'box') node.data = { hName: 'section', hProperties: { className: ['box'] } };
    });
  }] }) });`;
  const body =
    'A :mark[weir] at 10:30, a:hover.\n\n:::box\nIn the [box](/about/).\n:::\n\n:::note[Title]\nCareful.\n:::\n\n[x](/no/)';
  const files = { 'content/posts/walk.md': post(body) };
  expect(await problemsOf(projectWith('[marks]', code, files))).toEqual([
    expect.stringMatching(/^content\/posts\/walk\.md:15:1 link: /),
  ]);
  const fine = { 'content/posts/walk.md': post(body.replace('/no/', '/about/')) };
  const { html, markdown } = await documentOf(projectWith('[marks]', code, fine));
  expect(html).toContain('<p>A <mark>weir</mark> at 10:30, a:hover.</p>');
  expect(html).toContain('<section class="box"><p>In the <a href="/about/">box</a>.</p></section>');
  expect(html).toContain('class="callout callout-note"');
  expect(markdown).toContain('In the [box](https://notes.example.org/about.md).');
});

test('HTML of a plugin that browsers block is named, and nothing else is', async () => {
  const code = `const p = definePlugin({ name: 'p', setup: () => ({ rehypePlugins: [() => (tree) => visit(tree, 'element', (node) => {
    if (node.tagName !== 'p') return;
    node.properties.className = ['x'];
    if (node.children[0].value !== 'Words.') return;
    node.properties.onClick = 'go()';
    node.children.push({ type: 'element', tagName: 'script', properties: {}, children: [{ type: 'text', value: 'go()' }] });
  })] }) });`;
  const own =
    '```js\nconst a = 1;\n```\n\n|a|b|\n|:-|-:|\n|1|2|\n\n> [!NOTE]\n> Stay.\n\n- [ ] open\n\nA note.[^1]\n\n[^1]: Here.';
  const project = projectWith('[p]', code, {
    'content/posts/walk.md': post('Words.'),
    'content/posts/other.md': post(own),
  });
  const { warnings } = await documentOf(project);
  expect(warnings.map(({ file, line, field, message }) => `${file}:${line} ${field}: ${message}`)).toEqual([
    expect.stringMatching(
      /^content\/posts\/walk\.md:5 plugin: onclick="…" is blocked .* A plugin made this\.$/,
    ),
    expect.stringMatching(/^content\/posts\/walk\.md:5 plugin: <script> is blocked/),
  ]);
});

test('a link that a plugin hides from those who listen is in no other form of a text', async () => {
  const code = `const p = definePlugin({ name: 'p', setup: () => ({ rehypePlugins: [() => (tree) => visit(tree, 'element', (node) => {
    if (node.tagName === 'h2') node.children.push({ type: 'element', tagName: 'a',
      properties: { href: '#x', ariaHidden: 'true', tabIndex: -1 },
      children: [{ type: 'element', tagName: 'span', properties: {}, children: [{ type: 'text', value: '#' }] }] });
  })] }) });`;
  const { html, markdown, text } = await documentOf(
    projectWith('[p]', code, { 'content/posts/walk.md': post('## The *weir*\n\nWords.') }),
  );
  expect(html).toContain('aria-hidden="true"');
  expect(markdown).toMatch(/^## The \*weir\*\n\nWords/m);
  expect(text).toMatch(/^The weir\s+Words\.$/);
});

test('what plugins say has its place also where remark is the parser', async () => {
  const code = `${packages}const speak = () => (tree, file) => visit(tree, (node) => {
    if (['text', 'textDirective', 'heading'].includes(node.type) && node.value !== '\\n') file.message(node.type, node);
  });
const first = definePlugin({ name: 'first', setup: () => ({ remarkPlugins: [remarkDirective, speak] }) });
const next = definePlugin({ name: 'next', setup: () => ({ remarkPlugins: [speak] }) });`;
  const body = '## Weir\n\nA :mark[weir].\n\n> - *Low* water';
  const project = projectWith('[first, next]', code, {
    'content/posts/walk.md': post(body),
  });
  const { warnings } = await documentOf(project);
  const places = (name: string) =>
    warnings.flatMap(({ file, field, message, line, column }) =>
      field === name && file.endsWith('walk.md') ? [`${line}:${column} ${message}`] : [],
    );
  expect(places('first')).toEqual([
    '5:1 heading',
    '5:4 text',
    '7:1 text',
    '7:3 textDirective',
    '7:9 text',
    '7:14 text',
    '9:6 text',
    '9:10 text',
  ]);
  expect(places('next')).toEqual(places('first'));
});

test('signs that the compiler’s parser is helped with survive the parser of remark', async () => {
  const code = `${packages}const cjk = definePlugin({ name: 'cjk', setup: () => ({ remarkPlugins: [remarkCjkFriendly] }) });`;
  const words = '**強調です（この例のように）。**この文';
  const { html, markdown } = await documentOf(
    projectWith('[cjk]', code, { 'content/posts/walk.md': post(`${words}\n\nH~2~O and x^2^`) }),
  );
  expect(html).toContain('<strong>強調です（この例のように）。</strong>この文');
  expect(markdown).toContain(words);
});

test('the twin of a text in which words changed is that of the author, but for the words', async () => {
  const body =
    'The weir (see *the* [hut](/about/)).\n\n* one\n* two weirs\n\n> [!NOTE]\n> Stay.\n\n|a|b|\n|:-|-|\n|1|2|';
  const project = projectWith("[raise({ word: 'weir' })]", raise, { 'content/posts/walk.md': post(body) });
  const { markdown } = await documentOf(project);
  expect(markdown).toContain('The WEIR (see *the* [hut](https://notes.example.org/about.md)).');
  expect(markdown).toContain('- two WEIRs');
  expect(markdown).toContain('> [!NOTE]\n> Stay.\n\n|a|b|\n|:-|-|\n|1|2|');
});

test('a plugin that can’t be used is named', async () => {
  const of = (setup: string) =>
    projectWith('[p]', `const p = definePlugin({ name: 'p', setup: () => (${setup}) });`, {
      'content/posts/walk.md': post('Words.'),
    });
  const failing: readonly (readonly [string, RegExp])[] = [
    [
      "{ remarkPlugins: ['no-such-package'] }",
      /the plugin "p" can't be used: .* not installed; run: npm install no-such-package/,
    ],
    ["{ remarkPlugins: ['./x.ts'] }", /the plugin "p" can't be used: \.\/x\.ts has no default export/],
    ...[
      ["{ type: 'aside', children: 7 }", 'it made a node "aside" whose children are no list'],
      ["{ type: 'text' }", 'it made a node "text" without a value'],
      ['{ children: [] }', 'it made a node without a type'],
    ].map(([node, message]): [string, RegExp] => [
      `{ remarkPlugins: [() => (tree) => { tree.children.push(${node}); }] }`,
      new RegExp(`the plugin "p" failed: ${message}`),
    ]),
    [
      '{ remarkPlugins: [() => (tree) => { tree.children = null; }] }',
      /it made a node "root" whose children are no list/,
    ],
    [
      "{ remarkPlugins: [() => { throw new Error('no parser') }] }",
      /the plugin "p" can't be used: no parser/,
    ],
    [
      "{ remarkPlugins: [() => () => ({ type: 'text', value: '' })] }",
      /the plugin "p" failed: it gave no tree back/,
    ],
    [
      "{ remarkPlugins: [() => () => { throw new Error('lost') }] }",
      /walk\.md:1:1 plugin: the plugin "p" failed: lost|walk\.md:\d+:1 plugin: the plugin "p" failed: lost/,
    ],
    ["{ remarkPlugins: [() => async () => { throw new Error('late') }] }", /the plugin "p" failed: late/],
    ["{ rehypePlugins: [() => () => { throw new Error('lost') }] }", /the plugin "p" failed: lost/],
  ];
  for (const [setup, message] of failing) {
    const project = of(setup);
    const site = await readSite(project.root, undefined);
    const error = await project.load(undefined, site).catch((cause: unknown) => cause);
    expect(String(error)).toMatch(message);
  }
  for (const [setup, message] of [
    ['null', /the plugin "p" can't be used: what setup\(\) returns/],
    ['Promise.resolve({})', /the plugin "p" can't be used: what setup\(\) returns must be no promise/],
    ['{ checks: 7 }', /the plugin "p" can't be used: checks must be a function/],
    ["{ words: { en: ['x'] } }", /the plugin "p" can't be used: words\.en/],
    ["{ kinds: { recipe: { folder: '../x' } } }", /the plugin "p" can't be used: kinds\.recipe\.folder/],
    ["{ html: { head: ['<meta>'] } }", /the plugin "p" can't be used: html\.head\.0/],
    ["{ html: { sources: { 'connect-src': ['*'] } } }", /the plugin "p" can't be used: html\.sources/],
    [
      "{ html: { scripts: ['./gone.ts'] } }",
      /the plugin "p" can't be used: html\.scripts\.0 names a file that does not exist/,
    ],
    [
      "{ html: { slots: { AfterText: new URL('./gone.astro', import.meta.url) } } }",
      /the plugin "p" can't be used: html\.slots\.AfterText names a file/,
    ],
    [
      "{ commands: { 'Hum!': { summary: 'hums', module: './x.ts' } } }",
      /the plugin "p" can't be used: commands/,
    ],
    [
      "{ sidecar: { module: './x.ts', tools: { t: { title: 'T', description: 'D', input: {} } } } }",
      /the plugin "p" can't be used: sidecar\.tools\.t\.input must be z\.strictObject/,
    ],
    ['{ remarkPlugins: [7] }', /the plugin "p" can't be used: remarkPlugins\.0 must be a function, a list/],
    ["{ html: { styles: ['gone/x.css'] } }", /html\.styles\.0 .*not installed; run: npm install gone/],
    ["{ html: { styles: ['@zoe/gone/x.css'] } }", /run: npm install @zoe\/gone/],
    ["{ html: { slots: { AfterTxt: './x.ts' } } }", /html\.slots\.AfterTxt .*did you mean "AfterText"\?/],
    [
      "{ html: { sources: { 'script-src': ['https://x.example/;default-src'] } } }",
      /html\.sources\.script-src/,
    ],
    ["{ html: { sources: { 'script-src': ['javascript:alert(1)'] } } }", /html\.sources\.script-src/],
    ["{ html: { head: [{ tag: 'scrpt' }] } }", /the plugin "p" can't be used: head\.0\.tag must be one of/],
    [
      "{ kinds: { walk: { folder: 'walks', labels: { name: 'Walks', singular: 'Walk' }, fields: { author: {} } } } }",
      /the plugin "p" can't be used: kinds\.walk\.fields\.author is a field of every document/,
    ],
    [
      '{ fields: { pst: { mood: {} } } }',
      /fields\.pst: there is no content type "pst"; did you mean "post"\?/,
    ],
    ['{ fields: { post: { title: {} } } }', /fields\.post\.title is a field of every document/],
    ['{ fields: { talk: { event: {} } } }', /fields\.talk\.event is a field of "talk"/],
    [
      "{ publications: [{ path: '/a', type: 'text/plain', render: () => '', surface: { inLlm: true } }] }",
      /surface\.inLlm is no part of a plugin; did you mean "inLlms"\?/,
    ],
    [
      "{ publications: [{ path: '/a', type: 'text/plain', render: () => '', headers: { 'Content-Length': '5' } }] }",
      /headers\.Content-Length .*is a header that the server sets/,
    ],
    [
      "{ sidecar: { module: './x.ts', pageTypes: ['text/html'] } }",
      /sidecar\.pageTypes\.0 must be a media type/,
    ],
    [
      "{ sidecar: { module: './x.ts', openapi: { '/_plugins/p/': { gett: {} } } } }",
      /openapi\.\/_plugins\/p\/\.gett is no part of a plugin; did you mean "get"\?/,
    ],
    [
      "{ sidecar: { module: './x.ts', tools: { t: { title: 'T', description: 'D', input: z.strictObject({ a: z.date() }) } } } }",
      /the plugin "p" can't be used: Date cannot be represented/,
    ],
    ["(() => { throw new Error('early') })()", /the plugin "p" can't be used: setup\(\) failed: early/],
  ] as const)
    expect((await settingProblems(of(setup))).join('\n')).toMatch(message);
});

test('lists within the list are read, and what a condition leaves out', async () => {
  const code = `const p = definePlugin({ name: 'p', setup: () => ({}) });
const q = definePlugin({ name: 'q', options: z.any(), setup: () => ({}) });`;
  const namesIn = async (list: string) =>
    (await readSite(projectWith(list, code).root, undefined)).plugins?.map(({ name }) => name);
  expect(await namesIn('[false && p, undefined, null, [p, [q({ f: () => 1 })]]]')).toEqual(['p', 'q']);
  for (const [list, message] of [
    ['[p, Promise.resolve(q)]', /plugins\.1: is a promise; write "await" before it/],
    ['[p, [q(Promise.resolve({}))]]', /plugins\.1: the options of the plugin "q" are a promise/],
    ['[q({ n: 10n })]', /the plugin "q" can't be used: its options must be plain data or functions/],
    ["['remark-breaks']", /plugins\.0: must be made by definePlugin\(\).*remarkPlugins/],
    ['[p, () => (tree) => tree]', /plugins\.1: must be made by definePlugin\(\)/],
  ] as const)
    expect((await settingProblems(projectWith(list, code))).join('\n')).toMatch(message);
});

test('the lists of the owner have their own places next to those of plugins', async () => {
  const code = `const p = definePlugin({ name: 'p', setup: () => ({ html: {
    head: [{ tag: 'meta', attrs: { name: 'a', content: 'b' } }], styles: ['./theme/a.css'] } }) });`;
  const own = "[p], head: [{ tag: 'mta' }], customCss: ['./theme/gone.css']";
  expect(await settingProblems(projectWith(own, code, { 'theme/a.css': '' }))).toEqual([
    expect.stringMatching(/site\.ts:\d+:\d+ head\.0\.tag: must be one of/),
    expect.stringMatching(/site\.ts:\d+:\d+ customCss\.0: there is no \.\/theme\/gone\.css/),
  ]);
});

test('a package that exports for import alone can be named', async () => {
  const project = projectWith(
    '[p]',
    "const p = definePlugin({ name: 'p', setup: () => ({ remarkPlugins: ['@zoe/loud', ['calm', 'quiet']] }) });",
    { 'content/posts/walk.md': post('Words.') },
  );
  const change = (word: string) =>
    `(word = ${word}) => (tree) => { tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: word }] }); };`;
  project.write({
    'node_modules/@zoe/loud/package.json':
      '{ "name": "@zoe/loud", "type": "module", "exports": { ".": { "import": "./loud.js" } } }',
    'node_modules/@zoe/loud/loud.js': `export default ${change("'loud'")}`,
    'node_modules/calm/package.json': '{ "name": "calm", "main": "./calm.cjs" }',
    'node_modules/calm/calm.cjs': `exports.default = ${change("'calm'")}`,
  });
  expect((await documentOf(project)).text).toMatch(/Words\.\s+loud\s+quiet/);
});

test('files of two plugins at one place are named, and a file where a folder is', async () => {
  const of = (first: string, second: string) =>
    projectWith(
      '[p, q]',
      `const file = (path, render) => ({ publications: [{ path, type: 'text/plain', render }] });
const p = definePlugin({ name: 'p', setup: () => file(${first}) });
const q = definePlugin({ name: 'q', setup: () => file(${second}) });`,
    );
  const write = async (project: ContentProject) => {
    const site = await readSite(project.root, undefined);
    const loaded = await project.load(undefined, site);
    const output = new Output(join(project.root, 'out'), {}, new Set());
    try {
      output.publish(siteDocuments(loaded.library, '2026-01-03T00:00:00'));
    } finally {
      loaded.close();
    }
  };
  await expect(write(of("'/a/b.txt', () => ''", "'/a/', () => ({ 'b.txt': '' })"))).rejects.toThrow(
    'the plugin "q" failed: /a/b.txt: the plugin "p" has this file too',
  );
  for (const [first, second] of [
    ["'/a', () => ''", "'/a/b.txt', () => ''"],
    ["'/a/b.txt', () => ''", "'/a', () => ''"],
  ] as const)
    await expect(write(of(first, second))).rejects.toThrow(/two things are published at \/a;/);
  expect(await problemsOf(of("'/about/index.html', () => ''", "'/index.html', () => ''"))).toEqual([
    expect.stringMatching(/the plugin "p".* \/about\/ is also the address of content\/pages\/about\.md/),
    expect.stringMatching(/the plugin "q".* \/ is also the address of the front page/),
  ]);
});

test('a tool of MCP that the engine has is an error', async () => {
  const code = `const p = definePlugin({ name: 'p', setup: () => ({ sidecar: { module: './x.ts', tools: {
    search: { title: 'S', description: 'D', input: z.strictObject({}) } } } }) });`;
  expect(await problemsOf(projectWith('[p]', code))).toEqual([
    'site.ts:1:1 plugins: the plugin "p" failed: the MCP tool "search": is one of the engine; choose another name.',
  ]);
});
