#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { cancel, intro, isCancel, outro, select, text } from '@clack/prompts';
import {
  type AddOnName,
  addOnFile,
  leastNode,
  listSitePackages,
  packageName,
  type VersionFacts,
  vendoredEngine,
} from 'agentsite/model';
import { readOptions, stop } from 'agentsite/terminal';
import {
  type Answers,
  guessAnswers,
  hostHints,
  hosts,
  lookHints,
  looks,
  originHints,
  origins,
  type Question,
  questions,
  type Surroundings,
} from '../answers.ts';
import { isDeployHost, listDeployFiles } from '../deploy/deploy-files.ts';
import { fromImport, importLine, isAsked, isImporting } from '../import-line.ts';
import { listSiteFiles } from '../site-files.ts';

/** `agentsite init FOLDER`, which is all of `create-agentsite`. */
const usage = `Usage: agentsite init FOLDER [options]    (or: npm create agentsite FOLDER)

Creates the folder of a new site: package.json, astro.config.mjs, site.ts, three short documents, public/, .gitignore,
README.md, and the files that deploy the site to its host. In a terminal it asks for missing options.

  --import ORIGIN  imports another site: wordpress, ghost, blogger, substack, squarespace, medium, hexo, obsidian or
                   markdown (Hugo, Jekyll, Eleventy, Astro); the import then provides what the options from --title to
                   --url do, as far as the old site says it
  --export FILE    with --import: the export of the old site, or its folder
  --title TEXT     title of the site
  --owner NAME     name of its author
  --language TAG   language: en, de, pt-BR …
  --timezone ZONE  time zone of its dates: Europe/Berlin …
  --look LOOK      classic (calm pages of text), magazine (images and cards), notebook (small and dense) or poster
                   (very large type)
  --host HOST      where it will be deployed: server, static, github-pages, netlify, cloudflare or docker
  --url URL        address of the site: https://example.org
  --editor WHERE   adds the editor for browsers and phones: server, github, gitlab or gitea; the Git hosts are for the
                   hosts static (the default for gitlab and gitea) and github-pages (for github)
  --repository R   with --editor and a Git host: owner and name of the site's repository, such as zoe/field-notes
  --yes            asks nothing and uses defaults for missing options
  --engine FILE    installs the engine from a packed file, agentsite-VERSION.tgz, instead of npm's registry, and its
                   add-ons from those in the same folder; copies them to vendor/ in the site
  -h, --help       shows this help`;

const { values, positionals } = readOptions(
  usage,
  {
    import: { type: 'string' },
    export: { type: 'string' },
    title: { type: 'string' },
    owner: { type: 'string' },
    language: { type: 'string' },
    timezone: { type: 'string' },
    look: { type: 'string' },
    host: { type: 'string' },
    url: { type: 'string' },
    editor: { type: 'string' },
    repository: { type: 'string' },
    yes: { type: 'boolean', short: 'y', default: false },
    engine: { type: 'string' },
  },
  true,
);
const [folder, ...more] = positionals;
if (folder === undefined || more.length > 0) stop(`Name one folder for the site.\n\n${usage}`);
const root = resolve(folder);
if (existsSync(root) && readdirSync(root).some((name) => name !== '.git')) {
  stop(`${folder} is not empty: choose another folder, or empty this one.`, 1);
}
for (const { name, findProblem } of questions) {
  const problem = values[name] === undefined ? undefined : findProblem(values[name]);
  if (problem !== undefined) stop(`--${name}: ${problem}`);
}
const { engine } = values;
if (engine && !(engine.endsWith('.tgz') && statSync(engine, { throwIfNoEntry: false })?.isFile()))
  stop(`--engine: ${engine} is not a packed file, agentsite-VERSION.tgz.`);
if (values.export !== undefined) {
  const problem = values.import === undefined ? 'It requires --import.' : findMissing(values.export);
  if (problem !== undefined) stop(`--export: ${problem}`);
}
for (const name of isImporting(values) ? fromImport : [])
  if (values[name] !== undefined) stop(`--${name}: the import sets it. Change it in site.ts afterwards.`);

const { editor, repository } = values;
if (editor !== undefined && !/^(?:server|github|gitlab|gitea)$/.test(editor))
  stop(`--editor: "${editor}" is none of server, github, gitlab and gitea.`);
if (editor !== undefined && editor !== 'server' && !/^[^/\s]+(?:\/[^/\s]+)+$/.test(repository ?? ''))
  stop('--repository: write the owner and the name of the repository, such as zoe/field-notes.');
