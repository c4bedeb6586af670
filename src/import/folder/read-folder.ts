import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isSystemPath, reservedBy } from '../../core/model/urls.ts';
import type { ExportRecord } from '../export-model.ts';
import { safeUploadPath } from '../names.ts';
import { UnreadableExport } from '../xml-events.ts';
import { chooseRules, findGenerator } from './choose-rules.ts';
import { readFields } from './fields.ts';
import { type Split, splitFrontMatter } from './front-matter.ts';
import { generators, type SiteGenerator } from './generators.ts';
import { listFiles } from './list-files.ts';
import { itemOf, type SourceText } from './read-text-file.ts';
import type { SiteRules } from './site-rules.ts';

export interface FolderOptions {
  readonly home: string | null;
  readonly permalink: string | null;
  readonly generator: SiteGenerator | null;
}

/** A folder of Markdown with front matter as records: settings, people, terms, files, texts. */
export async function* readFolder(folder: string, options: FolderOptions): AsyncGenerator<ExportRecord> {
  const files = listFiles(folder);
  const generator = options.generator ?? findGenerator(files);
  if (generator === null)
    throw new UnreadableExport(
      `Nothing in it says what made the site. Name the folder that holds its settings, or say --from ${generators.join('|')}.`,
      1,
    );
  const rules = chooseRules(generator, folder, files);
  const { settings } = rules;
  const home = (options.home ?? settings.home ?? '').replace(/\/+$/, '');
  const known = /^https?:\/\//.test(home) ? home : 'http://localhost:4321';
  const texts = readTexts(folder, files, rules);
  yield {
    kind: 'head',
    head: {
      title: settings.title || 'My site',
      tagline: settings.tagline,
      home: known,
      siteUrl: known,
      language: settings.language,
      uploads: '/',
      postLists: rules.templates === 'hugo' ? sectionsOf(texts) : [],
      termPermalinks: settings.termPermalinks,
      feeds: settings.feeds ?? (rules.templates === 'hugo' ? feedsOf(texts) : []),
      ...(settings.timezone === null ? {} : { timezone: settings.timezone }),
    },
  };
  for (const [order, { label, url }] of settings.menu.entries())
    yield {
      kind: 'menu-item',
      item: {
        id: 0,
        menu: 'main',
        title: label,
        type: 'custom',
        object: '',
        objectId: 0,
        url: url.startsWith('/') || /^\w+:/.test(url) ? url : `/${url}`,
        parentItem: 0,
        order,
      },
    };
  const { tag, category } = settings.termPermalinks;
  const fields = texts.flatMap((text) => (text.ok ? [text.fields] : []));
  const termLists = [
    ...(category !== undefined && fields.some(({ categories }) => categories.length > 0) ? [category] : []),
    ...(tag !== undefined && fields.some(({ tags }) => tags.length > 0) ? [tag] : []),
  ].map((path) => path.replace(/\{.*/, ''));
  if (termLists.length > 0)
    yield {
      kind: 'lost',
      code: 'list-made',
      what: `lists of all terms: ${termLists.join(', ')}`,
      remedy: 'Each term has its page; lead the address of the list to one in content/redirects.yaml.',
    };
  const addressOfFile = withBundles(texts, rules);
  yield* filesOf(folder, files, rules, addressOfFile);
  const people = new Map<string, string>();
  const terms = new Set<string>();
  const owner = settings.author || settings.title || 'Owner';
  yield* newAuthor(owner, people);
  const addresses = addressesIn(texts, files, addressOfFile);
  for (const text of texts) {
    if (!text.ok) {
      yield {
        kind: 'lost',
        code: 'unreadable',
        what: `${text.file}: ${text.reason}`,
        remedy: 'Mend its front matter, and import again.',
      };
      continue;
    }
    const language = settings.otherLanguages.find(
      (name) => text.file.includes(`.${name}.`) || text.file.includes(`/${name}/`),
    );
    if (language !== undefined) {
      yield {
        kind: 'lost',
        code: 'translation-left',
        what: text.file,
        remedy: `It is in "${language}"; the texts of the first language are imported.`,
      };
      continue;
    }
    if (text.isList && text.body.trim() === '') {
      yield {
        kind: 'lost',
        code: 'list-made',
        what: text.file,
        remedy: 'It has no text of its own: a list of the generator stood there.',
      };
      continue;
    }
    const item = itemOf(text, { home: known, owner, rules, addresses, permalink: options.permalink });
    yield* newAuthor(item.creator, people);
    for (const { taxonomy, slug, name } of item.terms) {
      if (terms.has(`${taxonomy}:${slug}`)) continue;
      terms.add(`${taxonomy}:${slug}`);
      yield { kind: 'term', term: { taxonomy, id: null, slug, parent: '', name, description: '' } };
    }
    yield { kind: 'item', item };
  }
}

function* newAuthor(name: string, known: Map<string, string>): Generator<ExportRecord> {
  if (known.has(name)) return;
  known.set(name, name);
  const slug =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'author';
  yield {
    kind: 'author',
    author: { id: 0, login: name, name: name.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), slug },
  };
}

