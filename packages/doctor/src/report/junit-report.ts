import { escapeXml } from 'agentsite/text';
import type { Report, Result } from './json-report.ts';

/**
 * The report as JUnit XML, which continuous integration shows as tests: an area is a suite, a rule a test, a broken
 * rule a failure, and what was not offered or not examined is skipped.
 */
export function renderJunit(report: Report): string {
  const suites = report.areas.map(({ id, title }) => {
    const results = report.results.filter((result) => result.area === id);
    const failures = results.filter(({ outcome }) => outcome === 'broken').length;
    const skipped = results.filter(({ outcome }) => outcome.startsWith('not-')).length;
    return `<testsuite name="${escapeXml(title)}" tests="${results.length}" failures="${failures}" skipped="${skipped}">
${results.map(renderCase).join('\n')}
</testsuite>`;
  });
  const failures = report.counts.error + report.counts.warning + report.counts.note;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${escapeXml(report.url)}" tests="${report.results.length}" failures="${failures}" time="${report.milliseconds / 1000}">
${suites.join('\n')}
</testsuites>
`;
}

function renderCase({ id, area, title, severity, outcome, reason, findings }: Result): string {
  const open = `<testcase classname="${area}.${id}" name="${escapeXml(title)}"`;
  if (outcome === 'kept') return `${open}/>`;
  if (outcome !== 'broken')
    return `${open}><skipped message="${escapeXml(`${outcome}: ${reason ?? ''}`)}"/></testcase>`;
  const text = findings.map(({ url, seen, fix }) => `${url}\nseen: ${seen}\nfix: ${fix}`).join('\n\n');
  return `${open}><failure type="${severity}" message="${escapeXml(findings[0]?.seen ?? '')}">${escapeXml(text)}</failure></testcase>`;
}
