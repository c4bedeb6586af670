import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ExportHead,
  type ExportItem,
  type ExportRecord,
  lostRecord,
  menuLink,
  UnreadableExport,
  unknownOwner,
} from '../model/export-model.ts';
import { generators, type ImportOptions, type SiteGenerator } from '../model/import-options.ts';
import { decodePercent } from '../model/names.ts';
import { restrictionInMeta } from '../wordpress/restrictions.ts';
import {
  chooseRules,
  findGenerator,
  hasOwnSettings,
  places as placesOf,
  settingsFile,
} from './choose-rules.ts';
import { DocumentNames } from './document-names.ts';
import { listFiles } from './list-files.ts';
import { wordsAroundList } from './list-templates.ts';
import { findOtherSystem } from './other-systems.ts';
import { itemOf, type SourceText } from './read-text-file.ts';
import { readRedirectsFile } from './redirects-file.ts';
import { readFields, showsDayFirst } from './rules/fields.ts';
import { type Data, type Split, splitFrontMatter } from './rules/front-matter.ts';
import { type SiteRules, versionOf, withoutVersion } from './rules/site-rules.ts';
import { addressesIn, copyFiles, placeFiles, ReferredFiles } from './site-files.ts';
import { hasFormulas } from './systems/wiki-links.ts';

/** Reads a folder of Markdown with front matter as records: settings, authors, terms, files, documents. */
export async function* readFolder(
  folder: string,
  options: Pick<ImportOptions, 'home' | 'permalink' | 'generator'>,
): AsyncGenerator<ExportRecord> {
  const { files, links } = listFiles(folder);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const other = options.generator || hasOwnSettings(files) ? null : findOtherSystem(files, read);
  if (other !== null)
    throw new UnreadableExport(
      `This is a site of ${other.name} (${other.file} shows it). Hugo, Jekyll, Eleventy, Astro, Hexo and Obsidian are read; --from ${generators.join('|')} reads it as if it were one of them.`,
      1,
    );
  const generator = options.generator ?? findGenerator(files, read);
  if (generator === null)
    throw new UnreadableExport(
      `The generator of the site can’t be detected. Give the folder with its settings, or --from ${generators.join('|')}.`,
      1,
    );
  yield* new FolderReader(folder, files, generator, options).read(links);
}

/** Reads a folder whose generator is known. */
class FolderReader {
  readonly #folder: string;
  readonly #files: readonly string[];
  readonly #generator: SiteGenerator;
  readonly #permalink: string | null;
  readonly #rules: SiteRules;
  readonly #home: string;
  readonly #isPrivate: boolean;
  readonly #usesDollars: boolean;
  /** The path of the site in its host. */
  readonly #base: string;
  readonly #sources: readonly SourceFile[];
  readonly #readable: readonly SourceText[];
  /** Pages that show a list, by file. */
  readonly #lists: ReadonlyMap<string, { readonly words: string; readonly path: string }>;
  readonly #termPages: ReadonlyMap<string, SourceText>;
  readonly #people = new Set<string>();
  readonly #terms = new Set<string>();

