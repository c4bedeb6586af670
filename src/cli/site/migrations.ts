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

/** Classes and components of the theme that an owner's files may still count on, and what to write instead. */
const themeChanges: readonly (readonly [old: RegExp, todo: string])[] = [
  [classPattern('titles'), 'the class "titles" of lists is now "entries-compact".'],
  [classPattern('entry-text'), 'entries have no "entry-text" any more: their title and text are in "entry".'],
  [classPattern('pagination-links'), 'the class "pagination-links" is gone: the links are in "pagination".'],
  [
    classPattern('page-tools'),
    'the class "page-tools" is gone: the link to the Markdown is now in "markdown-menu", at the end of a page.',
  ],
  [
    /<fieldset class="theme-choice"/,
    'the theme is chosen with one button: remove this ThemeChoice, or bring styles for its radio buttons.',
  ],
  [
    /class="search-link"[^>]*><svg/,
    'the style sheet draws the icon of "search-link": remove the svg, and give the link its name as aria-label.',
  ],
  [
    /^(?![\s\S]*markdown-menu)[\s\S]*\bdata-twin\b/,
    'the theme links to the Markdown at the end of a page (MarkdownMenu): remove this link, or replace MarkdownMenu by it.',
  ],
  [
    /\bnav(?:\.site-nav|#page-nav)\b/,
    'the element "site-nav" is a div around the nav: write .site-nav without "nav".',
  ],
  [
    /(?:body\s*>|\.site-header\s*[+~]|[+~>]\s*main)\s*\.language-links/,
    'the languages are now in "site-nav", after the navigation: select .language-links by itself.',
  ],
  [
    /\.(?:byline|entry-facts|entry-date)\s*>\s*(?:a|time)\b/,
    'links and dates in "byline", "entry-facts" and "entry-date" are now in a span: leave out the ">".',
  ],
  [/\.series\s*>\s*(?:p|ol)\b/, 'the parts of a series are now in a details element: leave out the ">".'],
  [
    /var\(--measure\)\s*\+\s*(?:30rem|2\s*\*\s*15rem)/,
    'header and footer now begin and end with the text: write padding-inline: var(--edge) instead of this width.',
  ],
];

function classPattern(name: string): RegExp {
  return new RegExp(`\\.${name}(?![\\w-])|class="[^"]*(?<![\\w-])${name}(?![\\w-])`);
}

/** @param files styles and components of the owner */
export function listThemeChanges(files: readonly { readonly file: string; readonly text: string }[]) {
  return files.flatMap(({ file, text }) =>
    themeChanges.filter(([old]) => old.test(text)).map(([, message]) => ({ file, message })),
  );
}
