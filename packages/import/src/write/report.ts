import { isLoss, type Loss, type LossCode, lossCodes } from '../model/losses.ts';
import type { AddressCount } from './count-addresses.ts';

export interface Tally {
  readonly what: string;
  readonly in: number;
  readonly out: number;
  /** Why the two numbers differ; may be empty. */
  readonly why: string;
}

export interface ProofRow {
  readonly what: string;
  readonly of: number;
  readonly right: number;
  /** Differences, one per line. */
  readonly wrong: readonly string[];
  /** Differences that no import can avoid, with the reason. */
  readonly impossible?: readonly string[];
  /** Intended differences, which count as right, with the reason. */
  readonly onPurpose?: readonly string[];
}

export interface ImportReport {
  readonly source: readonly string[];
  /** What the source was taken for. */
  readonly readAs?: string;
  /** Why the import stopped; null if it finished. */
  readonly stopped: string | null;
  /** Absent if the import stopped. */
  readonly addresses?: AddressCount;
  readonly tallies: readonly Tally[];
  /** Why a build of the site would fail; absent if that was not checked. */
  readonly problems?: readonly string[];
  /** Null if the site was not built. */
  readonly proof: readonly ProofRow[] | null;
  readonly losses: readonly Loss[];
  readonly next: readonly string[];
}

/**
 * Exit status: 0 without losses; 1 with losses or a failed verification; 2 if the source could not be read; 3 if the
 * new site does not build.
 */
export function exitCode({
  stopped,
  losses,
  proof,
  problems = [],
}: Pick<ImportReport, 'stopped' | 'losses' | 'proof' | 'problems'>): 0 | 1 | 2 | 3 {
  if (stopped !== null) return 2;
  if (problems.length > 0) return 3;
  return losses.some(isLoss) || (proof ?? []).some(({ wrong }) => wrong.length > 0) ? 1 : 0;
}

/**
 * The report for programs, in chunks: large sites have many losses. `remedy` is the old name of `fix`.
 *
 * ```json
 * {"exitCode":1,"source":["export.xml"],…,"losses":[
 * {"code":"link-dead","place":{"id":112,…},"what":"/2011/01/gone/","fix":"…"}
 * ]}
 * ```
 */
export function* renderReportJson(report: ImportReport): Generator<string> {
  const { losses, ...rest } = report;
  yield `${JSON.stringify({ exitCode: exitCode(report), ...rest }).slice(0, -1)},"losses":[`;
  for (const [index, loss] of losses.entries())
    yield `${index === 0 ? '' : ','}\n${JSON.stringify({ ...loss, remedy: loss.fix })}`;
  yield '\n]}\n';
}

/**
 * ```md
 * # Import report
 *
 * | What | In | Out | |
 * | --- | --: | --: | --- |
 * | posts, published | 52 | 52 | |
 *
 * ## Dead links (`link-dead`): 3
 *
 * - 112 "Links in every direction", content/posts/…: /2011/01/gone/. It is in no export.
 * ```
 */
export function renderReport(report: ImportReport): string {
  const { losses, tallies } = report;
  const head = [
    '# Import report',
    '',
    ...unbuildable(report),
    ...(report.readAs === undefined ? [] : [`Read as: ${report.readAs}.`, '']),
    ...(report.addresses === undefined ? [] : [`${describeAddresses(report.addresses)}`, '']),
    ...(report.stopped === null ? [] : [`**The import stopped.** ${report.stopped}`, '']),
  ];
  const lost = losses.filter(isLoss).length;
  const summary =
    report.stopped !== null && losses.length === 0 ? '' : summarize(lost, losses.length - lost, 'below');
  const table = [
    '| What | In | Out | |',
    '| --- | --: | --: | --- |',
    ...tallies.map((tally) => `| ${cell(tally.what)} | ${tally.in} | ${tally.out} | ${cell(tally.why)} |`),
  ];
  const next =
    report.next.length === 0 ? [] : ['', '## Next steps', '', ...report.next.map((line) => `- ${line}`)];
  return `${[...head, summary, '', ...table, ...proofTable(report.proof ?? []), ...next, ...sections(losses)].join('\n')}\n`;
}

/** `Old addresses, from the files: 12 answer as before (200), 3 redirect (301), 1 is not found (404): /a/.` */
export function describeAddresses({ from, same, moved, gone, examples }: AddressCount): string {
  const named = examples.slice(0, 5).map(code).join(', ');
  const more = gone > 5 ? ` and ${gone - 5} more` : '';
  return `Old addresses, from ${from}: ${same} answer as before (200), ${moved} redirect (301), ${gone} are not found (404)${gone === 0 ? '' : `: ${named}${more}`}.`;
}

