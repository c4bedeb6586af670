/** A place where a word is right, and why. */
interface Exception {
  /** A file, or a folder that ends with a slash. */
  readonly place: string;
  readonly words: RegExp;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  { place: 'test/contact/system/faults/', words: /fault/i, reason: 'fault injection' },
  { place: 'test/contact/system/mutation/', words: /fault/i, reason: 'fault injection' },
  { place: 'packages/doctor/test/system/faults/', words: /fault/i, reason: 'fault injection' },
  { place: 'packages/doctor/test/system/planted-faults.test.ts', words: /fault/i, reason: 'fault injection' },
  { place: 'content/pages/manual/configuration.md', words: /^pictures$/, reason: 'old name of a setting' },
  { place: 'src/core/model/site.ts', words: /^pictures$/, reason: 'old name of a setting' },
  {
    place: 'src/settings/read-site.ts',
    words: /^(?:pictures|contactFaults)$/,
    reason: 'old name of a setting',
  },
  {
    place: 'test/settings/unit/old-names.test.ts',
    words: /pictures|contactFaults/,
    reason: 'old name of a setting',
  },
  {
    place: 'src/terminal/build-report.ts',
    words: /^(?:texts|pictures)$/,
    reason: 'old names in the JSON report',
  },
  { place: 'packages/newsletter/', words: /edition/i, reason: 'what a newsletter sends to many' },
  { place: 'packages/newsletter/test/faults/', words: /fault/i, reason: 'fault injection' },
  { place: 'packages/newsletter/src/mails/mail-html.ts', words: /^picture$/, reason: 'the HTML element' },
  { place: 'packages/import/src/markdown/', words: /^picture$/, reason: 'the HTML element' },
  { place: 'src/content/compile/html-to-markdown.ts', words: /^picture$/, reason: 'the HTML element' },
  { place: 'packages/import/src/survey-files.ts', words: /^mended$/, reason: 'part of a public loss code' },
  { place: 'packages/import/src/model/losses.ts', words: /^mended$/, reason: 'part of a public loss code' },
  { place: 'packages/import/src/write/report.ts', words: /^remedy$/, reason: 'old spelling of a JSON field' },
  {
    place: 'packages/import/test/unit/report.test.ts',
    words: /^remedy$/,
    reason: 'old spelling of a JSON field',
  },
  { place: 'src/components/views/document-view.astro', words: /picture/, reason: 'class that themes use' },
  { place: 'packages/editor/src/form/page-preview.ts', words: /picture/, reason: 'class that themes use' },
  { place: 'src/styles/prose.css', words: /picture/, reason: 'class that themes use' },
  { place: 'src/styles/frame.css', words: /picture/, reason: 'class that themes use' },
  { place: 'src/styles/magazine.css', words: /picture/, reason: 'class that themes use' },
  { place: 'src/core/html/page-html.ts', words: /picture/i, reason: 'the element of HTML' },
  { place: 'src/scripts/link-players.ts', words: /picture/, reason: 'feature of browsers' },
  { place: 'src/content/library/compile-cache.ts', words: /^texts$/, reason: 'name of a cache file' },
  { place: 'src/content/images/shown-images.ts', words: /pictures/, reason: 'folder of earlier builds' },
  { place: 'packages/create/src/deploy/workflows.ts', words: /pictures/, reason: 'folder of earlier builds' },
  {
    place: 'packages/create/test/unit/deploy-files.test.ts',
    words: /pictures/,
    reason: 'folder of earlier builds',
  },
  {
    place: 'src/terminal/build-report.ts',
    words: /^(?:texts|pictures)$/,
    reason: 'events of `build --json`',
  },
  { place: 'test/build/', words: /^texts$/, reason: 'events of `build --json`' },
  { place: 'test/bench/build.ts', words: /^(?:texts|pictures)$/, reason: 'files of the cache' },
  { place: 'test/README.md', words: /^faults$/, reason: 'fault injection' },
  { place: 'packages/doctor/test/compare-doctor.ts', words: /fault/i, reason: 'fault injection' },
  { place: 'test/', words: /^(?:nobody|somebody|A film|film|films)$/i, reason: 'test data' },
  { place: 'packages/', words: /^(?:nobody|A film|film|films)$/i, reason: 'test data' },
  { place: 'test/build/unit/build-report.test.ts', words: /^pictures$/, reason: 'events of `build --json`' },
  { place: 'test/content/unit/images.test.ts', words: /^pictures$/, reason: 'folder of the cache' },
  { place: 'test/content/unit/compile-cache.test.ts', words: /^texts$/, reason: 'file of the cache' },
  {
    place: 'packages/import/test/unit/import-wordpress.test.ts',
    words: /^mended$/,
    reason: 'part of a public loss code',
  },
  { place: 'test/wordpress/system/', words: /^tells$/, reason: 'words of the recorded WordPress' },
];
