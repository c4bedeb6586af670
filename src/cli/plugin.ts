import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEngine } from '../add-ons/add-ons.ts';
import { readOptions, stop } from '../terminal/options.ts';
import { typed } from '../terminal/typed.ts';

const usage = `Usage: ${typed('plugin', 'new NAME')}

Makes plugins/NAME/ with a plugin, its test, a package.json and a README. The manual's page "Plugins" has examples.

  -h, --help  shows this help`;

const { positionals } = readOptions(usage, {}, true);
const [action, name = ''] = positionals;
if (action !== 'new' || !/^[a-z][a-z0-9-]{0,39}$/.test(name))
  stop(`A plugin has a name of small letters, digits and hyphens.\n\n${usage}`);
const folder = join('plugins', name);
if (existsSync(folder)) stop(`${folder} is there already; choose another name.`, 1);
const variable = name.replace(/-+(.)/g, (_, letter: string) => letter.toUpperCase()).replace(/-$/, '');

/** Named apart from the words around it: the drawing of the project's structure reads imports. */
const engine = 'agentsite';

const files = {
  'package.json': `${JSON.stringify(
    {
      name: `agentsite-plugin-${name}`,
      version: '0.1.0',
      type: 'module',
      exports: './index.ts',
      peerDependencies: { agentsite: `^${readEngine().version}` },
      scripts: { test: 'node --test' },
    },
    null,
    2,
  )}\n`,
  'README.md': `# ${name}

\`\`\`ts
import { ${variable} } from './${folder}/index.ts';

export const site = {
  // …
  plugins: [${variable}({ text: 'Written with care.' })],
};
\`\`\`

Test it in the folder of the site: \`npx node --test ${folder}/plugin.test.ts\`. Node runs no TypeScript below \`node_modules\`, so publish JavaScript.
`,
  'index.ts': `import { definePlugin, z } from '${engine}/plugin';

/** Adds a line to the end of each text. */
export const ${variable} = definePlugin({
  name: '${name}',
  options: z.strictObject({ text: z.string().min(1) }),
  setup: ({ text }) => ({
    remarkPlugins: [
      () => (tree: { children: object[] }) => {
        tree.children.push({ type: 'paragraph', children: [{ type: 'text', value: text }] });
      },
    ],
  }),
});
`,
  'plugin.test.ts': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTestSite } from '${engine}/testing';

const site = \`import { ${variable} } from '\${import.meta.resolve('./index.ts')}';
export const site = {
  title: 'Test',
  description: 'A test.',
  url: 'https://example.org',
  owner: { name: 'Owner', slug: 'owner' },
  plugins: [${variable}({ text: 'Written with care.' })],
};
\`;

test('the line is on the page, in its twin, and in what the server answers', async (t) => {
  const built = await buildTestSite({
    'site.ts': site,
    'content/posts/hello.md': '---\\ntitle: Hello\\ndate: 2026-01-02\\n---\\n\\nWords.\\n',
  });
  t.after(built.remove);
  assert.deepEqual(built.problems, []);
  assert.match(built.read('/hello/index.html') ?? '', /Written with care\\./);
  assert.match(built.read('/hello.md') ?? '', /Written with care\\./);
  const server = await built.start();
  t.after(server.stop);
  const page = await fetch(\`\${server.url}/hello/\`, { headers: { Accept: 'text/markdown' } });
  assert.match(await page.text(), /Written with care\\./);
});
`,
};

mkdirSync(folder, { recursive: true });
for (const [file, text] of Object.entries(files)) {
  writeFileSync(join(folder, file), text);
  console.log(join(folder, file));
}
