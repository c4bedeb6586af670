import { closeSync, openSync, readSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isSystemPath, reservedBy } from 'agentsite/model';
import { rewriteAddresses } from 'agentsite/text';
import type { Nodes, Root } from 'mdast';
import { markdownToMdast } from 'satteri';
import { visit } from 'unist-util-visit';
import { type ExportItem, type ExportRecord, lostRecord } from '../model/export-model.ts';
import { decodePercent, safeUploadPath } from '../model/names.ts';
import type { SourceText } from './read-text-file.ts';
import { type FilePlace, notPublished, published, type SiteRules } from './rules/site-rules.ts';

/** Decides whether and where the old site published each file that is not a document. */
export function placeFiles(
  files: readonly string[],
  sources: readonly SourceText[],
  rules: SiteRules,
): ReadonlyMap<string, FilePlace> {
  const bundles =
    rules.templates === 'hugo'
      ? bundlesOf(sources)
      : rules.hasAssetFolders
        ? assetFoldersOf(sources)
        : new Map<string, string | null>();
  const placeOf = (file: string): FilePlace => {
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) {
      const path = bundles.get(folder);
      if (path === null) return notPublished;
      if (path !== undefined) return published(path.slice(1) + file.slice(folder.length + 1));
    }
    return rules.placeOf(file);
  };
  return new Map(files.filter((file) => !rules.isDocument(file)).map((file) => [file, placeOf(file)]));
}

/** The same for folders named after a document: `_posts/oar/` of `_posts/oar.md`. */
const assetFoldersOf = (sources: readonly SourceText[]): Map<string, string | null> =>
  new Map(
    sources
      .filter(({ facts }) => facts.type === 'post')
      .map(({ file, facts }) => [
        file.replace(/\.\w+$/, ''),
        facts.status === 'publish' ? facts.path.replace(/[^/]+$/, '') : null,
      ]),
  );

/** Addresses of Hugo's bundles by folder; null if not published. */
function bundlesOf(sources: readonly SourceText[]): Map<string, string | null> {
  return new Map(
    sources
      .filter(({ file, facts }) => /\/index\.\w+$/.test(file) && facts.path.endsWith('/'))
      .map(({ file, facts }) => [posix.dirname(file), facts.status === 'publish' ? facts.path : null]),
  );
}

/** Old addresses of files and documents, by path in the folder. */
export function addressesIn(
  sources: readonly SourceText[],
  places: ReadonlyMap<string, FilePlace>,
): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>();
  for (const [file, place] of places)
    if ('address' in place) addresses.set(posix.normalize(file), `/${place.address}`);
  for (const { file, facts } of sources) addresses.set(file, facts.path);
  return addresses;
}

/** Collects the files that published documents show or link to, among those that are copied only then. */
export class ReferredFiles {
  readonly found = new Set<string>();
  /** Files by address, and the last word of their names, which a referring document contains. */
  readonly #files = new Map<string, string>();
  readonly #names = new Set<string>();

  /** Path of the old home page, without a trailing slash. */
  readonly #base: string;

  constructor(places: ReadonlyMap<string, FilePlace>, base: string) {
    this.#base = base;
    for (const [file, place] of places) {
      if (place.kind !== 'on-reference') continue;
      this.#files.set(`/${place.address}`.normalize('NFC'), file);
      this.#names.add(wordsOf(file).at(-1) ?? '');
    }
  }

  add({ status, link, content, image, markdown }: ExportItem): void {
    if (status !== 'publish' || this.#files.size === 0) return;
    if (image) this.#refer(image.url, link);
    if (!this.#mayRefer(content)) return;
    for (const written of referencesIn(content)) this.#refer(markdown?.resolve(written) ?? written, link);
  }

  /** Parsing is slow, and few documents refer to such files. */
  #mayRefer(content: string): boolean {
    return wordsOf(decodePercent(content.replace(/%(?![0-9a-f]{2})/gi, '%25'))).some((word) =>
      this.#names.has(word),
    );
  }

  #refer(address: string, base: string): void {
    if (!URL.canParse(address, base)) return;
    const url = new URL(address, base);
    if (url.origin !== new URL(base).origin) return;
    const path = decodePercent(url.pathname).normalize('NFC');
    const file = this.#files.get(path.startsWith(`${this.#base}/`) ? path.slice(this.#base.length) : path);
    if (file !== undefined) this.found.add(file);
  }
}

