import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files of tests that take longest, the longest first. Where nothing is known of earlier runs, as on a clean clone,
 * Vitest would begin with the largest files; a long one that begins last leaves the other cores without work.
 */
const slow = [
  'package/package',
  'front/publish',
  'contact/start',
  'doctor/created-site',
  'contact/form',
  'astro/services',
  'dev/dev',
  'languages/languages',
  'publish/theme',
  'astro/changed-theme',
  'publish/build',
  'cli/bench',
  'astro/build',
  'hosts/targets',
  'site/reading',
  'site/accessibility',
  'front/raw-sockets',
  'front/failures',
  'faults/faults',
  'front/same-answers',
  'doctor/planted-faults',
  'dev/dev-in-terminal',
  'hosts/sidecar',
  'mcp/fuzz',
  'sidecar/process',
  'contact/redis-store',
  'astro/dev-contract',
  'import/verify',
  'cli/start-in-terminal',
  'mcp/clients',
  'doctor/command',
  'doctor/hostile-servers',
  'adapters/smtp-mailer',
  'doctor/own-site',
  'import/other-systems',
  'publish/edits',
  'publish/content-index',
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
