import type { Report } from './json-report.ts';

const levels = { error: 'error', warning: 'warning', note: 'note' } as const;

/** The report as SARIF 2.1.0, which GitHub and other tools for code show: a rule is a rule, a finding a result. */
export function renderSarif({ results, url }: Report): string {
  const broken = results.filter(({ outcome }) => outcome === 'broken');
  const run = {
    tool: {
      driver: {
        name: 'agentsite-doctor',
        informationUri: 'https://www.npmjs.com/package/agentsite-doctor',
        rules: broken.map(({ id, title, source, severity }) => ({
          id,
          shortDescription: { text: title },
          fullDescription: { text: `${title} (${source})` },
          defaultConfiguration: { level: levels[severity] },
        })),
      },
    },
    results: broken.flatMap(({ id, severity, findings }, ruleIndex) =>
      findings.map((finding) => ({
        ruleId: id,
        ruleIndex,
        level: levels[severity],
        message: { text: `${finding.seen}\n${finding.fix}` },
        locations: [
          { physicalLocation: { artifactLocation: { uri: URL.canParse(finding.url) ? finding.url : url } } },
        ],
      })),
    ),
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}