const wordsOf = (text: string): string[] => text.normalize('NFC').split(/[/\\\s()<>"'[\]?#,]+/);

/** Parts of a theme, and settings of hosts and tools. */
const ofTheme =
  /\.(?:css|s[ac]ss|less|[cm]?[jt]sx?|map|html?|njk|liquid|hbs|ejs|pug|astro|vue|svelte|toml|ya?ml|lock|rb|gemspec|xsl)$|(?:^|\/)(?:CNAME|_redirects|_headers|robots\.txt|package(?:-lock)?\.json|tsconfig\.json|\.\w+(?:ignore|rc|config|attributes|version)|[^./]+)$/i;

/** Yields public files, and reports others. @param base path of the old home page, without a trailing slash */
export function* copyFiles(
  folder: string,
  places: ReadonlyMap<string, FilePlace>,
  referred: ReadonlySet<string>,
  base: string,
  rendersAnyFile: boolean,
): Generator<ExportRecord> {
  let themeFiles = 0;
  const taken = new Set<string>();
  const publishable = [...places].sort(
    ([, a], [, b]) => Number(b.kind === 'published') - Number(a.kind === 'published'),
  );
  for (const [file, place] of publishable) {
    const fix = fixFor(file, place);
    if (fix !== null) yield lostRecord('site-part-dropped', file, fix);
    else if (rendersAnyFile && place.kind === 'published' && hasFrontMatter(join(folder, file)))
      yield usualPage.test(file) ? listed(file) : lostRecord('site-part-dropped', file, ofTemplate);
    else if (place.kind === 'machinery' || ofTheme.test(file)) themeFiles++;
    else if (otherFormat.test(file)) yield unread(file);
    else if (place.kind === 'published' || (place.kind === 'on-reference' && referred.has(file))) {
      if (!taken.has(place.address))
        yield fileAt(`${base}/${place.address}`.slice(1), file, join(folder, file));
      taken.add(place.address);
    } else yield listed(file);
  }
  if (themeFiles > 0)
    yield lostRecord(
      'site-part-dropped',
      `${themeFiles} ${themeFiles === 1 ? 'file' : 'files'} with styles, scripts, templates or settings`,
      'The new site has its own theme.',
    );
}

const ofTemplate = 'A template made this page. Write its own words as a file in content/pages/.';

/** @param file of any size and type */
function hasFrontMatter(file: string): boolean {
  const open = openSync(file, 'r');
  try {
    const start = Buffer.alloc(5);
    return /^---\r?\n/.test(start.toString('latin1', 0, readSync(open, start)));
  } finally {
    closeSync(open);
  }
}

const dataFile =
  /(?:^|\/)_?data\/(?!(?:site|metadata|meta)\.).+\.(?:json|ya?ml|toml|[ct]sv|[cm]?js)$|^src\/content\/.+\.(?:json|ya?ml|toml)$/;
const pageTemplate = /\.(?:njk|liquid|hbs|mustache|ejs|haml|pug|webc|vto|html?|11ty\.[cm]?[jt]sx?)$/;
/** Templates of pages that every site has. */
const usualPage = /(?:^|\/)(?:404|500|feed|rss|atom|sitemap|robots|manifest)\b[^/]*$/;

/** What to do about a file that contained words of the old site; null for any other file. */
function fixFor(file: string, place: FilePlace): string | null {
  if (place.kind !== 'published' && dataFile.test(file))
    return 'Templates showed the data in it. Write what readers saw of it.';
  if (place.kind === 'published')
    return /\.html?$/i.test(file)
      ? 'The old site published this page as it is. Copy it to public/ to publish it.'
      : null;
  const isPage =
    place.kind === 'machinery' ? /^src\/pages\/[^[\]]+\.(?:astro|html)$/.test(file) : pageTemplate.test(file);
  return isPage && !usualPage.test(file) ? ofTemplate : null;
}

const otherFormat = /\.(?:textile|adoc|asciidoc|asc|org|rst|pandoc|pdc|haml|slim)$/i;

const unread = (file: string): ExportRecord =>
  lostRecord('unreadable', file, 'Its format is not supported. Convert it to Markdown, and import again.');

const listed = (file: string): ExportRecord =>
  lostRecord('file-unpublished', file, 'Copy it to public/ to publish it.');

function fileAt(address: string, file: string, from: string): ExportRecord {
  const refused = (fix: string): ExportRecord => lostRecord('file-refused', file, fix);
  const path = safeUploadPath(encodeURI(address));
  if (path === null) return refused('It is hidden, or of a type that the site does not serve.');
  const owner =
    reservedBy(`/${address}`) ?? (isSystemPath(`/${address}`) ? 'a document that the site makes' : null);
  if (owner !== null) return refused(`Its address belongs to ${owner}.`);
  return isPrivateKey(from) ? refused('It contains a private key.') : { kind: 'file', path, from };
}

/** A `.key` file is a Keynote presentation (a zip archive), or a secret. */
function isPrivateKey(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(64);
    const text = start.toString('latin1', 0, readSync(file, start));
    return /-----BEGIN [A-Z ]*PRIVATE KEY/.test(text) || (/\.key$/i.test(path) && !text.startsWith('PK'));
  } finally {
    closeSync(file);
  }
}

const reading = { features: { gfm: true, frontmatter: false } } as const;

/** Addresses that a Markdown document shows or links to, as written, except in code. */
function referencesIn(content: string): string[] {
  const found: string[] = [];
  visit(markdownToMdast(content, reading) as Root, (node: Nodes) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') found.push(node.url);
    if (node.type === 'html') collectAddresses(node.value, found);
  });
  return found;
}

function collectAddresses(html: string, found: string[]): void {
  rewriteAddresses(html, (address) => {
    found.push(address);
    return null;
  });
}
