import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readEngine } from '../add-ons/add-ons.ts';
import { listMissingAddOns } from '../add-ons/missing-add-ons.ts';
import { type Advice, formatAdvice, toAdvice } from '../content/check/advice.ts';
import { advise } from '../content/check/advise.ts';
import { adviseOnAddresses } from '../content/check/advise-on-addresses.ts';
import { adviseOnFiles } from '../content/check/advise-on-files.ts';
import { adviseOnStyles } from '../content/check/advise-on-styles.ts';
import { loadLibrary } from '../content/library/load-library.ts';
import { listFiles } from '../content/read/list-files.ts';
import { ContentError, formatProblem } from '../content/read/problems.ts';
import type { Site } from '../core/model/site.ts';
import { listSitePackages } from '../core/model/site-packages.ts';
import { contactUrl, securityContact } from '../core/model/targets.ts';
import { readSite } from '../settings/read-site.ts';
import { SettingsError } from '../settings/settings-error.ts';
import { readOptions } from '../terminal/options.ts';
import { counted, openTerminal, paint } from '../terminal/terminal.ts';
import { typed } from '../terminal/typed.ts';
import { adviseOnAstro } from './site/astro-version.ts';
import { listMigrations, listThemeChanges } from './site/migrations.ts';
import { ownSource } from './site/own-library.ts';
import { keyOf, listRemarks } from './site/remarks.ts';

const usage = `Usage: ${typed('check', '[--json] [--all] [--only KIND] [--published FILE]')}

Checks content/ without building: fields, terms, links, anchors, images, addresses. Also reports markup without effect,
images without alternative text, pages without incoming links, missing descriptions, published files with location or
other metadata, style sheets that browsers would skip in part, an expiring security.txt, an untested version of
Astro, changes that a new major version requires, and addresses of the last published build that are gone. Exits with
status 1 if a build would fail; remarks are not errors.

  --all             lists every remark; by default, many are grouped, and those since the last check come first
  --only KIND       lists the remarks of one kind, such as description; several kinds with commas between them
  --published FILE  reports only which addresses of a sitemap.xml are gone, and where they redirect. Default: all remarks,
                    with the sitemap of the last build that this machine published, or of dist/
  --json            prints one JSON object
  -h, --help        shows this help

NO_COLOR turns colors off.`;

const { values } = readOptions(usage, {
  json: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  only: { type: 'string' },
  published: { type: 'string' },
});
const root = process.cwd();
/** Of the last build that this machine published, or else built. */
const publishedSitemaps = [
  'node_modules/.cache/agentsite/published.xml',
  'dist/client/sitemap.xml',
  'dist/sitemap.xml',
];
const now = () => performance.now();
const startedAt = now();
const terminal = openTerminal(process.stdout, now);
const today = new Date().toISOString();
const { problems, advice: remarks, documents } = await inspect();
const everything = values.published ? remarks : [...astroOfThisSite(), ...migrationsOfThisSite(), ...remarks];
const kinds = [...new Set(everything.map(({ about }) => about))].sort();
const wanted = values.only?.split(',');
const advice = everything.filter(({ about }) => wanted?.includes(about) ?? true);
if (values.json) console.log(JSON.stringify({ documents, problems, advice }));
else {
  for (const line of problems) terminal.line(paint('red', line));
  // GitHub shows these at the line of the commit, next to its status.
  if (process.env.GITHUB_ACTIONS === 'true') for (const line of problems) console.log(annotate(line));
  for (const line of linesOf()) console.log(line);
  if (values.published === undefined) printSummary();
}
process.exitCode = problems.length > 0 ? 1 : 0;

function linesOf(): string[] {
  const all = advice.map(formatAdvice);
  if (values.all || values.published !== undefined) return all;
  if (wanted && all.length === 0)
    return [`No remark is about ${values.only}; there are some about ${kinds.join(', ')}.`];
  if (wanted) return all;
  const record = join(root, 'node_modules/.cache/agentsite/remarks.json');
  const known = existsSync(record) ? new Set(JSON.parse(readFileSync(record, 'utf8')) as string[]) : null;
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify(advice.map(keyOf)));
  return listRemarks(advice, known, (about) => typed('check', `--only ${about}`));
}

