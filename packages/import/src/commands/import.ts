import { existsSync, mkdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isLocalHost } from 'agentsite/model';
import { openTerminal, paint, readOptions, replaceProcess, stop, typed } from 'agentsite/terminal';
import { generators, type LiveSite, type SiteGenerator } from '../model/import-options.ts';
import { isLoss } from '../model/losses.ts';
import { type System, systems } from '../model/systems.ts';
import { isZip } from '../wordpress/unpack-zip.ts';
import {
  describeAddresses,
  exitCode,
  type ImportReport,
  notBuilding,
  renderReport,
  renderReportJson,
  summarize,
} from '../write/report.ts';
import { notesFolder, SiteFolder } from '../write/site-folder.ts';

/** `agentsite import wordpress export.xml --into SITE`: moves another site's content in. */
const usage = `Usage: ${typed('import', 'wordpress FILES --into SITE [options]')}
       ${typed('import', 'ghost EXPORT.json --into SITE --url https://old.example [options]')}
       ${typed('import', 'markdown FOLDER --into SITE [options]')}
       ${typed('import', 'blogger|substack|squarespace|medium|hexo|obsidian SOURCE --into SITE [options]')}

Brings the content of another site into the folder of a site.

  wordpress  FILES are what Tools > Export gave ("All content"), one or several, also packed (.gz, .zip). Without
             FILES, --site or --rest is all that is read.
  ghost      EXPORT.json is what Settings > Import/Export gave; a zip of it with the folder content is read too
  markdown   FOLDER is the folder of a site of Hugo, Jekyll, Eleventy or Astro: the one with its settings
  blogger    the backup of a blog (.xml), feed.atom of Google Takeout, or the zip of it
  substack   the zip of Settings > Exports, or its folder; posts for subscribers become drafts
  squarespace  the XML of Import & Export Content > Export
  medium     the zip of Download your information, or its folder
  hexo       the folder of a site of Hexo
  obsidian   a vault; notes become drafts, unless their front matter has "publish: true"

  --into SITE         folder of the site; nothing outside of it is touched
  --media FOLDER      WordPress: a copy of wp-content/uploads; Ghost: its folder content/images, or content; or a zip;
                      Blogger, Substack, Squarespace, Medium: images that you saved from their servers
  --redirects FILE    WordPress: the export of the Redirection plugin (JSON); Ghost: redirects.yaml or redirects.json
  --url URL           all but WordPress: the address of the old site, where its files do not say it
  --permalink PATTERN Ghost, Markdown: the addresses of its posts, where its files do not say them: /{year}/{slug}/
  --from NAME         Markdown: hugo, jekyll, eleventy, astro, hexo or obsidian, where the folder does not say it
  --site URL          WordPress: the old site itself, where it still answers: its public wp/v2 is recorded, its files
                      are downloaded
  --user NAME         with --site: an account of it, whose application password is in WP_APPLICATION_PASSWORD; brings
                      drafts, menus and settings too
  --rest FILE         WordPress: recorded answers of wp/v2, one object a line: {"route":…,"body":…}
  --public-types A,B  WordPress: post types of plugins that readers could see
  --verify            builds the site, serves it, and compares it with what was imported
  --addresses FILE    the old sitemap.xml, or a list with one old address a line (a log's): the report counts how the
                      new site answers them, and --verify tries them
  --dry-run           writes nothing, and gives the same report
  --json              the report as one JSON object
  -h, --help          this text

The report is at SITE/${notesFolder}/report.md and report.json. Ends with status 0 when nothing was lost, 1 when it
finished with losses, 2 when something could not be read, 3 when the new site does not build. A second run changes nothing; a file that you edited stays.`;

