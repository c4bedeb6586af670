#!/usr/bin/env node
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { cancel, intro, isCancel, outro, select, text } from '@clack/prompts';
import { type DeployHost, deployHosts, listDeployFiles } from '../hosts/deploy-files.ts';
import {
  type Answers,
  guessAnswers,
  hostHints,
  hosts,
  originHints,
  origins,
  type Question,
  questions,
} from '../init/answers.ts';
import { importLine, isAsked, isMovingIn, toldByImport } from '../init/moving-in.ts';
import { listSiteFiles, packageName } from '../init/site-files.ts';
import { leastNode, listSitePackages, type VersionFacts, vendoredEngine } from '../init/site-packages.ts';
import { readSurroundings } from '../init/surroundings.ts';
import { readOptions } from '../terminal/options.ts';

/** `agentsite init FOLDER`, and all of `create-agentsite`: makes the folder of a new site. */
const usage = `Usage: agentsite init FOLDER [options]    (or: npm create agentsite FOLDER)

Makes the folder of a new site: package.json, astro.config.mjs, site.ts, three short texts, public/, .gitignore and
README.md; and for the host what publishes the site with a push. In a terminal it asks for what is not given.

  --import ORIGIN  moves in from another site: wordpress, ghost or markdown (Hugo, Jekyll, Eleventy, Astro); the import
                   then says all that the options from --title to --url say
  --export FILE    with --import: the export of the old site, or its folder
  --title TEXT     what the site is called
  --owner NAME     who writes it
  --language TAG   in which language: en, de, pt-BR …
  --timezone ZONE  in which time zone its dates are: Europe/Berlin …
  --host HOST      where it will be published: server, static, github-pages, netlify, cloudflare or
                   docker
  --url URL        its address: https://example.org
  --yes            asks nothing: takes what fits this machine where nothing is given
  --engine FILE    takes the engine from a packed file, agentsite-VERSION.tgz, instead of npm's registry, and copies it
                   to ${vendoredEngine} in the site
  -h, --help       this text`;

const { values, positionals } = readOptions(
  usage,
  {
    import: { type: 'string' },
    export: { type: 'string' },
    title: { type: 'string' },
    owner: { type: 'string' },
    language: { type: 'string' },
    timezone: { type: 'string' },
    host: { type: 'string' },
    url: { type: 'string' },
    yes: { type: 'boolean', short: 'y', default: false },
    engine: { type: 'string' },
  },
  true,
);
const [folder, ...more] = positionals;
if (folder === undefined || more.length > 0) stop(`Name one folder for the site.\n\n${usage}`, 2);
const root = resolve(folder);
if (existsSync(root) && readdirSync(root).some((name) => name !== '.git')) {
  stop(`${folder} is not empty: choose another folder, or empty this one.`);
}
for (const { name, findFault } of questions) {
  const fault = values[name] === undefined ? undefined : findFault(values[name]);
  if (fault !== undefined) stop(`--${name}: ${fault}`, 2);
}
const { engine } = values;
if (
  engine !== undefined &&
  !(engine.endsWith('.tgz') && statSync(engine, { throwIfNoEntry: false })?.isFile())
) {
  stop(`--engine: ${engine} is not a packed file, agentsite-VERSION.tgz.`, 2);
}

if (values.export !== undefined) {
  const fault = values.import === undefined ? 'It goes with --import.' : findFaultInPath(values.export);
  if (fault !== undefined) stop(`--export: ${fault}`, 2);
}
for (const name of isMovingIn(values) ? toldByImport : []) {
  if (values[name] !== undefined) stop(`--${name}: the import says it. Change it in site.ts afterwards.`, 2);
}

const guessed = guessAnswers(readSurroundings(root));
const answers = values.yes ? { ...guessed, ...given() } : await ask(guessed);
const manifest = new URL('../../package.json', import.meta.url);
const packages = listSitePackages(JSON.parse(readFileSync(manifest, 'utf8')) as VersionFacts);
const siteFiles = listSiteFiles(
  {
    ...answers,
    packages,
    isVendored: engine !== undefined,
    node: Number.parseInt(process.versions.node, 10),
    today: new Intl.DateTimeFormat('sv', { timeZone: answers.timezone }).format(),
  },
  leastNode,
);
const deployFiles = isDeployHost(answers.host)
  ? listDeployFiles(answers.host, packageName(answers.title), engine === undefined ? [] : [vendoredEngine])
  : {};
for (const [file, content] of Object.entries({ ...siteFiles, ...deployFiles })) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}
if (engine !== undefined) {
  mkdirSync(dirname(join(root, vendoredEngine)), { recursive: true });
  copyFileSync(engine, join(root, vendoredEngine));
}
const written = Object.keys(deployFiles).join(', ');
const publishing = written ? `\n\nIts README.md says how it is published (${written}).` : '';
const next = `cd ${folder}\nnpm install\n${importLine(answers, root)}npm start${publishing}`;
if (values.yes) console.log(`${folder} holds the site. Next:\n\n${next}`);
else outro(`${folder} holds the site. Next:\n\n${next.replace(/^/gm, '   ')}`);

function given(): Partial<Answers> {
  const pairs = questions.map(({ name }) => [name, values[name]] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

async function ask(guess: Answers): Promise<Answers> {
  if (!process.stdin.isTTY) {
    stop(`This is not a terminal to ask in: give the options, and --yes.\n\n${usage}`, 2);
  }
  intro('A new site');
  const answers: Record<Question, string> = { ...guess, ...given() };
  for (const { name, message, findFault } of questions) {
    if (values[name] !== undefined || !isAsked(name, answers)) continue;
    const options = choicesOf(name);
    const answer = options
      ? await select({ message, options })
      : await text({
          message,
          placeholder: guess[name],
          defaultValue: guess[name],
          validate: (value) =>
            value ? (name === 'export' ? findFaultInPath(value.trim()) : findFault(value)) : undefined,
        });
    if (isCancel(answer)) {
      cancel('Nothing was made.');
      process.exit(1);
    }
    answers[name] = answer.trim();
  }
  return answers;
}

function choicesOf(name: Question): { value: string; label: string; hint: string }[] | null {
  if (name === 'host') return hosts.map((value) => ({ value, label: value, hint: hostHints[value] }));
  if (name !== 'import') return null;
  return origins.map((value) => ({ value, label: value, hint: originHints[value] }));
}

function findFaultInPath(path: string): string | undefined {
  return existsSync(path) ? undefined : `There is no ${path}.`;
}

function isDeployHost(host: string): host is DeployHost {
  return deployHosts.some((known) => known === host);
}

function stop(message: string, status = 1): never {
  console.error(message);
  process.exit(status);
}
