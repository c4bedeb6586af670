/** A manual change that a major version requires of sites. */
export interface Migration {
  readonly version: string;
  /** The file that shows whether the change is still to be made, relative to the site's folder. */
  readonly file: string;
  readonly applies: (text: string) => boolean;
  readonly todo: string;
}

const migrations: readonly Migration[] = [
  {
    version: '1.0.0',
    file: 'astro.config.mjs',
    applies: (text) => /from\s+['"]\.\/src\/astro\/agentsite/.test(text),
    todo: "this folder contains a copy of the engine. Write `import agentsite from 'agentsite'` instead, move src/site.ts to site.ts, and remove sidecar/, deploy/, test/ and everything below src/ that is not yours: npm install agentsite installs them.",
  },
];

/** @param read the text of a file of the site; null if it does not exist */
export function listMigrations(read: (file: string) => string | null, rows = migrations) {
  const due = rows.filter(({ file, applies }) => applies(read(file) ?? ''));
  return due.map(({ version, file, todo }) => ({ file, message: `since version ${version}: ${todo}` }));
}
