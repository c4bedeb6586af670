import type { AstroIntegrationLogger } from 'astro';
import { expect, it } from 'vitest';
import type { Shown } from '../../../src/dev/preview.ts';
import { createReports } from '../../../src/dev/reports.ts';

function record() {
  const lines: string[] = [];
  const log = (level: string) => (text: string) => void lines.push(`${level} ${text}`);
  const logger = { info: log('info'), error: log('error') } as unknown as AstroIntegrationLogger;
  return { lines, reports: createReports(logger) };
}

const report = { compiled: 3, reused: 0, drafts: 1, scheduled: 2, nextDueGmt: null };
const shown = (...advice: string[]): Shown => ({
  ok: true,
  report,
  documents: 3,
  advice: advice.map((message) => ({ file: 'content/posts/a.md', about: 'link', message })),
});
const problem = {
  file: 'content/posts/a.md',
  line: 2,
  column: 1,
  field: 'titel',
  message: 'is not a field.',
};

it('the start is reported with what is in the site', () => {
  const { lines, reports } = record();
  reports.started(shown(), 1234);
  expect(lines).toEqual(['info 3 documents, of these 1 draft and 2 scheduled; 1.2 s']);
});

it('an edit is reported with its first file and its time', () => {
  const { lines, reports } = record();
  reports.shown(['content/posts/a.md', 'content/posts/b.md'], shown(), 12.4);
  expect(lines).toEqual([expect.stringMatching(/^info content\/posts\/a\.md and 1 more {2}.*12 ms/)]);
});

it('a remark is reported once, and again when it comes back', () => {
  const { lines, reports } = record();
  const edit = (...advice: string[]) => {
    lines.length = 0;
    reports.shown(['a'], shown(...advice), 1);
    return lines.slice(1);
  };
  expect(edit('has no description.')).toEqual(['info content/posts/a.md: has no description.']);
  expect(edit('has no description.')).toEqual([]);
  expect(edit()).toEqual([]);
  expect(edit('has no description.')).toHaveLength(1);
});

it('problems are reported with their places', () => {
  const { lines, reports } = record();
  const other = { ...problem, file: 'content', line: 0, message: 'EACCES' };
  reports.shown(['a'], { ok: false, problems: [problem, other] }, 1);
  expect(lines.at(-1)).toMatch(
    /^error 2 problems; .*\ncontent\/posts\/a\.md:2:1 titel: .*\ncontent: EACCES$/,
  );
});

it('the conversion of images is reported every three seconds', () => {
  const { lines, reports } = record();
  for (let done = 1; done <= 10; done++) reports.images(done, 10, done * 1_000);
  expect(lines).toEqual(['info 4 of 10 images converted', 'info 7 of 10 images converted']);
});

it('an unexpected error is reported with its stack', () => {
  const { lines, reports } = record();
  reports.error(new Error('no'));
  reports.error('neither');
  expect(lines).toEqual([expect.stringMatching(/^error Error: no\n +at /), 'error neither']);
});
