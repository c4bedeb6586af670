import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files of tests that take longest, the longest first. Where nothing is known of earlier runs, as on a clean clone,
 * Vitest would begin with the largest files; a long one that begins last leaves the other cores without work.
 */
const slow = [
  'package/package',
  'front/publish',
  'astro/services',
  'languages/languages',
  'dev/dev',
  'hosts/targets',
  'publish/build',
  'publish/theme',
  'front/same-answers',
  'faults/faults',
  'astro/changed-theme',
  'doctor/planted-faults',
  'site/reading',
  'contact/form',
  'astro/build',
  'publish/edits',
  'doctor/command',
  'site/accessibility',
  'dev/dev-in-terminal',
  'sidecar/process',
  'front/failures',
  'hosts/sidecar',
  'import/verify',
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
