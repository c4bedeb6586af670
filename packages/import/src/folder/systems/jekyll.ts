import { fillPattern } from '../../model/names.ts';
import { type KnownFields, readMoment } from '../rules/fields.ts';
import type { Data } from '../rules/front-matter.ts';
import {
  fitsGlob,
  hyphenate,
  hyphenateKept,
  isGlob,
  levelsOf,
  machinery,
  notPublished,
  objectIn,
  onReference,
  partsOf,
  published,
  type SiteRules,
  textIn,
  unusedNames,
} from '../rules/site-rules.ts';

const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
};

/** Rules of Jekyll: `_posts`, `_drafts`, collections, pages anywhere; addresses by `permalink`. */
export function jekyllRules(config: Data): SiteRules {
  const permalink = textIn(config, 'permalink') || 'date';
  const pattern = styles[permalink] ?? permalink;
  const collections = collectionsOf(config);
  const source = textIn(config, 'source').replace(/^\.?\/*|\/*$/g, '');
  // Polyglot's settings.
  const languages = [config.default_lang ?? [], config.languages ?? []].flat().map(String);
  const listed = (name: string) =>
    [config[name] ?? []].flat().map((entry) => String(entry).replace(/^\.?\//, ''));
  const excluded = [...alwaysExcluded, ...listed('exclude')];
  const included = ['.htaccess', ...listed('include')];
  const strip = (file: string) =>
    source === '' ? file : file.startsWith(`${source}/`) ? file.slice(source.length + 1) : '';
  const collectionOf = (file: string) => collections.find(({ folder }) => file.startsWith(`${folder}/`));
  /** Jekyll's file filter: excluded or hidden files are left out, unless they are included by name. */
  const isLeft = (file: string): boolean =>
    file === '' ||
    levelsOf(file).some((level) => {
      const name = level.slice(level.lastIndexOf('/') + 1);
      if (fits(level, included) || fits(name, included)) return false;
      if (fits(level, excluded)) return true;
      const isOwn =
        name === '_posts' || name === '_drafts' || collections.some(({ folder }) => folder === level);
      return !isOwn && /^[_.#~]|~$/.test(name);
    });
  return {
    templates: 'liquid',
    rendersAnyFile: true,
    termSeparator: /,\s*|\s+/,
    settings: {
      title: textIn(config, 'title', 'name'),
      tagline: textIn(config, 'description', 'tagline'),
      home: textIn(config, 'url') === '' ? null : textIn(config, 'url') + textIn(config, 'baseurl'),
      language: textIn(config, 'lang', 'locale'),
      timezone: textIn(config, 'timezone'),
      author: textIn(objectIn(config, 'author'), 'name') || textIn(config, 'author'),
      languages: Object.fromEntries([...new Set(languages)].map((code) => [code, {}])),
      unused: unusedNames(config, used),
    },
    isDocument(file) {
      const below = strip(file);
      return /\.(?:md|markdown|mkd|mkdn|html)$/.test(below) && !isLeft(below);
    },
    defaultsOf: (file) => defaultsOf(config, strip(file), collectionOf(strip(file))?.name),
    termSlug: hyphenate,
    placeOf(file) {
      const below = strip(file);
      if (ofJekyll.test(below) || ofJekyll.test(file)) return machinery;
      if (isLeft(below) || /(?:^|\/)(?:_posts|_drafts)\//.test(below)) return notPublished;
      const collection = collectionOf(below);
      if (collection === undefined) return published(below);
      const address = `${collection.name}/${below.slice(collection.folder.length + 1)}`;
      return collection.output ? published(address) : onReference(address);
    },
    describe(file, fields) {
      const below = strip(file);
      const { folder, date, name } = partsOf(below);
      const posts = /^(.*?\/)?_(posts|drafts)(\/|$)/.exec(folder);
      const collection = collectionOf(below);
      const isDraft = fields.draft || posts?.[2] === 'drafts';
      if (!posts) {
        const inside = collection ? below.slice(collection.folder.length + 1) : below;
        const own = fields.permalink || collection?.permalink;
        return {
          type: 'page',
          status: isDraft ? 'draft' : collection && !collection.output ? 'not shown' : 'publish',
          path: own
            ? fillPage(own, inside, collection?.name ?? '')
            : pagePath(collection ? `${collection.name}/${inside}` : inside, permalink),
          slug: fields.slug || (name === 'index' ? folder.slice(folder.lastIndexOf('/') + 1) : name),
          date,
        };
      }
      const categories = (posts[1] ?? '').split('/').filter((part) => part !== '');
      return {
        type: 'post',
        status: isDraft ? 'draft' : 'publish',
        path: fillPost(
          fields.permalink ? (styles[fields.permalink] ?? fields.permalink) : pattern,
          fields,
          fields.slug || name,
          readMoment(fields.date).local || date,
          [...categories, ...fields.categories],
        ),
        slug: hyphenateKept(fields.slug || name),
        date,
        categories,
      };
    },
  };
}

/** Settings that are read, or that only configure Jekyll and its plugins. */
const used =
  /^(?:title|name|description|tagline|url|baseurl|permalink|source|destination|exclude|include|collections(?:_dir)?|defaults|lang|languages|default_lang|exclude_from_localization|parallel_localization|locale|timezone|author|plugins|gems|whitelist|markdown(?:_ext)?|kramdown|commonmark|highlighter|sass|liquid|theme|remote_theme|paginate(?:_path)?|pagination|future|unpublished|show_drafts|show_excerpts|excerpt_separator|limit_posts|incremental|livereload|encoding|safe|strict_front_matter|keep_files|date_format|header_pages|feed|jekyll-\w+|(?:tag|category)_?archive|\w+_dir|port|host|verbose|quiet|profile|lsi)$/;

const alwaysExcluded =
  'Gemfile Gemfile.lock Rakefile README LICENSE package.json package-lock.json node_modules/ vendor/bundle/ vendor/cache/ vendor/gems/ vendor/ruby/'.split(
    ' ',
  );
const ofJekyll = /^_(?:config\.\w+$|(?:data|includes|layouts|plugins|sass|site)\/)/;

/** A name matches all paths that start with it, a glob matches anywhere. */
const fits = (path: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    isGlob(pattern)
      ? fitsGlob(path, pattern) || fitsGlob(path, `**/${pattern}`)
      : pattern !== '' && (path.startsWith(pattern) || `${path}/` === pattern),
  );

interface Collection {
  readonly name: string;
  readonly folder: string;
  readonly output: boolean;
  readonly permalink: string;
}

function collectionsOf(config: Data): Collection[] {
  const root = textIn(config, 'collections_dir');
  const { collections } = config;
  const named = Array.isArray(collections)
    ? Object.fromEntries(collections.map((name) => [String(name), {}]))
    : objectIn(config, 'collections');
  return Object.keys(named)
    .filter((name) => name !== 'posts' && name !== 'drafts')
    .map((name) => {
      const settings = objectIn(named, name);
      return {
        name,
        folder: `${root === '' ? '' : `${root}/`}_${name}`,
        output: settings.output === true,
        permalink: textIn(settings, 'permalink'),
      };
    });
}

/** Values of `defaults:` for a path and a type. */
function defaultsOf(config: Data, file: string, collection: string | undefined): Data {
  const type = /(?:^|\/)_posts\//.test(file)
    ? 'posts'
    : /(?:^|\/)_drafts\//.test(file)
      ? 'drafts'
      : (collection ?? 'pages');
  const rules = Array.isArray(config.defaults) ? (config.defaults as Data[]) : [];
  const fitting = rules.filter((rule) => {
    const scope = objectIn(rule, 'scope');
    const path = textIn(scope, 'path').replace(/\/?\*.*$|\/$/, '');
    return (
      (scope.type === undefined || scope.type === type) &&
      (path === '' || file === path || file.startsWith(`${path}/`))
    );
  });
  return Object.assign({}, ...fitting.map((rule) => objectIn(rule, 'values'))) as Data;
}

function fillPost(
  pattern: string,
  fields: KnownFields,
  name: string,
  date: string,
  categories: readonly string[],
): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(date) ?? [];
  const start = Date.UTC(Number(year), 0, 1);
  const days = Math.round((Date.UTC(Number(year), Number(month) - 1, Number(day)) - start) / 86_400_000) + 1;
  const path = fillPattern(pattern, {
    year,
    short_year: year.slice(2),
    month: month.padStart(2, '0'),
    i_month: String(Number(month)),
    day: day.padStart(2, '0'),
    i_day: String(Number(day)),
    y_day: String(days).padStart(3, '0'),
    title: hyphenateKept(name),
    slug: hyphenate(fields.slug || name),
    categories: categories.map((category) => category.toLowerCase()).join('/'),
    slugified_categories: categories.map(hyphenate).join('/'),
    output_ext: '.html',
  });
  return `/${path}`.replace(/\/{2,}/g, '/');
}

function fillPage(pattern: string, file: string, collection: string): string {
  const stem = file.replace(/\.[^.]+$/, '');
  return `/${pattern
    .replaceAll(':collection', collection)
    .replaceAll(':path', stem)
    .replace(/:(?:name|title|slug|basename)/g, stem.slice(stem.lastIndexOf('/') + 1))
    .replaceAll(':output_ext', '.html')}`.replace(/\/{2,}/g, '/');
}

function pagePath(file: string, style: string): string {
  const stem = file.replace(/\.[^.]+$/, '');
  if (stem === 'index' || stem.endsWith('/index')) return `/${stem.slice(0, -'index'.length)}`;
  return `/${stem}${style === 'pretty' || style.endsWith('/') ? '/' : '.html'}`;
}
