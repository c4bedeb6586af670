import { buildTheme } from '../publish/build-theme.ts';

/** `node compile-theme.ts ROOT DIST DIGEST`: one compilation of the theme; see `theme-maker.ts`. */
const [root, dist, digest] = process.argv.slice(2);
if (!root || !dist || !digest) throw new Error('Usage: compile-theme.ts ROOT DIST DIGEST');
try {
  await buildTheme(root, { folder: dist, code: digest });
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}

/** What is wrong and where, without the inside of Astro. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = 'loc' in error ? placeOf(error.loc) : '';
  const hint = 'hint' in error && typeof error.hint === 'string' ? `\n${error.hint}` : '';
  return `${place}${error.message}${hint}`;
}

function placeOf(loc: unknown): string {
  if (typeof loc !== 'object' || loc === null || !('file' in loc)) return '';
  const line = 'line' in loc ? `:${loc.line}` : '';
  const column = 'column' in loc ? `:${loc.column}` : '';
  return `${loc.file}${line}${column} `;
}
