import type { Report, Result } from './json-report.ts';

/** What changed between two reports of a site. */
export interface Comparison {
  /** When the earlier report was made. */
  readonly since: string;
  readonly earlierScore: number | null;
  /** Rules that were broken, and are kept. */
  readonly fixed: readonly Result[];
  /** Rules that are broken, and were not. */
  readonly broken: readonly Result[];
}

export function compareReports(earlier: Report, report: Report): Comparison {
  const outcomes = new Map(earlier.results.map(({ id, outcome }) => [id, outcome]));
  return {
    since: earlier.examinedAt,
    earlierScore: earlier.score,
    fixed: report.results.filter(({ id, outcome }) => outcome === 'kept' && outcomes.get(id) === 'broken'),
    broken: report.results.filter(({ id, outcome }) => outcome === 'broken' && outcomes.get(id) !== 'broken'),
  };
}
