import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { type Area, areas, type Severity } from '../doctor/checks/check.ts';
import { readJson } from '../doctor/documents/json-value.ts';
import { examine } from '../doctor/examine.ts';
import { compareReports } from '../doctor/report/comparison.ts';
import { renderHtml } from '../doctor/report/html-report.ts';
import { describeReport, makeReport, type Report, reportSchema } from '../doctor/report/json-report.ts';
import { renderJunit } from '../doctor/report/junit-report.ts';
import { renderText } from '../doctor/report/text-report.ts';
import { isSiteFolder } from '../settings/read-site.ts';
import { openTerminal } from '../terminal/terminal.ts';
import { typed } from '../terminal/typed.ts';
import { explain } from './options.ts';
import { readOwnSite } from './own-site.ts';

/** `agentsite doctor [URL]`: what software meets that reads a site, ours or a stranger's. */
const usage = `Usage: ${typed('doctor', '[URL] [options]')}

Examines a site from outside and tells its owner what software that reads it will meet: each rule that is broken,
what the site answered, how to mend it. It only reads, asks at most two things at a time, respects robots.txt, and
stays on the host of the URL. Without a URL it examines the site of this folder, at the address in site.ts.

  --own               the site is yours: robots.txt does not bind the doctor
  --private           addresses of this machine and of private networks may be asked
  --published-as URL  address that the site's own documents name, when you examine it elsewhere
  --requests N        requests in all (200)
  --seconds N         time in all (120)
  --timeout N         seconds for one answer (10)
  --pages N           pages to look at closely (6)
  --mcp URL           the MCP server, where no card names it
  --send ADDRESS      sends one message through the contact endpoint, with this e-mail address of yours as its sender
  --area A,B          only these areas: ${Object.keys(areas).join(', ')}
  --fail-on LEVEL     error (as it is by itself), warning, note or never
  --json              the report as one JSON object
  --html FILE         writes it as one HTML file too
  --junit FILE        writes it as JUnit XML too, which continuous integration shows as tests
  --compare OLD       says what changed since the report OLD, which --json wrote
  --schema            prints the JSON Schema of that object, and examines nothing
  -h, --help          this text

Ends with status 0 when no rule of the level of --fail-on is broken, 1 when one is, 2 when the site could not be
examined. NO_COLOR turns colours off.`;

interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

