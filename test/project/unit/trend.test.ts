import { expect, it } from 'vitest';
import { drawCharts, type Sample, slopeOf } from '../../bench/trend.ts';

/** A hundred samples in two hours: a level, a slope, and a saw of two around them. */
const samples = (slope: number): Sample[] =>
  Array.from({ length: 100 }, (_, at): Sample => [at / 50, 40 + (slope * at) / 50 + ((at * 7) % 5) - 2]);

it('a slope is inside its interval, and zero and three an hour are apart', () => {
  const [level, rising] = [slopeOf(samples(0)), slopeOf(samples(3))];
  expect(Math.abs(level.slope)).toBeLessThanOrEqual(level.margin);
  expect(Math.abs(rising.slope - 3)).toBeLessThanOrEqual(rising.margin);
  expect(rising.slope - rising.margin).toBeGreaterThan(level.margin);
});

it('charts reach from zero to their highest sample', () => {
  const svg = drawCharts({
    'memory (MB)': [
      [0, 50],
      [2, 100],
    ],
  });
  expect(svg).toContain('points="0.0,40.0 640.0,0.0"');
  expect(svg).toContain('memory (MB) (top 100, 2.00 h)');
});
