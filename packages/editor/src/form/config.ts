import {
  describeAuthor,
  describeComment,
  describeFields,
  describeRedirect,
  describeTerm,
} from 'agentsite/content';
import {
  type Kind,
  kindsOf,
  type Site,
  type Taxonomy,
  taxonomiesOf,
  taxonomiesOfKind,
  wordsOf,
} from 'agentsite/model';
import type { z } from 'zod';
import { editorWords } from '../words/editor-words.ts';
import { describeBackend } from './backend.ts';
import { type FormField, listFormFields } from './form-fields.ts';

/**
 * The configuration of the editor, generated from the tables of kinds and taxonomies and the schemas that check the
 * content, so that a field which a build accepts is a field of the form:
 *
 * ```json
 * { "backend": { "name": "gitea", … }, "collections": [{ "name": "post", "folder": "content/posts", "fields": […] }] }
 * ```
 */
export interface EditorConfig {
  readonly collections: readonly Collection[];
  readonly backend: Readonly<Record<string, unknown>>;
  readonly [option: string]: unknown;
}

interface Collection {
  readonly name: string;
  /** Of a kind: the format of its files, see `kept-file.ts`. */
  readonly format?: string;
  readonly folder?: string;
  readonly fields?: readonly FormField[];
  /** Of lists: one for each file. */
  readonly files?: readonly {
    readonly name: string;
    readonly file: string;
    readonly fields: readonly FormField[];
  }[];
  readonly [option: string]: unknown;
}

/** Photos are stored as WebP of at most this width and height (pixels), without place and camera. */
const maxPhotoSize = 2560;

export function describeEditor(site: Site): EditorConfig {
  const photo = { format: 'webp', quality: 85, width: maxPhotoSize, height: maxPhotoSize };
  return {
    load_config_file: false,
    backend: describeBackend(site),
    app_title: site.title,
    site_url: site.url,
    media_folder: 'public/media',
    public_folder: '/media',
    media_libraries: {
      all: {
        max_file_size: 50_000_000,
        slugify_filename: true,
        transformations: { jpeg: photo, heic: photo },
      },
      stock_assets: { providers: [] },
    },
    slug: { encoding: 'unicode', lowercase: true, sanitize_replacement: '-' },
    output: { omit_empty_optional_fields: true, encode_file_path: true },
    collections: [...kindsOf(site).map((kind) => collectionOf(kind, site)), listsOf(site), commentsOf(site)],
  };
}

function collectionOf(kind: Kind, site: Site): Collection {
  const { name, folder, hierarchical, permalink, labels } = kind;
  const { words } = wordsOf(site);
  const label = words.kinds[name as keyof typeof words.kinds] ?? labels.name;
  const taxonomies = taxonomiesOfKind(site, kind);
  const fields = listFormFields(describeFields(kind, site), {
    timezone: site.timezone,
    ...namesOf(site, [
      ...kind.fields,
      ...taxonomies.map((one) => ({ name: one.restBase, label: one.labels.name })),
    ]),
    special: (field) => (field === 'fields' ? null : (widgetOfTerms(taxonomies, field) ?? widgets[field])),
  });
  const terms = taxonomies.map(({ restBase }) => restBase);
  const first = ['title', 'body', 'date', 'draft', ...terms, 'image', 'imageAlt'];
  const body = { name: 'body', label: editorWords(site).fields.body, widget: 'richtext', required: false };
  const place = ({ name: field }: FormField) =>
    (first.indexOf(field) + first.length + 1) % (first.length + 1);
  return {
    name,
    label,
    // Catalogs have no singular.
    ...(label === labels.name ? { label_singular: labels.singular } : {}),
    folder: `content/${folder}`,
    extension: 'md',
    format: `${name}-frontmatter`,
    create: true,
    slug: { template: '{{title}}', editable: true },
    identifier_field: 'title',
    summary: '{{title}}{{_state}}',
    media_folder: '',
    public_folder: '',
    preview_path: previewPath(permalink, hierarchical),
    aliases_field: '_aliases',
    fields: [
      ...[...fields, { ...body, modes: ['rich_text', 'raw'] }].toSorted((a, b) => place(a) - place(b)),
      state,
    ],
    ...(kind.dated
      ? {
          sortable_fields: { fields: ['date', 'title'], default: { field: 'date', direction: 'descending' } },
        }
      : {}),
    nested: { subfolders: false },
    ...(hierarchical ? { meta: { path: { index_file: 'index' } } } : {}),
    view_filters: [{ label: words.draft.mark, field: 'draft', pattern: true }],
  };
}

