import type { KnownFields } from './fields.ts';
import type { Data } from './front-matter.ts';
import { objectIn, partsOf, type SiteRules, textIn } from './site-rules.ts';

/** Hugo: `content/`, `static/`, addresses by sections, `url`, `slug` and `permalinks` of the settings. */
export function hugoRules(config: Data): SiteRules {
  const content = `${textIn(config, 'contentdir', 'contentDir') || 'content'}/`;
  const params = objectIn(config, 'params');
  const permalinks = permalinksOf(config);
  const main = [params.mainSections ?? params.mainsections ?? []].flat().map(String);
  const language = textIn(config, 'defaultContentLanguage', 'defaultcontentlanguage') || 'en';
  const languages = Object.keys(objectIn(config, 'languages'));
  const ugly = config.uglyURLs === true || config.uglyurls === true;
  const strip = (file: string) =>
    file.slice(content.length).replace(new RegExp(`\\.${language}(?=\\.\\w+$)`), '');
  return {
    templates: 'hugo',
    settings: {
      title: textIn(config, 'title'),
      tagline: textIn(params, 'description', 'subtitle') || textIn(config, 'description'),
      home: textIn(config, 'baseURL', 'baseurl') || null,
      language: textIn(config, 'languageCode', 'languagecode', 'locale') || language,
      timezone: textIn(config, 'timeZone', 'timezone') || null,
      author:
        textIn(objectIn(params, 'author'), 'name') ||
        textIn(params, 'author') ||
        textIn(objectIn(config, 'author'), 'name'),
      termPermalinks: { category: '/categories/{path}/', tag: '/tags/{slug}/' },
      menu: menuOf(config),
      otherLanguages: languages.filter((name) => name !== language),
    },
    isDocument: (file) => file.startsWith(content) && /\.(?:md|markdown|html)$/.test(file),
    defaultsOf: () => ({}),
    termSlug: urlize,
    addressOfFile(file) {
      if (file.startsWith('static/')) return file.slice('static/'.length);
      if (!file.startsWith(content)) return null;
      const { folder, name } = partsOf(strip(file));
      const ending = file.slice(file.lastIndexOf('.'));
      return [
        ...folder
          .split('/')
          .filter((part) => part !== '')
          .map(urlize),
        file.slice(file.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '') === name
          ? name + ending
          : file.slice(file.lastIndexOf('/') + 1),
      ].join('/');
    },
    describe(file, fields, data) {
      const below = strip(file);
      const stem = below.slice(below.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
      const isList = stem === '_index';
      const folder = below.slice(0, Math.max(0, below.lastIndexOf('/')));
      const own = stem === 'index' ? folder.slice(folder.lastIndexOf('/') + 1) : stem;
      const sections = (stem === 'index' ? folder.slice(0, Math.max(0, folder.lastIndexOf('/'))) : folder)
        .split('/')
        .filter((part) => part !== '');
      const dated = partsOf(`${own}.md`);
      const slug = fields.slug || (isList ? (sections.at(-1) ?? '') : own);
      const [section = ''] = sections;
      const isPost =
        !isList && section !== '' && fields.date !== '' && (main.length === 0 || main.includes(section));
      const pattern = isList ? undefined : permalinks[section];
      const path = fields.permalink
        ? fields.permalink.replace(/^(?:https?:\/\/[^/]+)?\/*/, '/')
        : pattern
          ? fillHugo(pattern, fields, slug, sections, own)
          : `/${[...sections, ...(isList ? [] : [slug])].map(urlize).join('/')}${ugly && !isList ? '.html' : '/'}`;
      return {
        type: isPost ? 'post' : 'page',
        status: statusOf(fields, data),
        path: path.replace(/\/{2,}/g, '/'),
        slug: urlize(slug) || urlize(dated.name),
        date: dated.date,
        categories: [],
      };
    },
  };
}

function statusOf(fields: KnownFields, data: Data): string {
  const build = { ...objectIn(data, '_build'), ...objectIn(data, 'build') };
  if (fields.draft) return 'draft';
  if (data.headless === true || build.render === 'never' || build.render === false) return 'headless';
  return data.expiryDate === undefined ? 'publish' : 'expiring';
}

/** As Hugo makes parts of addresses: lower case, blanks become hyphens, other marks go. */
function urlize(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}._~-]+/gu, '')
    .replace(/-{2,}/g, '-');
}

/** `posts: '/:year/:slug/'`, also below `page:`. */
function permalinksOf(config: Data): Readonly<Record<string, string>> {
  const written = objectIn(config, 'permalinks');
  return Object.fromEntries(
    Object.entries({ ...written, ...objectIn(written, 'page') }).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  );
}

function fillHugo(
  pattern: string,
  fields: KnownFields,
  slug: string,
  sections: readonly string[],
  file: string,
): string {
  const [year = '', month = '', day = ''] = (fields.date || partsOf(`${file}.md`).date)
    .slice(0, 10)
    .split('-');
  const values: Readonly<Record<string, string>> = {
    year,
    month,
    day,
    slug: urlize(fields.slug || fields.title || slug),
    title: urlize(fields.title),
    filename: urlize(file),
    contentbasename: urlize(file),
    slugorfilename: urlize(fields.slug || file),
    slugorcontentbasename: urlize(fields.slug || file),
    section: sections[0] ?? '',
    sections: sections.map(urlize).join('/'),
  };
  const path = pattern.replace(/:(\w+)/g, (whole, name: string) => values[name] ?? whole);
  return `/${path}/`;
}

function menuOf(config: Data): { label: string; url: string }[] {
  const menus = { ...objectIn(config, 'menu'), ...objectIn(config, 'menus') };
  const main = Array.isArray(menus.main) ? (menus.main as Data[]) : [];
  return main
    .toSorted((a, b) => (Number(a.weight) || 0) - (Number(b.weight) || 0))
    .map((entry) => ({ label: textIn(entry, 'name', 'title'), url: textIn(entry, 'url', 'pageRef') }));
}