/** A heap that grows in small steps: an import lets go of most of what it reads at once. */
const memoryOptions = ['--max-semi-space-size=4', '--max-old-space-size=768'];
if (process.execve && !memoryOptions.some((option) => process.execArgv.includes(option))) {
  const command = [...memoryOptions, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  replaceProcess([...process.execArgv, ...command], process.env);
}

const { values, positionals } = readOptions(
  usage,
  {
    into: { type: 'string' },
    url: { type: 'string' },
    permalink: { type: 'string' },
    from: { type: 'string' },
    site: { type: 'string' },
    user: { type: 'string' },
    rest: { type: 'string' },
    media: { type: 'string' },
    redirects: { type: 'string' },
    'public-types': { type: 'string', default: '' },
    verify: { type: 'boolean', default: false },
    addresses: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
  true,
);
const [kind, ...files] = positionals;
/** Hexo and Obsidian are folders of Markdown. */
const generator = generators.find((name) => name === kind) ?? readGenerator();
const system = generator !== null && generator === kind ? 'markdown' : kind;
const hasSource = files.length > 0 || values.site !== undefined || values.rest !== undefined;
if (system === undefined || !isSystem(system) || !hasSource || values.into === undefined) stop(usage);
if (values.verify && values['dry-run'])
  stop('--verify builds the site, and --dry-run writes nothing: give one of them.');
if (values.url !== undefined && !/^https?:\/\//.test(values.url))
  stop(`--url takes the address of the old home page, such as https://old.example; not "${values.url}".`);
for (const name of ['site', 'rest', 'user', 'public-types'] as const)
  if (system !== 'wordpress' && values[name]) stop(`--${name} is for sites of WordPress.`);
if (
  system === 'markdown' &&
  (files.length !== 1 || !statSync(files[0] ?? '', { throwIfNoEntry: false })?.isDirectory())
)
  stop('Name one folder: the one with the settings of the old site.');
const into = values.into;
for (const path of [...files, values.rest, values.media, values.redirects, values.addresses])
  if (path !== undefined && !existsSync(path)) stop(`There is no ${path}.`);
const takesFolder = /^(?:markdown|substack|medium)$/.test(system);
const named = [
  ...(takesFolder ? [] : files.map((path) => ['FILE', path] as const)),
  ...(['rest', 'redirects', 'addresses'] as const).map((name) => [`--${name}`, values[name]] as const),
];
for (const [name, path] of named)
  if (path !== undefined && !statSync(path).isFile())
    stop(
      `${name} takes a file, and ${path} is a folder.${name === 'FILE' ? ` Name the file that the old site exported.` : ''}`,
    );
if (values.media !== undefined && statSync(values.media).isFile() && !isZip(values.media))
  stop(`--media takes a folder or a zip, and ${values.media} is neither.`);
if (existsSync(into) && !statSync(into).isDirectory()) stop(`--into takes a folder, and ${into} is a file.`);
if (!values['dry-run']) mkdirSync(into, { recursive: true });

const now = () => performance.now();
const startedAt = now();
const terminal = openTerminal(values.json ? process.stderr : process.stdout, now);
const { importSite } = await import('../import-site.ts');
const { checkContent, formatContentProblem } = await import('../content-problems.ts');
const { repairSite } = await import('../write/repair-site.ts');
const imported = await importSite(
  {
    system,
    home: values.url ?? null,
    permalink: values.permalink ?? null,
    generator,
    files,
    into,
    site: readLiveSite(),
    rest: values.rest ?? null,
    media: values.media ?? null,
    redirects: values.redirects ?? null,
    publicTypes: values['public-types'].split(',').filter((type) => type !== ''),
    dryRun: values['dry-run'],
    verify: values.verify,
    addresses: values.addresses ?? null,
  },
  (done, total, what) => terminal.progress(`${done} of ${total} ${what}`),
);
const { problems, losses } =
  values['dry-run'] || imported.stopped !== null
    ? { problems: [], losses: [] }
    : await repairSite(into, () => checkContent(into, new Date().toISOString()));
const report = {
  ...imported,
  problems: problems.map(formatContentProblem),
  losses: [...imported.losses, ...losses],
};
const notes = new SiteFolder(into, values['dry-run']);
notes.writeNote('report.md', [renderReport(report)]);
notes.writeNote('report.json', renderReportJson(report));
say(report);
process.exitCode = exitCode(report);

function isSystem(word: string): word is System {
  return Object.hasOwn(systems, word);
}

function readGenerator(): SiteGenerator | null {
  const { from } = values;
  if (from === undefined) return null;
  return (
    generators.find((name) => name === from) ?? stop(`--from takes ${generators.join(', ')}; not "${from}".`)
  );
}

function say(finished: ImportReport): void {
  if (values.json) {
    for (const piece of renderReportJson(finished)) process.stdout.write(piece);
    return;
  }
  if (values['dry-run']) console.log(renderReport(finished));
  const { problems = [] } = finished;
  if (problems.length > 0) console.error(paint('red', notBuilding(problems), process.stderr));
  for (const problem of problems.slice(0, 20)) console.error(`  ${problem}`);
  if (finished.readAs !== undefined) terminal.line(`Read as: ${finished.readAs}`);
  if (finished.addresses !== undefined) terminal.line(describeAddresses(finished.addresses));
  for (const tally of finished.tallies.filter((row) => row.in > 0)) {
    terminal.line(
      `${tally.what}: ${tally.in} in, ${tally.out} out${tally.why ? `  ${paint('dim', `(${tally.why})`)}` : ''}`,
    );
  }
  for (const { what, of, right, impossible = [] } of finished.proof ?? [])
    terminal.line(
      `${what}: ${right} of ${of}${impossible.length > 0 ? `, ${impossible.length} cannot be right` : ''}`,
    );
  if (finished.stopped !== null) console.error(paint('red', finished.stopped, process.stderr));
  if (finished.stopped !== null && finished.losses.length === 0) return;
  const losses = finished.losses.filter(isLoss).length;
  const notes = finished.losses.length - losses;
  const where = values['dry-run'] ? 'above' : `in ${into}/${notesFolder}/report.md`;
  const dry = values['dry-run'] ? ' Nothing was written.' : '';
  const seconds = ((now() - startedAt) / 1000).toFixed(1);
  terminal.line(`${summarize(losses, notes, where)}${dry}  ${paint('dim', `${seconds} s`)}`);
}

/** A password never goes through the list of processes, nor over a line that others can read. */
function readLiveSite(): LiveSite | null {
  const { site: url, user } = values;
  if (url === undefined) return null;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    stop(`--site takes the address of the old home page, such as https://old.example; not "${url}".`);
  if (user === undefined) return { url, account: null };
  const password = process.env.WP_APPLICATION_PASSWORD;
  if (!password)
    stop('Put the application password (Users > Profile of the old site) into WP_APPLICATION_PASSWORD.');
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !isLocalHost(hostname)) stop('A password is sent over https only.');
  return { url, account: { user, password } };
}
