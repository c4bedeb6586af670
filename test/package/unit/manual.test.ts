import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { listSiteFiles } from '../../../packages/create/src/site-files.ts';
import { parseFrontMatter, splitSource } from '../../../src/content/read/front-matter.ts';
import { kindsOf } from '../../../src/core/model/kinds.ts';
import { siteSchema } from '../../../src/core/model/site.ts';
import { checkSettings } from '../../../src/settings/read-site.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

/** The manual is read by owners of sites, whose folder is not the engine's. */
const folder = join(projectRoot, 'content/pages/manual');
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

/** Code of the pages, apart from what makes the packages out of a clone of the engine. */
const code = pages.flatMap(({ name, text }) => {
  const blocks = [...text.matchAll(/^ *```(\w+)?[^\n]*\n([\s\S]*?)^ *```$/gm)];
  const shell = blocks.filter(
    ([, language, block = '']) => language === 'sh' && !block.includes('npm run pack'),
  );
  const prose = text.replace(/^ *```[\s\S]*?^ *```$/gm, '');
  const inline = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words);
  return [...shell.flatMap(([, , block = '']) => block.split('\n')), ...inline].map((line) => ({
    name,
    line: line.trim(),
  }));
});

const answers = {
  title: 'Notes',
  owner: 'Zoë',
  language: 'en',
  timezone: 'UTC',
  look: 'classic',
  host: 'server',
  url: 'https://example.org',
};
const facts = {
  import: 'nothing',
  export: '',
  packages: { agentsite: '^1.0.0', astro: '^7.0.0', node: {} },
  addOns: [],
  isVendored: false,
};
const site = listSiteFiles({ ...answers, ...facts, node: 24, today: '2026-11-23' }, 24);
const scripts = Object.keys((JSON.parse(site['package.json'] ?? '') as { scripts: object }).scripts);
const files = globSync('{src/cli,packages/*/src/commands}/**/*.ts', { cwd: projectRoot });
const commands = new Map(files.map((file) => [basename(file, '.ts'), file]));
/** The file that lists the options of a command. */
const sourceOf = (command: string) =>
  command === 'doctor' ? 'packages/doctor/src/run-doctor.ts' : (commands.get(command) ?? '');

/** The package of a command; null for those of the engine. */
function nameOfPackage(command: string): string | null {
  const folder = /^packages\/[^/]+/.exec(commands.get(command)?.replaceAll('\\', '/') ?? '')?.[0];
  if (folder === undefined) return null;
  return (JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8')) as { name: string })
    .name;
}

it('commands of the manual are those of a site, with options that they have', () => {
  const wrong: string[] = [];
  let count = 0;
  for (const { name, line } of code) {
    for (const [, script = ''] of line.matchAll(/\bnpm run ([\w:-]+)/g)) {
      count++;
      if (!scripts.includes(script)) wrong.push(`${name}: npm run ${script}`);
    }
    for (const [, command = '', words = ''] of line.matchAll(/\bnpx agentsite[ -](\w[\w-]*)([^#&|]*)/g)) {
      count++;
      if (!commands.has(command)) wrong.push(`${name}: agentsite ${command}`);
      else {
        const source = readFileSync(join(projectRoot, sourceOf(command)), 'utf8');
        const options = [...words.matchAll(/--[a-z][\w-]*/g)].filter(([option]) => !source.includes(option));
        wrong.push(...options.map(([option]) => `${name}: agentsite ${command} ${option}`));
      }
    }
    if (/\bnode (?:src|test|sidecar|deploy)\//.test(line)) wrong.push(`${name}: ${line}`);
  }
  expect(count).toBeGreaterThan(30);
  expect(wrong).toEqual([]);
});

it('pages with a command of an add-on name the package that has it', () => {
  const unnamed = code.flatMap(({ name, line }) => {
    const used = [...line.matchAll(/\bagentsite (\w[\w-]*)/g)].map(([, command = '']) => command);
    const packages = used.flatMap((command) => nameOfPackage(command) ?? []);
    const text = pages.find((page) => page.name === name)?.text ?? '';
    return packages.filter((needed) => !text.includes(needed)).map((needed) => `${name}: ${needed}`);
  });
  expect(nameOfPackage('import')).toBe('agentsite-import');
  expect([...new Set(unnamed)]).toEqual([]);
});

it('files that the manual names are in the folder of a site, or of the package in it', () => {
  const inPackage = (path: string) =>
    existsSync(join(projectRoot, path)) || existsSync(join(projectRoot, path.replace(/\.js$/, '.ts')));
  const wrong = pages.flatMap(({ name, text }) => {
    const paths = [...text.matchAll(/node_modules\/agentsite\/([\w./-]*\w\/?)/g)].map(
      ([, path = '']) => path,
    );
    const lost = paths
      .filter((path) => !inPackage(path))
      .map((path) => `${name}: node_modules/agentsite/${path}`);
    // `src/` of a site has the owner's own pages, and nothing of the engine.
    const foreign = text.matchAll(
      /(?<![\w/@.-])(?:(?:deploy|sidecar|test)\/[\w.]|src\/(?!pages\b)[\w.])[\w./-]*/g,
    );
    return [...lost, ...[...foreign].map(([path]) => `${name}: ${path}`)];
  });
  // What `agentsite deploy-files` writes into a site.
  const written = ['deploy/nginx.conf'];
  expect(wrong.filter((one) => !written.some((path) => one.endsWith(path)))).toEqual([]);
});

it('every setting and every field of front matter has its line in the manual', () => {
  const textOf = (name: string) => pages.find((page) => page.name.replaceAll('\\', '/') === name)?.text ?? '';
  // A build sets this one.
  const settings = Object.keys(siteSchema.shape).filter((name) => name !== 'preview');
  expect(settings.filter((name) => !textOf('configuration.md').includes(`\`${name}\``))).toEqual([]);
  const owner = { name: 'Zoë', slug: 'zoe' };
  const plain = checkSettings(
    { title: 'A', description: 'B', url: 'https://example.org', owner },
    {},
    'site.ts',
  );
  const fields = kindsOf(plain).flatMap((kind) => {
    const read = parseFrontMatter(kind, splitSource('---\nqqqqqqqqqq: 1\n---\n'), 'a.md', plain);
    const message = read.ok ? '' : read.problems.map((problem) => problem.message).join(' ');
    return /the fields are (.*?)\./.exec(message)?.[1]?.split(', ') ?? [];
  });
  expect(fields).toEqual(expect.arrayContaining(['format', 'series', 'order']));
  expect(fields.filter((name) => !textOf('writing/front-matter.md').includes(`\`${name}\``))).toEqual([]);
  expect(textOf('writing/index.md')).toContain('`content/pages/index.md`');
});
