import { z } from 'zod';
import { commentTypes, postFormats } from '../../model/document.ts';
import { type Kind, type Taxonomy, taxonomiesOfKind } from '../../model/kinds.ts';
import { isMultilingual, languageSlug, languagesOf } from '../../model/languages.ts';
import type { Site } from '../../model/site.ts';

/** Schemas of wp/v2 objects in `context=view`, for the description of the interface and checks of its answers. */

const id = z.int().min(1).describe('Unique number of the object.');
const localTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
  .describe('On the clock of the site, without a zone.');
const utcTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
  .describe('The same moment in UTC, without a zone.');
const slug = z.string().describe('Part of the address; non-ASCII characters percent-encoded in lower case.');
const url = z.string().describe('Absolute URL.');
const rendered = z.object({ rendered: z.string().describe('HTML.') });
const guarded = rendered.extend({
  protected: z.boolean().describe('True where a password is needed; the HTML is empty then.'),
});

const noMeta = z.array(z.unknown()).length(0);

const link = z.looseObject({
  href: z.string().describe('Absolute URL; a template where `templated` is true.').optional(),
  embeddable: z.boolean().describe('Comes along with `_embed`.').optional(),
});
export const wpLinks = z.record(z.string(), z.array(link)).describe('Related addresses by relation.');
const embedded = z
  .record(z.string(), z.array(z.unknown()))
  .describe('With `_embed`: the objects that the embeddable links point to.')
  .optional();

const dated = {
  id,
  date: localTime,
  date_gmt: utcTime,
  guid: rendered,
  modified: localTime,
  modified_gmt: utcTime,
  slug,
};
const status = z.literal('publish');
const closed = z.literal('closed').describe('No one can comment.');
const author = z.int().min(0).describe('Id of the author, see /wp-json/wp/v2/users.');
const featuredMedia = z.int().min(0).describe('Id of the image that stands for it; 0 for none.');
const classes = z.array(z.string()).describe('Class names as themes use them.');
const ids = z.array(z.int().min(1));
const end = { class_list: classes, _links: wpLinks, _embedded: embedded };
const bodyFields = {
  link: url,
  title: rendered,
  content: guarded,
  excerpt: guarded,
  author,
  featured_media: featuredMedia,
};

const said = z.string().describe('Empty where nothing is said.');

export function wpDocument(kind: Kind, site: Site): z.ZodObject {
  const { name, hierarchical, labels } = kind;
  const isBuiltIn = name === 'post' || name === 'page';
  const above = `Id of the ${labels.singular.toLowerCase()} above it; 0 for none.`;
  return z.object({
    ...dated,
    status,
    type: z.literal(name),
    ...bodyFields,
    ...(hierarchical ? { parent: z.int().min(0).describe(above), menu_order: z.int() } : {}),
    ...(isBuiltIn ? { comment_status: closed, ping_status: closed } : {}),
    ...(name === 'post' ? { sticky: z.boolean() } : {}),
    template: z.string(),
    ...(name === 'post' ? { format: z.enum(postFormats) } : {}),
    meta: metaOf(kind, isBuiltIn),
    ...Object.fromEntries(
      taxonomiesOfKind(site, kind).map(({ restBase }) => [restBase, ids.describe(`Ids of its ${restBase}.`)]),
    ),
    ...languageOf(site),
    ...end,
  });
}

/** As in `language.ts`; nothing on a site of one language. */
export function langOf(site: Site): z.ZodRawShape {
  if (!isMultilingual(site)) return {};
  const lang = z.enum(languagesOf(site).map(languageSlug));
  return { lang: lang.describe('Its language, see /wp-json/wp/v2/languages.') };
}

function languageOf(site: Site): z.ZodRawShape {
  const versions = z.record(z.string(), z.int().min(1));
  const translations = versions.describe('Ids of its versions by their languages, itself included.');
  return isMultilingual(site) ? { ...langOf(site), translations } : {};
}

function metaOf({ fields }: Kind, isBuiltIn: boolean): z.ZodType {
  if (fields.length === 0 && !isBuiltIn) {
    return z
      .union([noMeta, z.looseObject({})])
      .describe(
        "The document's own fields, under the names that its author gave; an empty array without any.",
      );
  }
  const types = { text: said, address: said, url: said, number: z.number(), boolean: z.boolean() };
  const own = z.looseObject(Object.fromEntries(fields.map(({ name, type }) => [name, types[type]])));
  if (!isBuiltIn) return own;
  return own
    .extend({ footnotes: z.string() })
    .describe("The document's own fields are next to it, under the names that its author gave.");
}

