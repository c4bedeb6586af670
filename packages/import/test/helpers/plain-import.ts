import type { ImportOptions } from '../../src/model/import-options.ts';

/** Options of a WordPress import with files only. */
export const plainImport: Omit<ImportOptions, 'files' | 'into'> = {
  system: 'wordpress',
  home: null,
  permalink: null,
  generator: null,
  rest: null,
  site: null,
  media: null,
  redirects: null,
  publicTypes: [],
  dryRun: false,
  verify: false,
  addresses: null,
};
