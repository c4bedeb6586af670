import { datePartsOf, decodePercent, fillPattern } from '../../model/names.ts';
import { fieldNames, type KnownFields } from '../rules/fields.ts';
import type { Data } from '../rules/front-matter.ts';
import {
  type FolderMenuEntry,
  isBelow,
  isHidden,
  machinery,
  notPublished,
  objectIn,
  onReference,
  partsOf,
  published,
  type SiteRules,
  type SplitFile,
  splitLanguage,
  textIn,
  unusedNames,
} from '../rules/site-rules.ts';

/**
 * Rules of Hugo: `content/`, `static/`, addresses by sections, `url`, `slug` and `permalinks`.
 * @param sections front matter of section pages, by folder with a trailing slash
 */
export function hugoRules(written: Data, sections: ReadonlyMap<string, Data> = new Map()): SiteRules {
  const config = spelledBelow(written) as Data;
  const content = `${textIn(config, 'contentDir') || 'content'}/`;
  const params = objectIn(config, 'params');
  const permalinks = permalinksOf(config);
  const main = [params.mainSections ?? []].flat().map(String);
  const language = textIn(config, 'defaultContentLanguage') || 'en';
  const described = objectIn(config, 'languages');
  const isUsed = (code: string) => objectIn(described, code).disabled !== true;
  const others = Object.keys(described).filter((code) => code !== language && isUsed(code));
  const codes = others.length > 0 ? [language, ...others] : [];
  const folders = codes
    .map((code) => ({ code, folder: textIn(objectIn(described, code), 'contentDir') }))
    .filter(({ folder }) => folder !== '')
    .sort((a, b) => b.folder.length - a.folder.length);
  const split = (file: string): SplitFile => {
    const own = folders.find(({ folder }) => isBelow(file, folder));
    const plain = own ? content + file.slice(own.folder.length + 1) : file;
    const code = codes.find((name) => new RegExp(`\\.${name}\\.\\w+$`, 'i').test(plain));
    return code ? splitLanguage(plain, [code]) : { language: own?.code, file: plain };
  };
  const ugly = config.uglyURLs === true;
  const strip = (file: string) =>
    file.slice(content.length).replace(new RegExp(`\\.${language}(?=\\.\\w+$)`), '');
  const ignored = patternsIn(config.ignoreFiles);
  const isIgnored = (file: string) => ignored.some((pattern) => pattern.test(file));
  const statics = staticFolders(config);
  const cascades = [['', config] as const, ...sections]
    .toSorted(([a], [b]) => a.length - b.length)
    .flatMap(([folder, data]) =>
      cascadedBy(spelledBelow(data) as Data).map((fields) => [folder, fields] as const),
    );
  return {
    templates: 'hugo',
    settings: {
      title: textIn(config, 'title'),
      tagline: textIn(params, 'description', 'subtitle') || textIn(config, 'description'),
      home: textIn(config, 'baseURL') || null,
      language: textIn(config, 'languageCode', 'locale') || language,
      timezone: textIn(config, 'timeZone'),
      author:
        textIn(objectIn(params, 'author'), 'name') ||
        textIn(params, 'author') ||
        textIn(objectIn(config, 'author'), 'name'),
      termPermalinks: { category: '/categories/{path}/', tag: '/tags/{slug}/' },
      menu: [
        ...menuOf(config),
        ...codes.flatMap((code) => menuOf(objectIn(described, code), code === language ? '' : code)),
      ],
      unused: [
        ...unusedNames(params, /^(?:author|description|subtitle|mainsections)$/i, 'params.'),
        ...unusedNames(config, /^(?!(?:copyright|disqusShortname|googleAnalytics|services)$)/i),
      ],
      languages: Object.fromEntries(codes.map((code) => [code, wordsOf(objectIn(described, code))])),
      prefixesDefault: config.defaultContentLanguageInSubdir === true,
    },
    splitLanguage: split,
    isDocument: (file) =>
      split(file).file.startsWith(content) &&
      /\.(?:md|markdown|html)$/.test(file) &&
      !isHidden(file) &&
      !/(?:^|\/)#/.test(file) &&
      !isIgnored(file),
    defaultsOf: (file) =>
      Object.assign({}, ...cascades.flatMap(([folder, data]) => (file.startsWith(folder) ? [data] : []))),
    spelled,
    termSlug: urlize,
    placeOf(file) {
      for (const { source, target } of statics)
        if (isBelow(file, source)) return published(target + file.slice(source.length + 1));
      if (isIgnored(file)) return notPublished;
      if (isBelow(file, 'assets')) return onReference(file.slice('assets/'.length));
      if (isHidden(file) || ofHugo.test(file)) return machinery;
      const { language: code = language, file: plain } = split(file);
      if (!plain.startsWith(content) || /\.(?:md|markdown)$/.test(file)) return notPublished;
      const root = code === language ? '' : `${code}/`;
      const folders = `${root}${partsOf(strip(plain)).folder}`.split('/').filter((part) => part !== '');
      return published([...folders.map(urlize), file.slice(file.lastIndexOf('/') + 1)].join('/'));
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
      const slug = decodePercent(fields.slug) || (isList ? (sections.at(-1) ?? '') : own);
      const [section = ''] = sections;
      const isPost =
        !isList && section !== '' && fields.date !== '' && (main.length === 0 || main.includes(section));
      const pattern = isList ? undefined : permalinks[section];
      const path = fields.permalink
        ? fields.permalink.replace(/^(?:https?:\/\/[^/]+)?\/*/, '/')
        : pattern
          ? fillHugo(pattern, fields, slug, sections, own)
          : `/${[...sections, ...(isList ? [] : slug.split('/'))].map(urlize).join('/')}${ugly && !isList ? '.html' : '/'}`;
      return {
        type: isPost ? 'post' : 'page',
        status: statusOf(fields, data),
        path: path.replace(/\/{2,}/g, '/'),
        slug: urlize(slug.slice(slug.lastIndexOf('/') + 1)) || urlize(dated.name),
        date: dated.date,
      };
    },
  };
}

const spellings = new Map(
  [
    ...fieldNames,
    ...'_build baseURL build cascade contentDir defaultContentLanguage defaultContentLanguageInSubdir'.split(
      ' ',
    ),
    ...'expiryDate headless ignoreFiles languageCode languages locale mainSections menu menus module'.split(
      ' ',
    ),
    ...'mounts name pageRef params parent permalinks source staticDir subtitle target timeZone uglyURLs'.split(
      ' ',
    ),
  ].map((name) => [name.toLowerCase(), name]),
);

/** Hugo reads names of fields and settings in any case: `Draft` is `draft`. */
const spelled = (data: Data): Data =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [spellings.get(name.toLowerCase()) ?? name, value]),
  );

function spelledBelow(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelledBelow);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(spelled(value as Data)).map(([name, below]) => [name, spelledBelow(below)]),
  );
}