function unbuildable({ problems = [] }: ImportReport): string[] {
  if (problems.length === 0) return [];
  return [`**${notBuilding(problems)}**`, '', ...problems.map((line) => `- ${code(line)}`), ''];
}

export const notBuilding = (problems: readonly string[]): string =>
  `The site does not build yet: ${problems.length} ${problems.length === 1 ? 'problem needs' : 'problems need'} a change by hand.`;

/** `Nothing was lost. 2 notes are listed below.` @param where of the list: `below`, `in import/report.md` */
export function summarize(losses: number, notes: number, where: string): string {
  const listed = (count: number, one: string, many: string) =>
    `${count} ${count === 1 ? `${one} is` : `${many} are`} listed ${where}.`;
  const lost = losses === 0 ? 'Nothing was lost.' : listed(losses, 'loss', 'losses');
  return notes === 0 ? lost : `${lost} ${listed(notes, 'note', 'notes')}`;
}

function proofTable(rows: readonly ProofRow[]): string[] {
  if (rows.length === 0) return [];
  const wrong = rows.flatMap(({ what, wrong }) =>
    wrong.slice(0, 50).map((line) => `- ${cell(what)}: ${code(line)}`),
  );
  const impossible = rows.flatMap(({ what, impossible = [] }) =>
    impossible.map((line) => `- ${cell(what)}: ${code(line)}`),
  );
  const onPurpose = rows.flatMap(({ onPurpose = [] }) => onPurpose.map((line) => `- ${cell(line)}`));
  return [
    '',
    '## Verification',
    '',
    'The site was built, served, and compared with the old one.',
    '',
    '| What | Total | Right | Cannot be right |',
    '| --- | --: | --: | --: |',
    ...rows.map(
      ({ what, of, right, impossible = [] }) =>
        `| ${cell(what)} | ${of} | ${right} | ${impossible.length || ''} |`,
    ),
    ...(wrong.length === 0 ? [] : ['', '### What differs', '', ...wrong]),
    ...(impossible.length === 0 ? [] : ['', '### What no import can keep', '', ...impossible]),
    ...(onPurpose.length === 0 ? [] : ['', '### Intended differences in wp/v2', '', ...onPurpose]),
  ];
}

/** Lines of one section; report.json has all of them. */
const maxSectionLines = 1000;

function sections(losses: readonly Loss[]): string[] {
  const codes = Object.keys(lossCodes) as LossCode[];
  return codes.flatMap((code) => {
    const own = losses.filter((loss) => loss.code === code);
    if (own.length === 0) return [];
    const groups = Map.groupBy(own, ({ what, fix }) => `${what}\n${fix}`);
    const lines = [...groups.values()].map((group) =>
      group.length > 1 ? describeMany(group) : group.map(describe).join('\n'),
    );
    const shown = lines.slice(0, maxSectionLines);
    const left = lines.length - shown.length;
    return [
      '',
      `## ${lossCodes[code]} (\`${code}\`): ${own.length}`,
      '',
      ...shown,
      ...(left > 0 ? [`- … and ${left} more, all in report.json.`] : []),
    ];
  });
}

function describe({ place, what, fix }: Loss): string {
  const where =
    place === null
      ? ''
      : `${place.id === null ? '' : `${place.id} `}${quote(place.title)}${place.address ? `, ${place.address}` : ''}${place.file ? `, ${place.file}` : ''}: `;
  return `- ${cell(where)}${code(what)}${fix ? ` ${cell(fix)}` : ''}`;
}

/** Groups the same loss in many documents into one line. */
function describeMany(group: readonly Loss[]): string {
  const [first] = group;
  if (!first) return '';
  const places = group.flatMap(({ place }) => place ?? []);
  const named = places.slice(0, 5).map(({ id, title, file }) => {
    const words = id === null ? file || quote(title) : `${id} ${quote(title)}`;
    return cell(words);
  });
  const more = places.length > named.length ? ` and ${places.length - named.length} more` : '';
  const where =
    places.length === 0
      ? `, ${group.length} times`
      : ` in ${group.length} documents: ${named.join(', ')}${more}`;
  return `- ${code(first.what)}${where}.${first.fix ? ` ${cell(first.fix)}` : ''}`;
}

const cell = (text: string): string => text.replace(/[|\\<]/g, '\\$&');
const quote = (text: string): string => `“${text.slice(0, 80)}”`;
/** As code, so that nothing in it is markup. */
const code = (text: string): string => {
  const fence = '`'.repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length)) + 1);
  return `${fence}${/^`|`$/.test(text) ? ` ${text} ` : text}${fence}`;
};
