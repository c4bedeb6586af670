import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { explain, openTerminal } from 'agentsite/terminal';
import { type Area, areas, type Severity } from './checks/check.ts';
import { readJson } from './documents/json-value.ts';
import { checks, examine } from './examine.ts';
import { renderBadge } from './report/badge.ts';
import { compareReports } from './report/comparison.ts';
import { renderHtml } from './report/html-report.ts';
import { describeReport, makeReport, type Report, reportSchema } from './report/json-report.ts';
import { renderJunit } from './report/junit-report.ts';
import { renderSarif } from './report/sarif-report.ts';
import { renderText } from './report/text-report.ts';

/** @param command as it is typed: `npx agentsite-doctor` */
const describeUsage = (command: string) => `Usage: ${command} [URL] [options]

Examines a site from outside and reports what software that reads it will meet: each broken rule, what the site
answered, and how to fix it. It only reads, sends at most two requests at a time, respects robots.txt, and stays on the
host of the URL. Without a URL, "agentsite doctor" examines the site in this folder, at the address in site.ts.

  --own               you own the site: robots.txt does not apply
  --private           allows addresses of this machine and of private networks
  --published-as URL  the address in the site's own documents, if you examine it at another one
  --requests N        maximum number of requests (240)
  --seconds N         maximum time in seconds (120)
  --timeout N         maximum seconds per response (10)
  --pages N           number of pages to examine in detail (6)
  --mcp URL           the MCP server, if no card names it
  --send ADDRESS      sends one message through the contact endpoint, with this e-mail address of yours as its sender
  --all               follows every link, page and item within --requests 5000 and --seconds 1800, not samples
  --area A,B          only these areas: ${Object.keys(areas).join(', ')}
  --ignore A,B        leaves these rules out, by their names in the report
  --fail-on LEVEL     error (default), warning, note or never; new, with --compare: only what was not broken then
  --json              prints the report as one JSON object
  --html FILE         also writes the report as one HTML file
  --junit FILE        also writes the report as JUnit XML, which continuous integration shows as tests
  --sarif FILE        also writes the findings as SARIF, which GitHub shows under "Code scanning"
  --badge FILE        also writes the score as an SVG image
  --compare OLD       reports what changed since the report OLD, which --json wrote
  --schema            prints the JSON Schema of the report, and examines nothing
  -h, --help          shows this help

Exits with status 0 if no rule at the --fail-on level or above is broken, 1 if one is, 2 if the site could not be
examined. NO_COLOR turns colors off.`;

/** Options of the command, for `parseArgs`. */
export const doctorOptions = {
  own: { type: 'boolean', default: false },
  private: { type: 'boolean', default: false },
  'published-as': { type: 'string' },
  mcp: { type: 'string' },
  send: { type: 'string' },
  requests: { type: 'string', default: '240' },
  seconds: { type: 'string', default: '120' },
  timeout: { type: 'string', default: '10' },
  pages: { type: 'string', default: '6' },
  all: { type: 'boolean', default: false },
  area: { type: 'string', default: '' },
  ignore: { type: 'string', default: '' },
  'fail-on': { type: 'string', default: 'error' },
  json: { type: 'boolean', default: false },
  html: { type: 'string' },
  junit: { type: 'string' },
  sarif: { type: 'string' },
  badge: { type: 'string' },
  compare: { type: 'string' },
  schema: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/**
 * Runs the command line of the doctor.
 * @param command as it is typed: `npx agentsite-doctor`
 * @returns the exit status
 */
export async function runDoctor(command: string, args: readonly string[]): Promise<number> {
  const { stdout, stderr } = process;
  const usage = describeUsage(command);
  const asked = readArguments(args);
  const refuse = (problem: string) => {
    stderr.write(`${problem}\n`);
    return 2;
  };
  if (typeof asked === 'string') return refuse(`${asked}\n\n${usage}`);
  const { values, url } = asked;
  if (values.help) stdout.write(`${usage}\n`);
  else if (values.schema) stdout.write(`${JSON.stringify(describeReport(), null, 2)}\n`);
  if (values.help || values.schema || !url) return 0;
  const earlier = values.compare === undefined ? null : readReport(values.compare);
  if (typeof earlier === 'string') return refuse(earlier);
  const files = [values.html, values.junit, values.sarif, values.badge];
  const lost = files.find((file) => file && !existsSync(dirname(resolve(file))));
  if (lost) return refuse(`${lost} cannot be written: its folder does not exist.`);
  const now = () => performance.now();
  const terminal = openTerminal(values.json ? stderr : stdout, now);
  const examination = await examine(
    {
      url,
      isOwn: values.own,
      isPrivateAllowed: values.private,
      publishedAs: values['published-as'] ? new URL(values['published-as']).origin : null,
      requests: Math.max(Number(values.requests), values.all ? 5000 : 0),
      milliseconds: Math.max(Number(values.seconds), values.all ? 1800 : 0) * 1000,
      isAll: values.all,
      ignored: values.ignore.split(','),
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
  if (values.sarif) writeFileSync(values.sarif, renderSarif(report));
  if (values.badge) writeFileSync(values.badge, renderBadge(report));
  if (values.json) stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else
    stdout.write(
      renderText(
        report,
        comparison,
        (style, text) => styleText(style, text, { stream: stdout }),
        stdout.columns,
      ),
    );
  if (values['fail-on'] === 'new')
    return comparison && comparison.broken.length > 0 ? 1 : statusOf(report, 'never');
  return statusOf(report, values['fail-on'] as Level);
}

type Level = Severity | 'never';
const levels: readonly Level[] = ['error', 'warning', 'note', 'never'];
const failures: readonly string[] = [...levels, 'new'];

/** The parsed arguments, or a sentence that explains what is wrong with them. */
function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: doctorOptions,
      allowPositionals: true,
    });
    const [address, ...more] = positionals;
    const text = address?.includes('://') ? address : `https://${address}`;
    const isCommand = values.help || values.schema;
    if (!isCommand && (!address || more.length > 0)) return 'Name one address: the first page of the site.';
    if (!isCommand && !URL.canParse(text)) return `${address} is not an address.`;
    if (values['published-as'] && !URL.canParse(values['published-as']))
      return '--published-as takes an address.';
    if (values.mcp && !URL.canParse(values.mcp)) return '--mcp takes an address.';
    if (values.send && !values.own) return '--send requires --own: use it only for a site that you own.';
    for (const name of ['requests', 'seconds', 'timeout', 'pages'] as const)
      if (!/^[1-9]\d{0,5}$/.test(values[name])) return `--${name} takes a whole number of at least 1.`;
    if (!failures.includes(values['fail-on'])) return `--fail-on takes ${failures.join(', ')}.`;
    if (values['fail-on'] === 'new' && !values.compare) return '--fail-on new requires --compare.';
    const rule = values.ignore
      .split(',')
      .find((name) => name !== '' && !checks.some(({ id }) => id === name));
    if (rule) return `There is no rule ${rule}.`;
    const unknown = values.area.split(',').find((name) => name !== '' && !Object.hasOwn(areas, name));
    if (unknown) return `There is no area ${unknown}.`;
    return { values, url: isCommand ? null : new URL(text) };
  } catch (error) {
    return explain(error, Object.keys(doctorOptions));
  }
}

/** A report that `--json` wrote, or a sentence that explains why it can't be read. */
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
