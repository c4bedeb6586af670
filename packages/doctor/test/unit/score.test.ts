import { expect, it } from 'vitest';
import { compareReports } from '../../src/report/comparison.ts';
import type { Report, Result } from '../../src/report/json-report.ts';
import { score } from '../../src/report/score.ts';

const examined = (severity: string, kind: string) => ({ check: { severity }, outcome: { kind } }) as never;

it('the score weighs errors most, rounds down, and leaves out what was not examined', () => {
  expect(score([examined('error', 'kept'), examined('note', 'broken')])).toBe(90);
  expect(score([examined('error', 'broken'), examined('warning', 'kept')])).toBe(23);
  expect(score([examined('note', 'kept'), examined('error', 'not-offered')])).toBe(100);
  expect(score([examined('error', 'not-examined')])).toBeNull();
});

it('a comparison names what was fixed and what is newly broken, not what stayed', () => {
  const report = (outcomes: Record<string, Result['outcome']>): Report =>
    ({
      examinedAt: '2026-11-25T00:00:00Z',
      score: 50,
      results: Object.entries(outcomes).map(([id, outcome]) => ({
        id,
        outcome,
      })),
    }) as Report;
  const earlier = report({
    fixed: 'broken',
    same: 'broken',
    worse: 'kept',
    hidden: 'broken',
  });
  const later = report({
    fixed: 'kept',
    same: 'broken',
    worse: 'broken',
    hidden: 'not-examined',
    new: 'broken',
  });
  const { fixed, broken, earlierScore } = compareReports(earlier, later);
  expect(fixed.map(({ id }) => id)).toEqual(['fixed']);
  expect(broken.map(({ id }) => id)).toEqual(['worse', 'new']);
  expect(earlierScore).toBe(50);
});
