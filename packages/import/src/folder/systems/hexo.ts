import { fillPattern } from '../../model/names.ts';
import { readMoment } from '../rules/fields.ts';
import type { Data } from '../rules/front-matter.ts';
import {
  hyphenate,
  isHidden,
  machinery,
  notPublished,
  objectIn,
  published,
  type SiteRules,
  textIn,
  unusedNames,
} from '../rules/site-rules.ts';

/** Settings that are read, or that only configure Hexo and its plugins. */
const used =
  /^(?:title|subtitle|description|keywords|author|language|timezone|url|root|permalink(?:_defaults)?|pretty_urls|\w+_dir|new_post_name|default_(?:layout|category)|titlecase|external_link|filename_case|render_drafts|post_asset_folder|relative_link|future|highlight|prismjs|syntax_highlighter|index_generator|(?:category|tag)_map|meta_generator|date_format|time_format|updated_option|per_page|pagination_dir|include|exclude|ignore|skip_render|theme(?:_config)?|deploy|feed|sitemap|marked|markdown|archive_generator|(?:category|tag)_generator|search|live2d)$/;

/** Rules of Hexo: `source/_posts`, `source/_drafts`, pages anywhere in `source`; addresses by `permalink`. */
export function hexoRules(config: Data): SiteRules {
  const source = textIn(config, 'source_dir') || 'source';
  const pattern = textIn(config, 'permalink') || ':year/:month/:day/:title/';
  const below = (file: string) => (file.startsWith(`${source}/`) ? file.slice(source.length + 1) : null);
  const url = textIn(config, 'url').replace(/\/+$/, '');
  const root = textIn(config, 'root').replace(/^\/$|\/+$/g, '');
  const termFolder = (name: string) => `/${textIn(config, name) || name.replace('_dir', 's')}/{slug}/`;
  const categories = textIn(config, 'category_dir') || 'categories';
  return {
    templates: 'liquid',
    hasAssetFolders: true,
    termSeparator: /$^/,
    settings: {
      title: textIn(config, 'title'),
      tagline: textIn(config, 'subtitle', 'description'),
      home: url === '' ? null : url + (url.endsWith(root) ? '' : root),
      language: String([config.language ?? ''].flat()[0] ?? ''),
      timezone: textIn(config, 'timezone'),
      author: textIn(config, 'author'),
      termPermalinks: { tag: termFolder('tag_dir'), category: `/${categories}/{path}/` },
      feeds: ['/atom.xml', '/rss2.xml', '/rss.xml'],
      unused: unusedNames({ ...config, ...unusedParts(config) }, used),
    },
    isDocument(file) {
      const path = below(file);
      return path !== null && /\.(?:md|markdown|html)$/.test(path) && !isHidden(path) && isShown(path);
    },
    defaultsOf: () => ({}),
    termSlug: hyphenate,
    placeOf(file) {
      const path = below(file);
      if (path === null) return machinery;
      return isHidden(path) || path.split('/').some((part) => part.startsWith('_'))
        ? notPublished
        : published(path);
    },
    describe(file, fields, data) {
      const path = below(file) ?? file;
      const [, kind, inside = ''] = /^_(posts|drafts)\/(.*)\.\w+$/.exec(path) ?? [];
      const stem = inside || path.replace(/\.\w+$/, '');
      const [, folder = '', date = '', name = ''] =
        /^(.*\/)?(?:(\d{4}-\d\d-\d\d)-)?([^/]+)$/.exec(stem) ?? [];
      const status = kind === 'drafts' || fields.draft ? 'draft' : 'publish';
      if (kind === undefined) {
        const isIndex = name === 'index';
        return {
          ...{ type: 'page', status, date },
          path: `/${isIndex ? folder : `${stem}.html`}`.replace(/\/{2,}/g, '/'),
          slug: isIndex ? (folder.split('/').at(-2) ?? 'home') : name,
        };
      }
      const title = fields.slug || name;
      const moment = readMoment(fields.date).local || date;
      return {
        ...{ type: 'post', status, date, slug: title },
        path: `/${fillPost(typeof data.permalink === 'string' ? data.permalink : pattern, {
          ...{ title: folder + title, name: title, post_title: hyphenate(fields.title), id: '' },
          ...{ category: fields.categories.map(hyphenate).join('/'), hash: '' },
          date: moment,
        })}`.replace(/\/{2,}/g, '/'),
      };
    },
  };
}

/** Folders that begin with an underscore are Hexo's own, except for those of posts and drafts. */
const isShown = (path: string): boolean =>
  /^_(?:posts|drafts)\//.test(path) || path.split('/').every((part) => !part.startsWith('_'));

/** Theme settings are one name in the report. */
const unusedParts = (config: Data): Data =>
  Object.keys(objectIn(config, 'theme_config')).length > 0 ? { theme_config: null } : {};

function fillPost(
  pattern: string,
  { date, ...values }: Readonly<Record<string, string>> & { readonly date: string },
): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(date) ?? [];
  return fillPattern(pattern.replace(/^https?:\/\/[^/]+/, ''), {
    ...values,
    ...{ year, month: month.padStart(2, '0'), i_month: String(Number(month)) },
    ...{ day: day.padStart(2, '0'), i_day: String(Number(day)) },
  }).replace(/index\.html$/, '');
}
