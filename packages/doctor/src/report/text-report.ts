import { stripVTControlCharacters } from 'node:util';
import { wrapAnsi } from 'fast-wrap-ansi';
import type { Comparison } from './comparison.ts';
import type { Report, Result } from './json-report.ts';
import { inOrderOfWeight } from './score.ts';

/** Colours a text; gives it back as it is where colours are not shown. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue', text: string) => string;

const marks = { error: '✗', warning: '!', note: '·' } as const;
const colours = { error: 'red', warning: 'yellow', note: 'blue' } as const;

/**
 * The report for people: the score, what to fix first, and all findings grouped by area:
 *
 *     llms.txt  84
 *       ✗ llms.txt is UTF-8, without a byte order mark                llms-utf8
 *         https://example.org/llms.txt
 *         seen  a byte order mark
 *         fix   Write the file as UTF-8 without a byte order mark; …
 *         rule  Lighthouse llms-txt reads a mark as text
 *
 * @param columns width of the terminal, at whose end lines wrap between words; without it they don't
 */
export function renderText(
  report: Report,
  comparison: Comparison | null,
  paint: Paint,
  columns = Number.POSITIVE_INFINITY,
): string {
  const lines = [paint('bold', `${report.url}`)];
  if (!report.url.startsWith(`${report.publishedAs}/`))
    lines.push(
      paint('dim', `Its documents name ${report.publishedAs}; those addresses were asked for here.`),
    );
  lines.push('', renderEnd(report, paint), ...renderWorst(report, paint));
  const untouched = new Map<string, string[]>();
  for (const area of report.areas) {
    const results = report.results.filter((result) => result.area === area.id);
    const [{ reason = '' } = {}] = results;
    if (results.every(({ outcome }) => outcome === 'not-examined')) {
      untouched.set(reason, [...(untouched.get(reason) ?? []), area.title]);
      continue;
    }
    lines.push('', `${paint('bold', area.title)}  ${renderScore(area.score, paint)}`);
    lines.push(
      ...results
        .filter(({ outcome }) => outcome === 'broken')
        .flatMap((result) => renderBroken(result, paint)),
    );
    lines.push(paint('dim', `  ${summarize(results)}`));
  }
  for (const [reason, titles] of untouched)
    lines.push('', paint('dim', `Not examined, as ${reason}: ${titles.join(', ')}`));
  if (comparison) lines.push('', ...renderComparison(comparison, paint));
  lines.push('', renderEnd(report, paint));
  if (report.sampled.length > 0)
    lines.push(
      paint(
        'dim',
        `Examined of the rest only a part (--all: more): ${report.sampled.map(({ what, examined, of }) => `${examined} of ${of} ${what}`).join(', ')}.`,
      ),
    );
  for (const { reason, urls } of report.skipped)
    lines.push(
      paint('dim', `Not asked for: ${urls.length === 20 ? '20 or more' : urls.length} addresses, ${reason}.`),
    );
  const wrapped = lines
    .join('\n')
    .split('\n')
    .map((line) => wrap(line, columns));
  return `${wrapped.join('\n')}\n`;
}

/** Wraps a line below its own beginning: its text, behind a mark or a label. */
function wrap(line: string, columns: number): string {
  const text = stripVTControlCharacters(line);
  if (text.length <= columns) return line;
  const indent = /^ *(?:(?:seen|fix|rule|[✗!·+-]|\d\.) +)?/.exec(text)?.[0].length ?? 0;
  return wrapAnsi(line, Math.max(columns - indent, 20), { trim: false, hard: true }).replace(
    / *\n */g,
    `\n${' '.repeat(indent)}`,
  );
}

/** The three worst problems, and in which order the rules are to be fixed. */
function renderWorst({ results }: Report, paint: Paint): string[] {
  const broken = inOrderOfWeight(results);
  if (broken.length === 0) return [];
  const worst = broken
    .slice(0, 3)
    .flatMap(({ severity, title, findings: [first] }, at) => [
      `${at + 1}. ${paint(colours[severity], title)}`,
      `   ${first?.url}`,
      `   ${paint('dim', 'seen')}  ${first?.seen}`,
    ]);
  const rest = broken.slice(3).map(({ id }) => id);
  return [
    '',
    paint('bold', 'First'),
    ...worst,
    ...(rest.length > 0 ? [paint('dim', `Then ${rest.join(', ')}`)] : []),
  ];
}

function renderScore(points: number | null, paint: Paint): string {
  if (points === null) return paint('dim', '–');
  return paint(points === 100 ? 'green' : points < 70 ? 'red' : 'yellow', String(points));
}

function renderBroken({ severity, title, id, findings, source }: Result, paint: Paint): string[] {
  const lines = [`  ${paint(colours[severity], `${marks[severity]} ${title}`)}  ${paint('dim', id)}`];
  let lastFix = '';
  for (const { url, seen, fix } of findings) {
    lines.push(`      ${url}`, `      ${paint('dim', 'seen')}  ${seen}`);
    if (fix !== lastFix)
      lines.push(`      ${paint('dim', 'fix')}   ${fix.replaceAll('\n', '\n            ')}`);
    lastFix = fix;
  }
  lines.push(`      ${paint('dim', `rule  ${source}`)}`);
  return lines;
}

function renderComparison({ since, earlierScore, fixed, broken }: Comparison, paint: Paint): string[] {
  return [
    `${paint('bold', `Since ${since.slice(0, 16).replace('T', ' ')}`)}  score ${earlierScore ?? '–'} then`,
    ...fixed.map(({ title, id }) => `  ${paint('green', `+ ${title}`)}  ${paint('dim', id)}`),
    ...broken.map(({ title, id }) => `  ${paint('red', `- ${title}`)}  ${paint('dim', id)}`),
    ...(fixed.length + broken.length === 0 ? [paint('dim', '  nothing changed')] : []),
  ];
}

/** `12 rules kept; not offered: llms-full.txt; 2 not examined` */
function summarize(results: readonly Result[]): string {
  const kept = results.filter(({ outcome }) => outcome === 'kept').length;
  const absent = new Set(
    results.filter(({ outcome }) => outcome === 'not-offered').map(({ reason }) => reason),
  );
  const open = results.filter(({ outcome }) => outcome === 'not-examined');
  const broken = results.filter(({ outcome }) => outcome === 'broken').length;
  return [
    ...(kept + broken > 0 ? [`${kept} of ${kept + broken} rules kept`] : []),
    ...(absent.size > 0 ? [`not offered: ${[...absent].join(', ')}`] : []),
    ...(open.length > 0 ? [`${open.length} not examined (${open[0]?.reason})`] : []),
  ].join('; ');
}

function renderEnd({ counts, score, requests, milliseconds }: Report, paint: Paint): string {
  const parts = (['error', 'warning', 'note'] as const).map((severity) => {
    const count = counts[severity];
    const text = `${count} ${severity}${count === 1 ? '' : 's'}`;
    return count === 0 ? text : paint(colours[severity], text);
  });
  const cost = paint('dim', `${requests} requests  ${(milliseconds / 1000).toFixed(1)} s`);
  return `${paint('bold', 'Score')} ${renderScore(score, paint)}  ${parts.join(', ')}  ${cost}`;
}