  constructor(
    folder: string,
    files: readonly string[],
    generator: SiteGenerator,
    options: Pick<ImportOptions, 'home' | 'permalink'>,
  ) {
    this.#folder = folder;
    this.#files = files;
    this.#generator = generator;
    this.#permalink = options.permalink;
    this.#rules = chooseRules(generator, folder, files);
    const home = (options.home ?? this.#rules.settings.home ?? '').replace(/\/+$/, '');
    this.#home = /^https?:\/\//.test(home) ? home : 'http://localhost:4321';
    this.#isPrivate = this.#rules.templates === 'wiki' && options.home === null;
    this.#base = decodePercent(new URL(this.#home).pathname).replace(/(?<!\/)\/+$/, '');
    this.#sources = readDocuments(folder, files, this.#rules);
    this.#readable = this.#sources.filter((text) => text.ok);
    this.#lists = this.#findLists();
    this.#usesDollars =
      this.#rules.templates === 'wiki' && this.#readable.some(({ body }) => hasFormulas(body));
    this.#termPages =
      this.#rules.templates === 'hugo' ? termPagesOf(this.#readable) : new Map<string, SourceText>();
  }

  /** @param links symbolic links of the folder */
  async *read(links: readonly string[]): AsyncGenerator<ExportRecord> {
    const listed = readRedirectsFile(redirectsIn(this.#folder, this.#files, this.#rules));
    for (const lost of listed.lost) yield { kind: 'lost', ...lost };
    yield { kind: 'head', head: this.#headOf(listed.redirects) };
    yield* this.#readMenu();
    yield* this.#reportSettings();
    const places = placeFiles(this.#files, this.#readable, this.#rules);
    const referred = new ReferredFiles(places, this.#base);
    yield* this.#readItems(addressesIn(this.#readable, places), referred);
    for (const [term, { file }] of this.#termPages)
      if (!this.#terms.has(term))
        yield lostRecord('list-made', file, 'It describes a term that no document has.');
    yield* copyFiles(this.#folder, places, referred.found, this.#base, this.#rules.rendersAnyFile === true);
    for (const link of links)
      yield lostRecord(
        'file-refused',
        link,
        'It is a symbolic link, which is not followed. Copy its target.',
      );
    if (this.#readable.length === 0)
      throw new UnreadableExport(
        `No document was found in ${placesOf[this.#generator]}, where a site of ${nameOf(this.#generator)} has them. Give the folder with the settings of the site, or --from ${generators.join('|')}.`,
        1,
      );
  }

  #findLists() {
    const pages = this.#rules.templates === 'liquid' ? this.#readable : [];
    return new Map(
      pages.flatMap((text) => {
        const words = text.facts.type === 'page' ? wordsAroundList(text.body) : null;
        return words === null ? [] : [[text.file, { words, path: text.facts.path }] as const];
      }),
    );
  }

  #headOf(redirects: ExportHead['redirects']): ExportHead {
    const { settings, templates } = this.#rules;
    const count = this.#readable.length;
    const below = (path: string): string => this.#base + path;
    return {
      title: settings.title,
      tagline: settings.tagline ?? '',
      ...(templates === 'wiki' ? { isPrivate: this.#isPrivate } : {}),
      usesDollars: this.#usesDollars,
      home: this.#home,
      siteUrl: this.#home,
      language: settings.language,
      uploads: '/',
      readAs: `${nameOf(this.#generator)} site: ${settingsFile(this.#generator, this.#files) ?? 'no settings'}, ${count} ${count === 1 ? 'document' : 'documents'}`,
      postLists: [
        ...(templates === 'hugo' ? sectionsOf(this.#sources) : []),
        ...[...this.#lists.values()].map(({ path }) => path).filter((path) => path !== '/'),
      ].map(below),
      termPermalinks: settings.termPermalinks ?? {},
      ...(Object.keys(settings.languages ?? {}).length > 1 ? { languages: settings.languages ?? {} } : {}),
      // The home page is always at the root here.
      redirects: [
        ...(this.#base === '' ? [] : [{ from: `${this.#base}/`, to: '/', status: 301 }]),
        ...(redirects ?? []),
      ],
      feeds: (settings.feeds ?? (templates === 'hugo' ? feedsOf(this.#sources) : [])).map(below),
      ...(settings.timezone ? { timezone: settings.timezone } : {}),
    };
  }

  *#readMenu(): Generator<ExportRecord> {
    const menu = this.#rules.settings.menu ?? [];
    for (const [order, { menu: name, label, url, isBelowAnother }] of menu.entries())
      yield menuLink(
        name,
        order,
        label,
        url.startsWith('/') || /^\w+:/.test(url) ? url : `/${url}`,
        isBelowAnother,
      );
  }

  *#reportSettings(): Generator<ExportRecord> {
    const { unused = [], termPermalinks: { tag, category } = {} } = this.#rules.settings;
    if (unused.length > 0)
      yield lostRecord(
        'site-part-dropped',
        `settings: ${unused.join(', ')}`,
        'Themes and plugins read them. Write what readers saw of them.',
      );
    if (this.#usesDollars)
      yield lostRecord(
        'setting-replaced',
        "math: 'code'",
        'Formulas are written as $…$, so it is "dollars" now. A dollar that is money is then written \\$.',
      );
    for (const computed of this.#rules.unknown ?? [])
      yield lostRecord(
        'site-part-dropped',
        computed,
        'It decides which files are read or copied, but programs are not run. Only files that documents refer to are copied; check the list of the others.',
      );
    for (const program of this.#rules.computedAddresses ?? [])
      yield lostRecord(
        'address-changed',
        `${program}: permalink`,
        'A program made the addresses of this folder, and programs are not run. Give --permalink, or the field "redirectFrom" to documents that had another address.',
      );
    const fields = this.#readable.map((text) => text.fields);
    const termLists = [
      ...(category !== undefined && fields.some(({ categories }) => categories.length > 0) ? [category] : []),
      ...(tag !== undefined && fields.some(({ tags }) => tags.length > 0) ? [tag] : []),
    ].map((path) => path.replace(/\{.*/, ''));
    if (termLists.length > 0)
      yield lostRecord(
        'list-made',
        `lists of all terms: ${termLists.join(', ')}`,
        'Each term has its page. Redirect the list to one of them in content/redirects.yaml.',
      );
  }

  *#readItems(addresses: ReturnType<typeof addressesIn>, referred: ReferredFiles): Generator<ExportRecord> {
    const { settings } = this.#rules;
    const owner = settings.author || unknownOwner;
    yield* this.#newAuthor(owner);
    const names = new DocumentNames(addresses);
    const isDayFirst = orderOf(this.#readable.map(({ fields }) => fields.date));
    for (const text of this.#sources) {
      if (!text.ok) {
        yield text.reason === null
          ? lostRecord(
              'site-part-dropped',
              text.file,
              'It is HTML without front matter. Copy it to public/ to publish it.',
            )
          : unreadable(text.file, text.reason);
        continue;
      }
      const list = this.#listOf(text);
      if (list !== null) {
        if (list !== 'term') yield list;
        continue;
      }
      const item = itemOf(text, {
        home: this.#home,
        owner,
        rules: this.#rules,
        addresses,
        names,
        permalink: this.#permalink,
        isDayFirst,
      });
      yield* this.#newAuthor(item.creator);
      for (const term of item.terms) yield* this.#newTerm(term);
      referred.add(item);
      yield { kind: 'item', item };
    }
  }

  /** `term` for the page of a term, which becomes its description; null for a document. */
  #listOf(text: SourceText): ExportRecord | 'term' | null {
    const list = this.#lists.get(text.file);
    if (list !== undefined) {
      const around = list.words === '' ? '' : `, with the words “${list.words}”`;
      const fix = 'The generator showed a list there; the new site has lists of its own.';
      return lostRecord('list-made', text.file + around, fix);
    }
    if (this.#termPages.get(termOf(text)) === text) return 'term';
    return text.isList && text.body.trim() === ''
      ? lostRecord('list-made', text.file, 'It has no body: the generator showed a list there.')
      : null;
  }

  *#newTerm({ taxonomy, slug, name }: ExportItem['terms'][number]): Generator<ExportRecord> {
    const key = `${taxonomy}:${slug}`;
    if (this.#terms.has(key)) return;
    this.#terms.add(key);
    const { fields, body = '' } = this.#termPages.get(key) ?? {};
    const description = body.trim() || (fields?.description ?? '');
    yield {
      kind: 'term',
      term: { taxonomy, id: null, slug, parent: '', name: fields?.title || name, description },
    };
  }

  *#newAuthor(name: string): Generator<ExportRecord> {
    if (this.#people.has(name)) return;
    this.#people.add(name);
    const slug =
      name
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-+|(?<!-)-+$/g, '') || 'author';
    yield {
      kind: 'author',
      author: { id: 0, login: name, name: name.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), slug },
    };
  }
}

/** Does one of the dates have its day first? Null if none shows the order. */
function orderOf(dates: readonly string[]): boolean | null {
  if (dates.some(showsDayFirst)) return true;
  return dates.some((date) => /^\d{1,2}[/-](?:1[3-9]|[23]\d)[/-]/.test(date)) ? false : null;
}

const nameOf = (generator: string): string => generator.replace(/^./, (letter) => letter.toUpperCase());

const unreadable = (file: string, reason: string): ExportRecord =>
  lostRecord('unreadable', `${file}: ${reason}`, 'Fix its front matter, and import again.');

/** Content of `_redirects` at the top of the folder, or where it is published. */
function redirectsIn(folder: string, files: readonly string[], rules: SiteRules): string {
  const file = files.find((name) => {
    if (!/(?:^|\/)_redirects$/.test(name)) return false;
    const place = rules.placeOf(name);
    return name === '_redirects' || ('address' in place && place.address === '_redirects');
  });
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
}

/** Without a reason: an HTML page without front matter. */
type SourceFile = SourceText | { readonly ok: false; readonly file: string; readonly reason: string | null };

function readDocuments(folder: string, files: readonly string[], rules: SiteRules): SourceFile[] {
  return files
    .filter((file) => rules.isDocument(file))
    .flatMap((file): SourceFile[] => {
      const split: Split = splitFrontMatter(readFileSync(join(folder, file), 'utf8'));
      if (!split.ok) return [{ ok: false, file, reason: split.reason }];
      if (split.data === null && /\.html$/.test(file)) return [{ ok: false, file, reason: null }];
      const own = split.data ?? {};
      const written = { ...rules.defaultsOf(file), ...(rules.spelled?.(own) ?? own) };
      const version = versionOf(rules, file, written);
      const data = version ? withoutVersion(written) : written;
      const fields = readFields(
        rules.templates === 'wiki' ? withNames(data) : data,
        rules.termSeparator ?? /,\s*/,
      );
      const described = rules.describe(version?.file ?? file, fields, data);
      const facts = version ? { ...described, path: version.root + described.path } : described;
      const isWithheld = facts.status === 'publish' && restrictsReaders(data);
      return [
        {
          ok: true,
          file,
          body: split.body,
          bodyLine: split.bodyLine,
          fields,
          facts: isWithheld ? { ...facts, status: 'private' } : facts,
          ...(version ? { version } : {}),
          isList: /(?:^|\/)_index\.\w+$/.test(version?.file ?? file),
          layoutTags: [rules.defaultsOf(file).tags ?? []].flat().map(String),
        },
      ];
    });
}

/** Other names of a note of Obsidian are no addresses; whether it is public is no field of its own. */
const withNames = ({ aliases, alias, publish: _, 'dg-publish': __, ...data }: Data): Data => ({
  ...data,
  ...(aliases === undefined && alias === undefined ? {} : { names: aliases ?? alias }),
});

/** Does a theme or plugin hide the document from some readers? */
const restrictsReaders = (data: Data): boolean =>
  [data.private, data.protected].includes(true) ||
  (typeof data.password === 'string' && data.password !== '') ||
  /^(?:draft|private|pending|unpublished)$/i.test(String(data.status ?? data.visibility)) ||
  restrictionInMeta(
    Object.entries(data).map(([key, value]) => ({
      key,
      value: typeof value === 'object' ? JSON.stringify(value) : String(value),
    })),
  ) !== null;

/** `category:garden` for a page at `/categories/garden/`. */
function termOf({ facts }: SourceText): string {
  const [, list, slug = ''] = /^\/(tags|categories)\/([^/]+)\/$/.exec(facts.path) ?? [];
  return list === undefined ? '' : `${list === 'tags' ? 'post_tag' : 'category'}:${slug}`;
}

/** Pages that describe a category or a tag of Hugo, by term. */
const termPagesOf = (sources: readonly SourceText[]): Map<string, SourceText> =>
  new Map(
    sources.filter((text) => text.isList && termOf(text) !== '').map((text) => [termOf(text), text] as const),
  );

/** Hugo lists posts by the first folder of their files. */
function sectionsOf(sources: readonly SourceFile[]): string[] {
  const posts = sources.filter((text) => text.ok && text.facts.type === 'post');
  return [...new Set(posts.map(({ file }) => `/${file.split('/')[1] ?? ''}/`))].sort();
}

/** Hugo has a feed for the site and for each section. */
const feedsOf = (sources: readonly SourceFile[]): string[] =>
  ['/', ...sectionsOf(sources)].map((list) => `${list}index.xml`);