if (editor !== undefined && editor !== 'server' && !/^(?:static|github-pages)?$/.test(values.host ?? ''))
  stop(`--host: the editor for ${editor} is part of the build, which only static and github-pages serve.`);

const guessed = guessAnswers(readSurroundings());
const answers = values.yes ? { ...guessed, ...given() } : await ask(guessed);
const versions = readVersions();
const addOns: AddOnName[] = [
  'agentsite-contract',
  ...(editor === undefined ? [] : (['agentsite-editor'] as const)),
  ...(isImporting(answers) ? (['agentsite-import'] as const) : []),
  // The generated workflows examine the site.
  ...(isDeployHost(answers.host) && answers.host !== 'docker' ? (['agentsite-doctor'] as const) : []),
];
const packed = engine === undefined ? [] : [[engine, vendoredEngine] as const, ...addOns.map(findPacked)];
const siteFiles = listSiteFiles(
  {
    ...answers,
    packages: listSitePackages(versions),
    editor,
    repository,
    addOns,
    isVendored: engine !== undefined,
    node: Number.parseInt(process.versions.node, 10),
    today: new Intl.DateTimeFormat('sv', { timeZone: answers.timezone }).format(),
  },
  leastNode,
);
const deployFiles = isDeployHost(answers.host)
  ? listDeployFiles(
      answers.host,
      packageName(answers.title),
      packed.map(([, file]) => file),
    )
  : {};
for (const [file, content] of Object.entries({ ...siteFiles, ...deployFiles })) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}
for (const [from, file] of packed) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  copyFileSync(from, join(root, file));
}
const written = Object.keys(deployFiles).join(', ');
const publishing = written ? `\n\nREADME.md explains how to deploy it (${written}).` : '';
const next = `cd ${folder}\nnpm install\n${importLine(answers, root)}npm start${publishing}`;
if (values.yes) console.log(`The site is in ${folder}. Next:\n\n${next}`);
else outro(`The site is in ${folder}. Next:\n\n${next.replace(/^/gm, '   ')}`);

/** The packed file of an add-on, which `npm run pack` makes next to the engine's. @returns it, and its place in the site */
function findPacked(name: AddOnName): readonly [from: string, file: string] {
  const from = join(dirname(engine ?? ''), `${name}-${versions.version}.tgz`);
  if (!existsSync(from))
    stop(`--engine: ${from} is missing. It is packed together with the engine; copy it there.`);
  return [from, addOnFile(name)];
}

/** The packed command knows the versions of its engine; in the project they are those of the engine itself. */
function readVersions(): VersionFacts {
  const own = readManifest(new URL('../../package.json', import.meta.url));
  return own.sitePackages ? own : readManifest(new URL(import.meta.resolve('agentsite/package.json')));
}

function readManifest(file: URL): VersionFacts {
  return JSON.parse(readFileSync(file, 'utf8')) as VersionFacts;
}

function readSurroundings(): Surroundings {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { stdout } = spawnSync('git', ['config', 'user.name'], { encoding: 'utf8' });
  const person = stdout?.trim() || null;
  return { folder: basename(root), person, language: locale, timezone: timeZone, editor };
}

function given(): Partial<Answers> {
  const pairs = questions.map(({ name }) => [name, values[name]] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

async function ask(guess: Answers): Promise<Answers> {
  if (!process.stdin.isTTY) stop(`Can't ask questions outside of a terminal: add --yes.\n\n${usage}`);
  intro('A new site');
  const answers: Record<Question, string> = { ...guess, ...given() };
  for (const { name, message, findProblem } of questions) {
    if (values[name] !== undefined || !isAsked(name, answers)) continue;
    const options = choicesOf(name);
    const answer = options
      ? await select({ message, options })
      : await text({
          message,
          placeholder: guess[name],
          defaultValue: guess[name],
          validate: (value) =>
            value ? (name === 'export' ? findMissing(value.trim()) : findProblem(value)) : undefined,
        });
    if (isCancel(answer)) {
      cancel('Canceled: nothing was created.');
      process.exit(1);
    }
    answers[name] = answer.trim();
  }
  return answers;
}

function choicesOf(name: Question): { value: string; label: string; hint: string }[] | null {
  if (name === 'look') return looks.map((value) => ({ value, label: value, hint: lookHints[value] }));
  if (name === 'host') return hosts.map((value) => ({ value, label: value, hint: hostHints[value] }));
  if (name !== 'import') return null;
  return origins.map((value) => ({ value, label: value, hint: originHints[value] }));
}

function findMissing(path: string): string | undefined {
  return existsSync(path) ? undefined : `There is no ${path}.`;
}
