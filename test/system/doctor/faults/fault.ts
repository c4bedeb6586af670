import type { HealthySite } from '../healthy-site.ts';

/** The rule that a fault breaks, and how it is planted. `name` tells several faults of one rule apart. */
export type PlantedFault = readonly [rule: string, name: string, plant: (site: HealthySite) => void];

export const wordsOf = (count: number) => 'words and words '.repeat(count);