const options = {
  own: { type: 'boolean', default: false },
  private: { type: 'boolean', default: false },
  'published-as': { type: 'string' },
  mcp: { type: 'string' },
  send: { type: 'string' },
  requests: { type: 'string', default: '200' },
  seconds: { type: 'string', default: '120' },
  timeout: { type: 'string', default: '10' },
  pages: { type: 'string', default: '6' },
  area: { type: 'string', default: '' },
  'fail-on': { type: 'string', default: 'error' },
  json: { type: 'boolean', default: false },
  html: { type: 'string' },
  junit: { type: 'string' },
  compare: { type: 'string' },
  schema: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** @returns the status with which the command ends */
async function runDoctor(args: readonly string[], { stdout, stderr }: Streams): Promise<number> {
  const asked = readArguments(await addOwnSite(args));
  if (typeof asked === 'string') {
    stderr.write(`${asked}\n\n${usage}\n`);
    return 2;
  }
  const { values, url } = asked;
  if (values.help) stdout.write(`${usage}\n`);
  else if (values.schema) stdout.write(`${JSON.stringify(describeReport(), null, 2)}\n`);
  if (values.help || values.schema || !url) return 0;
  const earlier = values.compare === undefined ? null : readReport(values.compare);
  if (typeof earlier === 'string') {
    stderr.write(`${earlier}\n`);
    return 2;
  }
  const lost = [values.html, values.junit].find((file) => file && !existsSync(dirname(resolve(file))));
  if (lost) {
    stderr.write(`${lost} cannot be written: its folder does not exist.\n`);
    return 2;
  }
  const now = () => performance.now();
  const terminal = openTerminal(values.json ? stderr : stdout, now);
  const examination = await examine(
    {
      url,
      isOwn: values.own,
      isPrivateAllowed: values.private,
      publishedAs: values['published-as'] ? new URL(values['published-as']).origin : null,
      requests: Number(values.requests),
      milliseconds: Number(values.seconds) * 1000,
      answerMilliseconds: Number(values.timeout) * 1000,
      pages: Number(values.pages),
      areas: listAreas(values.area),
      mcp: values.mcp ?? null,
      sendTo: values.send ?? null,
    },
    { now, today: new Date() },
    (requests, area) => terminal.progress(`${requests} of ${values.requests} requests  ${area}`),
  );
  const report = makeReport(examination, new Date());
  const comparison = earlier ? compareReports(earlier, report) : null;
  terminal.clear();
  if (values.html) writeFileSync(values.html, renderHtml(report, comparison));
  if (values.junit) writeFileSync(values.junit, renderJunit(report));
  if (values.json) stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else
    stdout.write(renderText(report, comparison, (style, text) => styleText(style, text, { stream: stdout })));
  return statusOf(report, values['fail-on'] as Level);
}

/** In the folder of a site its address may be left out. */
async function addOwnSite(args: readonly string[]): Promise<readonly string[]> {
  const isNamed = parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
  const { help, schema } = isNamed.values;
  if (isNamed.positionals.length > 0 || help || schema || !isSiteFolder(process.cwd())) return args;
  const { url } = await readOwnSite();
  return ['--own', ...args, url];
}

type Level = Severity | 'never';
const levels: readonly Level[] = ['error', 'warning', 'note', 'never'];

/** What was asked for, or a sentence on what is wrong with it. */
function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [address, ...more] = positionals;
    const text = address?.includes('://') ? address : `https://${address}`;
    const isCommand = values.help || values.schema;
    if (!isCommand && (!address || more.length > 0)) return 'Name one address: the first page of the site.';
    if (!isCommand && !URL.canParse(text)) return `${address} is not an address.`;
    if (values['published-as'] && !URL.canParse(values['published-as']))
      return '--published-as takes an address.';
    if (values.mcp && !URL.canParse(values.mcp)) return '--mcp takes an address.';
    if (values.send && !values.own) return '--send is for a site of your own: say --own as well.';
    for (const name of ['requests', 'seconds', 'timeout', 'pages'] as const)
      if (!/^[1-9]\d{0,5}$/.test(values[name])) return `--${name} takes a whole number from 1 on.`;
    if (!levels.includes(values['fail-on'] as Level)) return `--fail-on takes ${levels.join(', ')}.`;
    const unknown = values.area.split(',').find((name) => name !== '' && !Object.hasOwn(areas, name));
    if (unknown) return `There is no area ${unknown}.`;
    return { values, url: isCommand ? null : new URL(text) };
  } catch (error) {
    return explain(error, Object.keys(options));
  }
}

/** A report that `--json` wrote, or a sentence on why it cannot be read. */
function readReport(file: string): Report | string {
  if (!existsSync(file)) return `There is no ${file}.`;
  const read = reportSchema.safeParse(readJson(readFileSync(file, 'utf8')));
  return read.success ? read.data : `${file} is not a report that --json wrote.`;
}

function listAreas(names: string): Area[] {
  return (Object.keys(areas) as Area[]).filter((area) => names.split(',').includes(area));
}

function statusOf(report: Report, level: Level): number {
  if (report.results.some(({ id, outcome }) => id === 'http-home' && outcome !== 'kept')) return 2;
  const counted = levels.slice(0, levels.indexOf(level) + 1).filter((name) => name !== 'never');
  const isBroken = level !== 'never' && counted.some((name) => report.counts[name as Severity] > 0);
  return isBroken ? 1 : 0;
}

process.exitCode = await runDoctor(process.argv.slice(2), process);
