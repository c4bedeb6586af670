import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files of tests that take longest, the longest first. Where nothing is known of earlier runs, as on a clean clone,
 * Vitest would begin with the largest files; a long one that begins last leaves the other cores without work.
 */
const slow = [
  'package/package',
  'front/publish',
  'astro/services',
  'publish/theme',
  'languages/languages',
  'dev/dev',
  'astro/changed-theme',
  'publish/build',
  'astro/build',
  'hosts/targets',
  'faults/faults',
  'front/same-answers',
  'doctor/planted-faults',
  'mcp/fuzz',
  'site/reading',
  'site/accessibility',
  'contact/form',
  'publish/edits',
  'hosts/sidecar',
  'doctor/command',
  'dev/dev-in-terminal',
  'sidecar/process',
  'front/failures',
  'import/verify',
  'astro/dev-contract',
  'contact/redis-store',
];

export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = slow.findIndex((file) => moduleId.endsWith(`/${file}.test.ts`));
  return place === -1 ? slow.length : place;
}
