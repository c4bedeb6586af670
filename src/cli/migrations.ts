/** Something that the owner of a site has to do by hand, since a major version. */
export interface Migration {
  /** The version from which on it has to be done. */
  readonly version: string;
  /** The file to look at, from the site's folder. */
  readonly file: string;
  /** Does the text of that file show that it has still to be done? */
  readonly applies: (text: string) => boolean;
  /** What to do, in sentences. */
  readonly todo: string;
}

/** Every such thing; a major version adds its rows, and `agentsite check` says those that apply. */
const migrations: readonly Migration[] = [
  {
    version: '1.0.0',
    file: 'astro.config.mjs',
    applies: (text) => /from\s+['"]\.\/src\/astro\/agentsite/.test(text),
    todo: "this folder holds a copy of the engine. Write `import agentsite from 'agentsite'` instead, move src/site.ts to site.ts, and remove sidecar/, deploy/, test/ and everything below src/ that is not yours: npm install agentsite brings them.",
  },
];

/**
 * What the owner has still to do, as remarks.
 * @param read the text of a file of the site; null where there is none
 */
export function listMigrations(
  read: (file: string) => string | null,
  rows: readonly Migration[] = migrations,
): { readonly file: string; readonly message: string }[] {
  return rows
    .filter(({ file, applies }) => {
      const text = read(file);
      return text !== null && applies(text);
    })
    .map(({ version, file, todo }) => ({ file, message: `since version ${version}: ${todo}` }));
}
