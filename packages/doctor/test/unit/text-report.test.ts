import { stripVTControlCharacters, styleText } from 'node:util';
import { expect, it } from 'vitest';
import { renderHtml } from '../../src/report/html-report.ts';
import type { Report } from '../../src/report/json-report.ts';
import { renderText } from '../../src/report/text-report.ts';

const fix = `${'Write the file as UTF-8 without a byte order mark, which some readers show. '.repeat(3)}
location / {
  charset utf-8;
}`;
const report: Report = {
  format: 'agentsite-doctor/1',
  url: 'https://example.org/',
  publishedAs: 'https://example.org',
  examinedAt: '2026-11-26T00:00:00Z',
  requests: 12,
  milliseconds: 1_500,
  formula: '',
  score: 80,
  counts: { error: 1, warning: 0, note: 0 },
  areas: [{ id: 'llms', title: 'llms.txt', score: 80 }],
  results: [
    {
      id: 'llms-utf8',
      area: 'llms',
      severity: 'error',
      title: 'llms.txt is UTF-8, without a byte order mark',
      source: 'Lighthouse llms-txt reads a mark as text',
      outcome: 'broken',
      findings: [{ url: 'https://example.org/llms.txt', seen: 'a byte order mark '.repeat(9).trim(), fix }],
    },
  ],
  sampled: [],
  skipped: [],
};
const render = (columns?: number) =>
  stripVTControlCharacters(
    renderText(report, null, (style, text) => styleText(style, text, { validateStream: false }), columns),
  );

it('lines end within the terminal, between words, and go on below their text', () => {
  const lines = render(80).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines.filter((line) => line.startsWith('            '))).toContain('              charset utf-8;');
  const words = (text: string) => text.split(/\s+/);
  expect(words(lines.join('\n'))).toEqual(words(render()));
});

it('lines that no terminal shows are whole, for other programs', () => {
  expect(render()).toContain(`      fix   ${fix.split('\n')[0]}\n            location / {\n`);
});

it('as a page, the problems after the third are links to what is below, and a fix is written once for each rule', () => {
  const [first] = report.results;
  const findings = ['/a', '/b'].map((path) => ({
    url: `https://example.org${path}`,
    seen: 'a mark',
    fix: 'No mark.',
  }));
  const results = ['one', 'two', 'three', 'four'].map(
    (id) => ({ ...first, id, title: id, findings }) as never,
  );
  const html = renderHtml({ ...report, results }, null);
  expect(html).toContain('<p>1 error, 0 warnings, 0 notes</p>');
  expect(html).toContain('<ol start="4"><li><a href="#four">four</a></li></ol>');
  expect(html.match(/<article[^>]* id="four">.*/)?.[0].match(/No mark\./g)).toHaveLength(1);
});
