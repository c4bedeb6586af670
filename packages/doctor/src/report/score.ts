import type { Area, Severity } from '../checks/check.ts';
import { areas } from '../checks/check.ts';
import type { Examined } from '../examine.ts';

/**
 * A score from 0 to 100: the weights of the rules that are kept, divided by the weights of the rules that are kept
 * or broken. An error weighs 10, a warning 3, a note 1. What is not offered or was not examined does not count.
 */
export const formula =
  'score = 100 × weight of the rules kept / weight of the rules kept or broken; an error weighs 10, a warning 3, a note 1; what is not offered or was not examined does not count';

const weights: Readonly<Record<Severity, number>> = { error: 10, warning: 3, note: 1 };

/** Whole points, rounded down, so that 100 means that no rule is broken; null where no rule counts. */
export function score(results: readonly Examined[]): number | null {
  let kept = 0;
  let all = 0;
  for (const { check, outcome } of results) {
    if (outcome.kind !== 'kept' && outcome.kind !== 'broken') continue;
    all += weights[check.severity];
    if (outcome.kind === 'kept') kept += weights[check.severity];
  }
  return all === 0 ? null : Math.floor((100 * kept) / all);
}

/** The broken rules, the one first whose fix raises the score most; of equal ones that with more findings. */
export function inOrderOfWeight<
  Broken extends { severity: Severity; outcome: string; findings: readonly object[] },
>(results: readonly Broken[]): Broken[] {
  return results
    .filter(({ outcome }) => outcome === 'broken')
    .sort((a, b) => weights[b.severity] - weights[a.severity] || b.findings.length - a.findings.length);
}

export interface AreaResult {
  readonly area: Area;
  readonly title: string;
  readonly results: readonly Examined[];
  readonly score: number | null;
}

/** The areas that were examined, in their order. */
export function groupByArea(results: readonly Examined[]): AreaResult[] {
  return (Object.keys(areas) as Area[]).flatMap((area) => {
    const own = results.filter(({ check }) => check.area === area);
    return own.length === 0 ? [] : [{ area, title: areas[area], results: own, score: score(own) }];
  });
}