/** Fields that a section applies to documents below it; of those for some (`target`), the ones that hide. */
function cascadedBy(data: Data): Data[] {
  return [data.cascade ?? []].flat().map((entry) => {
    const fields = objectIn({ entry }, 'entry');
    const { _target, target, params, ...own } = fields;
    const isForAll = _target === undefined && target === undefined;
    const names = isForAll ? Object.keys(own) : hiding.filter((name) => own[name] !== undefined);
    return Object.fromEntries(names.map((name) => [name, own[name]]));
  });
}

const hiding = ['draft', 'build', '_build', 'headless', 'expiryDate', 'publishDate'];

const ofHugo = /^(?:archetypes|config|data|i18n|layouts|public|resources|themes)\//;

/** Folders that are published as they are, and their targets with a trailing slash. */
function staticFolders(config: Data): { source: string; target: string }[] {
  const { mounts } = objectIn(config, 'module');
  const mounted = (Array.isArray(mounts) ? (mounts as Data[]) : []).flatMap((mount) => {
    const target = /^static(?:\/(.*?))?\/?$/.exec(textIn(mount, 'target'));
    return target ? [{ source: textIn(mount, 'source'), target: target[1] ? `${target[1]}/` : '' }] : [];
  });
  const named = [config.staticDir ?? []].flat().map(String);
  const folders = named.length > 0 || mounted.length > 0 ? named : ['static'];
  return [...mounted, ...folders.map((source) => ({ source, target: '' }))].map(({ source, target }) => ({
    source: source.replace(/^(?:\.?\/)+|\/+$/g, ''),
    target,
  }));
}

/** Go's regular expressions. One that JavaScript can't read is replaced by its longest word. */
function patternsIn(written: unknown): RegExp[] {
  return [written ?? []].flat().map((pattern) => {
    const [, flags = '', source = ''] = /^(?:\(\?([is]+)\))?(.*)$/s.exec(String(pattern)) ?? [];
    try {
      return new RegExp(source, flags);
    } catch {
      const words = (source.match(/[\w/-]+/g) ?? []).toSorted((a, b) => b.length - a.length);
      return new RegExp(words[0] ?? '(?!)');
    }
  });
}

function statusOf(fields: KnownFields, data: Data): string {
  const build = { ...objectIn(data, '_build'), ...objectIn(data, 'build') };
  if (fields.draft) return 'draft';
  if (data.headless === true || build.render === false || /^(?:never|link)$/.test(String(build.render)))
    return 'headless';
  return data.expiryDate === undefined ? 'publish' : 'expiring';
}

/** Path segment as Hugo makes it: lower case, hyphens for spaces, no other punctuation. */
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
  const path = fillPattern(pattern, {
    ...datePartsOf(fields.date || partsOf(`${file}.md`).date),
    slug: (fields.slug ? slug : fields.title || slug).split('/').map(urlize).join('/'),
    title: urlize(fields.title),
    filename: urlize(file),
    contentbasename: urlize(file),
    slugorfilename: urlize(fields.slug ? slug : file),
    slugorcontentbasename: urlize(fields.slug ? slug : file),
    section: sections[0] ?? '',
    sections: sections.map(urlize).join('/'),
  });
  return `/${path}/`;
}

/** What a language says of the site. */
function wordsOf(data: Data): { title?: string; description?: string } {
  const title = textIn(data, 'title');
  const description = textIn(objectIn(data, 'params'), 'description', 'subtitle');
  return { ...(title ? { title } : {}), ...(description ? { description } : {}) };
}

/** @param code of the language whose menus have names and addresses of their own; empty for the default one */
function menuOf(config: Data, code = ''): FolderMenuEntry[] {
  const menus = { ...objectIn(config, 'menu'), ...objectIn(config, 'menus') };
  return Object.entries(menus).flatMap(([menu, entries]) =>
    (Array.isArray(entries) ? (entries as Data[]) : [])
      .toSorted((a, b) => (Number(a.weight) || 0) - (Number(b.weight) || 0))
      .map((entry) => ({
        menu: code === '' ? menu : `${menu}.${code}`,
        label: textIn(entry, 'name', 'title'),
        url: textIn(entry, 'url', 'pageRef').replace(/^\/?(?!\w+:)/, code === '' ? '$&' : `/${code}/`),
        isBelowAnother: textIn(entry, 'parent') !== '',
      })),
  );
}