type TextFile = SourceText | { readonly ok: false; readonly file: string; readonly reason: string };

function readTexts(folder: string, files: readonly string[], rules: SiteRules): TextFile[] {
  return files
    .filter((file) => rules.isDocument(file))
    .flatMap((file): TextFile[] => {
      const split: Split = splitFrontMatter(readFileSync(join(folder, file), 'utf8'));
      if (!split.ok) return [{ ok: false, file, reason: split.reason }];
      // A page of HTML is a template, unless it says what it is.
      if (split.data === null && /\.html$/.test(file)) return [];
      const data = { ...rules.defaultsOf(file), ...split.data };
      const fields = readFields(data, rules.termSeparator ?? /,\s*/);
      return [
        {
          ok: true,
          file,
          body: split.body,
          bodyLine: split.bodyLine,
          fields,
          facts: rules.describe(file, fields, data),
          isList: /(?:^|\/)_index\.\w+$/.test(file),
          layoutTags: [rules.defaultsOf(file).tags ?? []].flat().map(String),
        },
      ];
    });
}

/** The first folders of posts' files are lists of them, on a site of Hugo. */
function sectionsOf(texts: readonly TextFile[]): string[] {
  const posts = texts.filter((text) => text.ok && text.facts.type === 'post');
  return [...new Set(posts.map(({ file }) => `/${file.split('/')[1] ?? ''}/`))].sort();
}

/** Hugo makes a feed for the site and for each of these lists. */
const feedsOf = (texts: readonly TextFile[]): string[] =>
  ['/', ...sectionsOf(texts)].map((list) => `${list}index.xml`);

/** Files that readers could load. What belongs to the theme is counted, not listed. */
function* filesOf(
  folder: string,
  files: readonly string[],
  rules: SiteRules,
  addressOfFile: SiteRules['addressOfFile'],
): Generator<ExportRecord> {
  let ofTheme = 0;
  for (const file of files) {
    if (rules.isDocument(file)) continue;
    const address = addressOfFile(file);
    if (address === null) continue;
    if (
      /\.(?:css|s[ac]ss|less|[cm]?[jt]sx?|map|html?|njk|liquid|hbs|ejs|pug|astro|vue|svelte|toml|ya?ml|lock|rb|gemspec|xsl)$|(?:^|\/)(?:CNAME|_redirects|_headers|robots\.txt|[^./]+)$/i.test(
        address,
      )
    )
      ofTheme++;
    else yield* fileAt(address, file, join(folder, file));
  }
  if (ofTheme > 0)
    yield {
      kind: 'lost',
      code: 'site-part-dropped',
      what: `${ofTheme} styles, scripts, templates and settings among the files`,
      remedy: 'The look of this site is in its own theme.',
    };
}

function* fileAt(address: string, file: string, from: string): Generator<ExportRecord> {
  const path = safeUploadPath(encodeURI(address));
  const taken =
    reservedBy(`/${address}`) ?? (isSystemPath(`/${address}`) ? 'a document that the site makes' : null);
  if (path !== null && taken === null) yield { kind: 'file', path, from };
  else
    yield {
      kind: 'lost',
      code: 'file-refused',
      what: file,
      remedy:
        taken === null
          ? 'It is hidden, or of a type that a site does not serve.'
          : `Its address belongs to ${taken}.`,
    };
}

/** Hugo publishes the files beside `index.md` where it publishes that text. */
function withBundles(texts: readonly TextFile[], rules: SiteRules): SiteRules['addressOfFile'] {
  if (rules.templates !== 'hugo') return (file) => rules.addressOfFile(file);
  const bundles = new Map(
    texts.flatMap((text) =>
      text.ok && /\/index\.\w+$/.test(text.file) && text.facts.path.endsWith('/')
        ? [[posix.dirname(text.file), text.facts.path]]
        : [],
    ),
  );
  return (file) => {
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) {
      const path = bundles.get(folder);
      if (path !== undefined) return path.slice(1) + file.slice(folder.length + 1);
    }
    return rules.addressOfFile(file);
  };
}

/** Old addresses of files and texts, by their paths in the folder. */
function addressesIn(
  texts: readonly TextFile[],
  files: readonly string[],
  addressOfFile: SiteRules['addressOfFile'],
): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>();
  for (const file of files) {
    const address = addressOfFile(file);
    if (address !== null) addresses.set(posix.normalize(file), `/${address}`);
  }
  for (const text of texts) if (text.ok) addresses.set(text.file, text.facts.path);
  return addresses;
}
