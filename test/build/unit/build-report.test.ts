import { afterEach, expect, it, vi } from 'vitest';
import { describeEvent, reportJson, reportLines } from '../../../src/terminal/build-report.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** What a report of lines writes for events, one each `step` milliseconds. */
function linesOf(
  events: readonly Parameters<ReturnType<typeof reportLines>['onEvent']>[0][],
  step: number,
): string {
  let written = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += text;
    return true;
  });
  let time = 0;
  const report = reportLines(() => time);
  for (const event of events) {
    time += step;
    report.onEvent(event);
  }
  return written;
}

it('long work on images shows how far it is, now and then where output is no terminal', () => {
  const events = (['images', 'copies'] as const).flatMap((on) =>
    [1, 2, 3, 4].map((done) => ({ step: 'working', on, done, total: 100 }) as const),
  );
  expect(linesOf(events, 3000)).toBe(
    [
      '2 of 100 images converted, 6.0 s',
      '4 of 100 images converted, 12.0 s',
      '2 of 100 smaller copies of images made, 18.0 s',
      '4 of 100 smaller copies of images made, 24.0 s',
      '',
    ].join('\n'),
  );
  expect(linesOf(events, 10)).toBe('');
});

it('many warnings are cut, and say how all are listed', () => {
  const warnings = Array.from({ length: 30 }, (_, index) => ({
    file: 'content/posts/a.md',
    line: index + 1,
    column: 1,
    field: 'markup',
    message: '"[toc]" is a shortcode.',
  }));
  const lines = linesOf([{ step: 'warnings', warnings }], 10)
    .trim()
    .split('\n');
  expect(lines).toHaveLength(21);
  expect(lines[0]).toBe('content/posts/a.md:1:1 markup: "[toc]" is a shortcode.');
  expect(lines[20]).toMatch(/^… and 10 more; .*check lists all\./);
});

it('what is left out counts among the documents, as what is compiled does', () => {
  const report = { compiled: 3, reused: 2, drafts: 1, scheduled: 1, nextDueGmt: null };
  expect(describeEvent({ step: 'documents', documents: 3, report, included: false })).toBe(
    '5 documents: 3 compiled, 2 unchanged; 1 draft and 1 scheduled left out',
  );
  expect(describeEvent({ step: 'documents', documents: 5, report, included: true })).toBe(
    '5 documents: 3 compiled, 2 unchanged; 1 draft and 1 scheduled included',
  );
});

it('the JSON report has the old names of its steps as well', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const report = reportJson(() => 0);
  report.onEvent({ step: 'images', remarks: ['a.jpg contains a place'] });
  report.finish([]);
  const written = JSON.parse(String(log.mock.calls[0]?.[0]));
  expect(written.images).toEqual({ remarks: ['a.jpg contains a place'] });
  expect(written.pictures).toEqual(written.images);
});
