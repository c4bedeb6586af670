/** Counts checks by area, and keeps what failed. */
export class Tally {
  readonly #areas = new Map<string, { passed: number; failures: string[] }>();

  check(area: string, passed: boolean, failure: string): void {
    const counts = this.#areas.get(area) ?? { passed: 0, failures: [] };
    this.#areas.set(area, counts);
    if (passed) counts.passed += 1;
    else counts.failures.push(failure);
  }

  /** A line for each failure, then a line for each area, then the total. */
  report(): string {
    const lines: string[] = [];
    let passed = 0;
    let total = 0;
    for (const [area, { failures }] of this.#areas)
      lines.push(...failures.map((failure) => `${area}: ${failure}`));
    for (const [area, counts] of this.#areas) {
      const all = counts.passed + counts.failures.length;
      lines.push(`${area.padEnd(16)} ${counts.passed} of ${all}`);
      passed += counts.passed;
      total += all;
    }
    lines.push(`${passed} of ${total} checks passed (${((passed / total) * 100).toFixed(2)} %)`);
    return lines.join('\n');
  }
}