function printSummary(): void {
  const seconds = ((now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${counted(documents, 'document')}, ${counted(problems.length, 'problem')}, ${counted(advice.length, 'remark')}  ${paint('dim', `${seconds} s`)}`,
  );
}

/** `content/posts/a.md:3:1 titel: …` as a workflow command. */
function annotate(problem: string): string {
  const [, file, line, column, message] = /^(.+?):(\d+):(\d+) (.*)$/s.exec(problem) ?? [];
  return `::error file=${file},line=${line},col=${column}::${message?.replaceAll('\n', '%0A')}`;
}

async function inspect() {
  try {
    const source = ownSource(await readSite(root, process.env.SITE_URL, process.env.DEPLOY), today);
    const progressOf = (what: string) => (done: number, total: number) => {
      if (!values.json) terminal.progress(`${done} of ${total} ${what}`);
    };
    const loaded = await loadLibrary(source, {
      onProgress: progressOf('documents compiled'),
      onImages: progressOf('images converted'),
    });
    const { published } = values;
    const sitemap =
      published ?? publishedSitemaps.map((file) => join(root, file)).find((file) => existsSync(file));
    const advice = sitemap
      ? adviseOnAddresses(loaded.library, loaded.own, readFileSync(sitemap, 'utf8'))
      : [];
    if (published === undefined) {
      advice.push(...advise(loaded), ...(await adviseOnFiles(root, loaded)));
      advice.push(
        ...(await adviseOnStyles(root, loaded.library.site.customCss)),
        ...adviseOnSecurityTxt(loaded.library.site),
        ...listMissingAddOns(root, loaded.library.site, readScripts()).map((one) => ({
          ...one,
          about: 'update',
        })),
      );
    }
    loaded.close();
    return { problems: [], advice, documents: loaded.library.documents.length };
  } catch (error) {
    if (!(error instanceof ContentError || error instanceof SettingsError)) throw error;
    const warnings = error instanceof ContentError ? error.warnings : [];
    return { problems: error.problems.map(formatProblem), advice: warnings.map(toAdvice), documents: 0 };
  }
}

/** The engine's own project has nothing to migrate. */
function migrationsOfThisSite(): Advice[] {
  if (root === join(import.meta.dirname, '../..')) return [];
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const own = ['theme', 'src']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => [...listFiles(join(root, folder))].map((name) => `${folder}/${name}`))
    .filter((file) => /\.(?:astro|css)$/.test(file))
    .map((file) => ({ file, text: read(file) }));
  const changes = [
    ...listMigrations((file) => (existsSync(join(root, file)) ? read(file) : null)),
    ...listThemeChanges(own),
  ];
  return changes.map((change) => ({ ...change, about: 'update' }));
}

/** Advice on a version of Astro that this engine was not tested with. */
function astroOfThisSite(): Advice[] {
  const paths = createRequire(join(root, 'package.json')).resolve.paths('astro') ?? [];
  const manifest = paths.map((path) => join(path, 'astro/package.json')).find((path) => existsSync(path));
  const installed = manifest ? (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }) : null;
  const message = adviseOnAstro(installed?.version ?? null, listSitePackages(readEngine()).astro);
  return message === null ? [] : [{ file: 'package.json', about: 'update', message }];
}

/** Those of `package.json`; none where there is none. */
function readScripts(): Readonly<Record<string, string>> {
  const file = join(root, 'package.json');
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, 'utf8')) as { scripts?: Record<string, string> }).scripts ?? {};
}

/** Each build renews the date, so an old one means that the last build was long ago. */
function adviseOnSecurityTxt(site: Site): Advice[] {
  const contact = securityContact(site);
  const isGuessed = contact !== null && site.contact === undefined && contact !== contactUrl(site);
  const message = `security.txt will name ${contact}, since it allows no http: address. Set \`contact\` to a mail address such as mailto:me@example.org, or \`url\` to an https: address.`;
  return [...(isGuessed ? [{ file: 'site.ts', about: 'security.txt', message }] : []), ...adviseOnExpiry()];
}

function adviseOnExpiry(): Advice[] {
  const file = 'dist/client/.well-known/security.txt';
  if (!existsSync(join(root, file))) return [];
  const expires = /^Expires: (.+)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? '';
  const days = Math.floor((Date.parse(expires) - Date.parse(today)) / 86_400_000);
  return days >= 30
    ? []
    : [
        {
          file,
          about: 'security.txt',
          message: `expires in ${days} days; build and publish the site again.`,
        },
      ];
}
