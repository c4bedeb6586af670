import type { HealthySite } from '../healthy-site.ts';

/**
 * The rule that a fault breaks, and how it is planted. `name` distinguishes several faults of one rule. `plant` may
 * give the path at which the examination begins.
 */
export type PlantedFault = readonly [rule: string, name: string, plant: (site: HealthySite) => unknown];

export const wordsOf = (count: number) => 'words and words '.repeat(count);
