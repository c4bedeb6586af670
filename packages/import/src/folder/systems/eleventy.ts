import type { Data } from '../rules/front-matter.ts';
import { computedFields } from '../rules/program-fields.ts';
import {
  hyphenate,
  isBelow,
  isHidden,
  machinery,
  notPublished,
  onReference,
  partsOf,
  published,
  type SiteRules,
  textIn,
  unusedNames,
} from '../rules/site-rules.ts';
import { fillPermalink } from './eleventy-permalink.ts';
import { addressOfCopy, type EleventySettings } from './eleventy-settings.ts';

/**
 * Rules of Eleventy: addresses follow the files, unless `permalink` is set.
 * @param isIgnored does a list of ignored files contain this one?
 * @param templates source code of its templates: one of them generates a page for each tag
 * @param dataOfFolder fields of `posts/posts.json` and `posts/posts.11tydata.json` for the files of a folder
 */
export function eleventyRules(
  program: string,
  settings: EleventySettings,
  isIgnored: (file: string) => boolean,
  site: Data,
  dataOfFolder: (folder: string) => Data,
  templates: readonly string[] = [],
): SiteRules {
  const tagFolder = templates.map((text) => tagPages.exec(text)?.[1]).find((found) => found !== undefined);
  const { input, output } = settings;
  const root = input === '' ? '' : `${input}/`;
  const defaultsOf = (file: string): Data => {
    const folders = file.split('/').slice(0, -1);
    return Object.assign(
      {},
      ...folders.map((_, index) => dataOfFolder(folders.slice(0, index + 1).join('/'))),
    ) as Data;
  };
  const isMachinery = (file: string): boolean =>
    isBelow(file, output) || settings.parts.some((part) => isBelow(file, root + part));
  return {
    templates: 'liquid',
    unknown: settings.computed,
    settings: {
      title: textIn(site, 'title', 'name'),
      tagline: textIn(site, 'description', 'tagline'),
      home: textIn(site, 'url', 'baseUrl') || null,
      language: textIn(site, 'lang', 'language'),
      author:
        typeof site.author === 'object' && site.author !== null
          ? textIn(site.author as Data, 'name')
          : textIn(site, 'author'),
      termPermalinks: tagFolder === undefined ? {} : { tag: `/${tagFolder}/{slug}/` },
      feeds: [...program.matchAll(/\boutputPath:\s*['"](\/[^'"]+\.(?:xml|json))['"]/g)].map(
        ([, path = '']) => path,
      ),
      unused: unusedNames(
        site,
        /^(?:title|name|description|tagline|url|baseUrl|lang|language|author|permalink|draft)$/,
      ),
    },
    isDocument: (file) =>
      file.startsWith(root) &&
      /\.(?:md|markdown|mdx)$/.test(file) &&
      !isApart(file) &&
      !isMachinery(file) &&
      !isIgnored(file),
    defaultsOf,
    termSlug: hyphenate,
    placeOf(file) {
      const copy = addressOfCopy(file, settings, isIgnored(file));
      if (copy !== null) return published(copy);
      if (isMachinery(file)) return machinery;
      if (isHidden(file)) return notPublished;
      const below = file.startsWith(root) ? file.slice(root.length) : file;
      return onReference(below.replace(/^(?:static|public)\//, ''));
    },
    describe(file, fields) {
      const below = file.slice(root.length);
      const { folder, date, name } = partsOf(below);
      const last = folder.slice(folder.lastIndexOf('/') + 1);
      const isIndex = name === 'index' || (folder !== '' && name === last);
      const slug = fields.slug || (isIndex ? last : name);
      const own =
        typeof fields.permalink === 'string'
          ? fillPermalink(fields.permalink, {
              ...{ slug, title: fields.title, date: fields.date || date, others: fields.others },
              stem: `/${folder === '' ? '' : `${folder}/`}${name}`,
            })
          : null;
      const isPost =
        date !== '' ||
        fields.date !== '' ||
        fields.tags.some((tag) => /^(?:posts?|blog|articles?)$/.test(tag));
      return {
        type: isPost ? 'post' : 'page',
        status: fields.draft
          ? 'draft'
          : fields.others[computedFields] !== undefined
            ? 'its fields are a program, which is not run'
            : fields.permalink === false
              ? 'not shown'
              : 'publish',
        path:
          own ??
          `/${[folder, ...(isIndex ? [] : [name])].filter((part) => part !== '').join('/')}/`.replace(
            /\/{2,}/g,
            '/',
          ),
        slug: hyphenate(slug),
        date,
        ...(own === null && fields.permalink ? { unknownAddress: String(fields.permalink) } : {}),
      };
    },
  };
}

/** `permalink: /tags/{{ tag | slugify }}/`, or a function that returns it. */
const tagPages = /\bpermalink\b[\s\S]{0,300}?\/([\w-]+(?:\/[\w-]+)*)\/(?:\{\{|\$\{)[^}\n]*\btag\b/;

const isApart = (file: string): boolean =>
  isHidden(file) ||
  /(?:^|\/)_(?:data|drafts|includes|layouts|site|templates)\//.test(file) ||
  /^(?:README|LICENSE|CONTRIBUTING|CHANGELOG)/i.test(file);