/** What `kept-file.ts` puts after titles in lists. */
const state = { name: '_state', widget: 'hidden' } as const;

/** Widgets of front matter fields that the type alone doesn't decide. */
const widgets: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  title: { widget: 'string', required: false },
  description: { widget: 'text' },
  image: { widget: 'image' },
  // A new document is a draft until it is published.
  draft: { widget: 'boolean', required: false, default: true },
};

function widgetOfTerms(taxonomies: readonly Taxonomy[], field: string) {
  if (!taxonomies.some(({ restBase }) => restBase === field)) return undefined;
  const terms = {
    collection: 'lists',
    file: field,
    value_field: 'items.*.slug',
    display_fields: ['items.*.name'],
  };
  return { widget: 'relation', multiple: true, ...terms };
}

/** `/{year}/{slug}/` in the words of the editor; pages follow their folders. */
function previewPath(permalink: string, hierarchical: boolean): string {
  if (hierarchical) return `${permalink.replace('{slug}/', '')}{{dirname}}/{{filename}}/`;
  return permalink.replace(/\{(\w+)\}/g, '{{$1}}');
}

/** The lists of `content/`: terms, authors, redirects. */
function listsOf(site: Site): Collection {
  const { words } = wordsOf(site);
  const editor = editorWords(site);
  const terms = taxonomiesOf(site).map(({ restBase, labels, hierarchical }) => ({
    name: restBase,
    label: restBase in words ? String(words[restBase as keyof typeof words]) : labels.name,
    without: hierarchical ? [] : ['parent'],
    schema: describeTerm(),
  }));
  const files = [
    ...terms,
    { name: 'authors', label: editor.authors, without: [], schema: describeAuthor() },
    { name: 'redirects', label: editor.redirects, without: [], schema: describeRedirect() },
  ];
  return {
    name: 'lists',
    label: editor.lists,
    files: files.map(({ name, label, without, schema }) => ({
      name,
      label,
      file: `content/${name}.yaml`,
      format: `${name}-yaml`,
      fields: [listField(schema, site, without)],
    })),
  };
}

/** Archives of comments, one file for the ID of each document. */
function commentsOf(site: Site): Collection {
  const { words } = wordsOf(site);
  return {
    name: 'comments',
    label: words.comments.title,
    folder: 'content/comments',
    extension: 'yaml',
    format: 'comments-yaml',
    create: true,
    slug: { template: '{{slug}}', editable: true, pattern: ['^[1-9][0-9]*$', '137'] },
    fields: [listField(describeComment(), site, [])],
  };
}

function listField(schema: z.core.JSONSchema.BaseSchema, site: Site, without: readonly string[]): FormField {
  const form = {
    timezone: site.timezone,
    ...namesOf(site, []),
    special: (field: string) => (/^(?:text|description)$/.test(field) ? { widget: 'text' } : undefined),
  };
  const summary = 'slug' in (schema.properties ?? {}) ? '{{fields.name}}' : '{{fields.from}}{{fields.name}}';
  return {
    name: 'items',
    label: '',
    widget: 'list',
    root: true,
    required: false,
    summary,
    collapsed: true,
    fields: listFormFields(schema, form).filter(({ name }) => !without.includes(name)),
  };
}

/** The label of a field: the interface's word for it, else that of its owner, else its name. */
function namesOf(site: Site, own: readonly { readonly name: string; readonly label: string }[]) {
  const { words } = wordsOf(site);
  const { draft, locked, featured, mail, search, updated } = words;
  const { fields, hints } = editorWords(site);
  const labels: Readonly<Record<string, unknown>> = {
    ...words,
    ...fields,
    ...{ modified: updated, draft: draft.mark, password: locked.password, sticky: featured, name: mail.name },
    ...{ from: fields.redirectFrom, text: fields.body, type: search.kind, label: mail.name },
    ...{ slug: 'Slug', guid: 'GUID', id: 'ID', url: 'URL', status: 'HTTP' },
  };
  const { address } = hints;
  const sentences: Readonly<Record<string, string>> = {
    ...hints,
    ...{ slides: address, video: address, homepage: address, to: address, from: hints.redirectFrom },
  };
  return {
    labelOf: (field: string) => {
      const word = labels[field];
      return typeof word === 'string' ? word : own.find(({ name }) => name === field)?.label;
    },
    hintOf: (field: string) => sentences[field],
  };
}