const term = {
  id,
  count: z.int().min(0).describe('Published posts that carry it.'),
  description: z.string(),
  link: url,
  name: z.string().describe('HTML-escaped.'),
  slug,
};

export function wpTerm({ name, key, hierarchical }: Taxonomy, site: Site): z.ZodObject {
  return z.object({
    ...term,
    taxonomy: z.literal(name),
    ...(hierarchical ? { parent: z.int().min(0).describe(`Id of the ${key} above it; 0 for none.`) } : {}),
    meta: noMeta,
    ...languageOf(site),
    _links: wpLinks,
    _embedded: embedded,
  });
}

export const wpLanguage = z.object({
  name: z.string().describe('In the language itself.'),
  slug: z.string().describe('What `lang` takes.'),
  locale: z.string(),
  w3c: z.string().describe('The tag, BCP 47.'),
  is_rtl: z.boolean(),
  is_default: z.boolean(),
  home_url: url,
  count: z.int().min(0).describe('Published documents.'),
});

export const wpUser = z.object({
  id,
  name: z.string(),
  url: z.string().describe('Another home on the web; empty for none.'),
  description: z.string(),
  link: url,
  slug,
  avatar_urls: z.record(z.string(), z.string()).describe('Images by size in pixels.'),
  meta: noMeta,
  _links: wpLinks,
  _embedded: embedded,
});

export const wpMedia = z.looseObject({
  ...dated,
  status: z.literal('inherit'),
  type: z.literal('attachment'),
  link: url,
  title: rendered,
  author,
  alt_text: z.string(),
  caption: rendered,
  description: rendered,
  media_type: z.string(),
  mime_type: z.string(),
  media_details: z
    .looseObject({ width: z.int().optional(), height: z.int().optional(), file: z.string().optional() })
    .describe('Size in pixels and forms of an image; of another file its size in bytes only.'),
  post: z.int().nullable().describe('Id of the document that shows it.'),
  source_url: url,
  _links: wpLinks,
  _embedded: embedded,
});

export const wpComment = z.looseObject({
  id,
  post: z.int().min(1).describe('Id of the document.'),
  parent: z.int().min(0).describe('Id of the comment that it answers; 0 for none.'),
  author: z.int().min(0).describe('Id of the author of this site who wrote it; 0 for someone else.'),
  author_name: z.string(),
  author_url: z.string(),
  date: localTime,
  date_gmt: utcTime,
  content: rendered,
  link: url,
  status: z.literal('approved'),
  type: z.enum(commentTypes),
  author_avatar_urls: z.record(z.string(), z.string()).describe('Images by size in pixels.'),
  meta: noMeta,
  _links: wpLinks,
  _embedded: embedded,
});

export const wpSearchHit = z.object({
  id: z.union([z.int().min(1), z.string()]).describe('Number of the object; the slug of a post format.'),
  title: z.string().describe('Plain text, HTML-escaped.'),
  url: url.describe('Address of the page; with `.md` for the last slash, of its Markdown.'),
  type: z.string().describe('post, post-format, or the taxonomy of a term.'),
  subtype: z.string().describe('Post type, such as post or page; absent for terms.').optional(),
  snippet: z
    .string()
    .describe('Plain text of a document around the words searched for; only where `_fields` names it.')
    .optional(),
  _links: wpLinks,
  _embedded: embedded,
});

export const wpType = z.looseObject({
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  hierarchical: z.boolean(),
  taxonomies: z.array(z.string()),
  rest_base: z.string().describe('Its collection below /wp-json/wp/v2/.'),
  rest_namespace: z.string(),
  _links: wpLinks,
});

export const wpTaxonomy = z.looseObject({
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  hierarchical: z.boolean(),
  types: z.array(z.string()),
  rest_base: z.string(),
  rest_namespace: z.string(),
  _links: wpLinks,
});

export const wpStatus = z.looseObject({
  name: z.string(),
  slug: z.string(),
  public: z.boolean(),
  _links: wpLinks,
});

export const wpIndex = z.looseObject({
  name: z.string(),
  description: z.string(),
  url,
  home: url,
  namespaces: z.array(z.string()),
  routes: z.record(z.string(), z.unknown()).describe('Every route by its path pattern.'),
});

export const wpNamespace = z.looseObject({
  namespace: z.string(),
  routes: z.record(z.string(), z.unknown()),
});
