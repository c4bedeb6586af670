import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { counted, paint, readOptions, stop, typed } from 'agentsite/terminal';
import { renderHtml } from '../html-report.ts';
import { type Kind, kinds, namesDated } from '../known-names.ts';
import { type LoggedRequest, readLine } from '../read-line.ts';
import { sortReaders } from '../sort-readers.ts';
import { type Summary, sum, summarize } from '../summarize.ts';

const usage = `Usage: ${typed('readers', 'LOG… [--html FILE] [--ranges FILE]… [--json]')}

Who reads the site: people or software, which documents, from which sites, how many subscribe to feeds, what was
searched for in vain, what was not found. Reads
access logs of nginx and Apache (combined format), of this project's nginx configuration, of the sidecar with
LOG_LEVEL=debug, of Caddy and of Netlify's log drains, also packed with gzip; - is the standard input. Nothing is
stored, and no report contains an address of a reader.

Software is recognized by its published names (as of ${namesDated}), by the ranges that you supply, and by what it
requests. Software that behaves like a browser counts as a person.

  --html FILE    writes a report with plots
  --ranges FILE  IP ranges of a service: a list as operators publish it (JSON with ipv4Prefix and ipv6Prefix), or one
                 range on a line; the name of the file is the name of the service
  --json         prints one JSON object
  -h, --help     shows this help`;

const { values, positionals } = readOptions(
  usage,
  {
    html: { type: 'string' },
    ranges: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
  },
  true,
);
if (positionals.length === 0) stop(`Which log?\n\n${usage}`);
const services = values.ranges.map(readRanges);
const requests: LoggedRequest[] = [];
let strange = 0;
for (const file of positionals) {
  try {
    for await (const line of createInterface({ input: openLog(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      const request = readLine(line);
      if (request) requests.push(request);
      else strange++;
    }
  } catch (error) {
    stop(`${file}: ${error instanceof Error ? error.message : error}`, 1);
  }
}
if (requests.length === 0) stop('No line is one of an access log that this command knows.', 1);
const summary = summarize(requests, sortReaders(requests, nameOf));
if (values.html)
  writeFileSync(values.html, renderHtml(summary, positionals.map((file) => basename(file)).join(', ')));
if (values.json) console.log(JSON.stringify(summary));
else printSummary(summary);

function openLog(file: string) {
  if (file === '-') return process.stdin;
  const bytes = createReadStream(file);
  return file.endsWith('.gz') ? bytes.compose(createGunzip()) : bytes;
}

function readRanges(file: string): { name: string; list: BlockList } {
  const list = new BlockList();
  for (const [, address = '', length = ''] of readFileSync(file, 'utf8').matchAll(
    /([\d.]{7,}|[\da-f:]{3,})\/(\d+)/gi,
  )) {
    const family = isIP(address);
    if (family !== 0) list.addSubnet(address, Number(length), `ipv${family}` as 'ipv4');
  }
  if (list.rules.length === 0) stop(`${file}: no IP range, such as 203.0.113.0/24.`);
  return { name: basename(file).replace(/\.\w+$/, ''), list };
}

function nameOf(address: string): string | null {
  const family = isIP(address);
  if (family === 0) return null;
  return services.find(({ list }) => list.check(address, `ipv${family}` as 'ipv4'))?.name ?? null;
}

function printSummary({
  requests,
  read,
  days,
  documents,
  missing,
  searches,
  referrers,
  feeds,
  names,
}: Summary): void {
  console.log(`${counted(sum(requests), 'request')}, ${days[0]?.[0]} to ${days.at(-1)?.[0]}`);
  if (strange > 0) console.log(`${counted(strange, 'line')} of another kind left out`);
  console.log(`\n${paint('bold', 'Read by')}${'requests  documents'.padStart(28)}`);
  for (const kind of Object.keys(kinds) as Kind[]) {
    const bar = '█'.repeat(Math.round((read[kind] / Math.max(1, sum(read))) * 40));
    console.log(`${kinds[kind].padEnd(15)} ${column(requests[kind])}   ${column(read[kind])} ${bar}`);
  }
  const counts = (rows: Summary['documents']) =>
    rows.map(([name, row]) => ({
      name,
      numbers: [row.person, row.agent, sum(row) - row.person - row.agent],
    }));
  const columns = ['people', 'agents', 'others'];
  print('Documents', columns, counts(documents));
  print(
    'Searched for',
    ['times', 'in vain'],
    searches.map(([name, ...numbers]) => ({ name, numbers })),
  );
  print('Links from other sites', columns, counts(referrers));
  print(
    'Feeds',
    ['stated', 'clients'],
    feeds.map(([name, ...numbers]) => ({ name, numbers })),
  );
  print('Not found', columns, counts(missing));
  print('Software by name', columns, counts(names));
}

/** At most ten rows, 80 columns wide. */
function print(title: string, columns: string[], rows: { name: string; numbers: number[] }[]): void {
  if (rows.length === 0) return;
  console.log(`\n${columns.map((name) => name.padStart(8)).join('')}  ${paint('bold', title)}`);
  for (const { name, numbers } of rows.slice(0, 10))
    console.log(`${numbers.map(column).join('')}  ${name.replace(/\p{Cc}/gu, '').slice(0, 52)}`);
  if (rows.length > 10)
    console.log(paint('dim', `${' '.repeat(8 * columns.length + 2)}${rows.length - 10} more`));
}

function column(number: number): string {
  return String(number).padStart(8);
}
