import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Body, Document } from '../core/document.ts';
import { mimeTypes } from '../core/media-types.ts';
import type { Site } from '../core/site.ts';
import { compileMarkdown, type Reference } from './compile-markdown.ts';
import { type FrontMatter, parseFrontMatter, splitSource } from './front-matter.ts';
import type { Problem } from './problems.ts';
import { lockBody } from './protection.ts';
import { createReferenceResolver } from './references.ts';
import { createSlugReader, defaultSlug, parentFile, pathOfFile, type Source } from './sources.ts';

/** A value of the front matter that is checked against the whole site, and where it stands. */
export interface Mention {
  readonly value: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Everything that one file alone decides. What depends on other files (does the category exist, is the link
 * alive, is the number taken) is left as mentions and references for the library to check.
 */
export interface CompiledDocument {
  readonly document: Omit<Document, 'digest'>;
  /** Neither a draft nor dated after `now` is published; the text of what is not is never compiled. */
  readonly draft: boolean;
  readonly mentions: {
    readonly categories: readonly Mention[];
    readonly tags: readonly Mention[];
    readonly author: Mention | null;
  };
  readonly references: readonly Reference[];
  /** Files below `content/` that the text or the front matter shows, to be published with it. */
  readonly assets: readonly string[];
  readonly body: Body;
}

export type CompileOutcome =
  | { readonly ok: true; readonly compiled: CompiledDocument }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export interface Compiler {
  compile(source: Source): CompileOutcome;
}

const emptyBody: Body = { html: '', markdown: '', text: '' };

/** A compiler over the project in `root`. It reads other files only for their slugs and pictures' sizes. */
export function createCompiler(root: string, site: Site): Compiler {
  const slugs = createSlugReader(root, site);
  const { slugOf } = slugs;
  const resolver = createReferenceResolver(root, site, (file) => {
    const slug = slugOf(file);
    const kind = file.split('/')[1];
    if (slug === null || !kind) return null;
    const kinds = { posts: 'post', pages: 'page', talks: 'talk', plugins: 'plugin' } as const;
    return pathOfFile(site, kinds[kind as keyof typeof kinds], file, slugOf);
  });

  return {
    compile(source) {
      const split = splitSource(source.text);
      const read = parseFrontMatter(source.kind, split, source.file, site.timezone);
      if (!read.ok) return read;
      const { fields, locate } = read;
      slugs.remember(source.file, fields.slug ?? defaultSlug(source.file));
      const path = pathOfFile(site, source.kind, source.file, slugOf);
      const parent = source.kind === 'page' ? parentFile(source.file, (file) => slugOf(file) !== null) : null;
      const document = describe(
        source,
        fields,
        path,
        parent ? pathOfFile(site, 'page', parent, slugOf) : null,
        site,
      );
      const mention = (value: string, ...place: PropertyKey[]): Mention => {
        const { line, column } = locate(place);
        return { value, line, column };
      };
      const mentions = {
        categories: (fields.categories ?? []).map((value, index) => mention(value, 'categories', index)),
        tags: (fields.tags ?? []).map((value, index) => mention(value, 'tags', index)),
        author: fields.author ? mention(fields.author, 'author') : null,
      };
      if (fields.draft) {
        return {
          ok: true,
          compiled: { document, draft: true, mentions, references: [], assets: [], body: emptyBody },
        };
      }

      const text = compileMarkdown({
        markdown: split.body,
        file: source.file,
        lineOffset: split.bodyLine,
        path,
        description: fields.description ?? null,
        site,
        references: resolver,
      });
      const problems = [...text.problems];
      let image = document.image;
      const assets = new Set(text.assets);
      if (fields.image) {
        const resolved = resolver.resolve(fields.image, source.file, path, 'image');
        if (resolved.kind === 'broken')
          problems.push({ ...locate(['image']), field: 'image', message: resolved.message });
        if (resolved.kind === 'external')
          image = { src: resolved.url, alt: fields.imageAlt ?? '', width: null, height: null };
        if (resolved.kind === 'file') {
          image = { ...resolved.image, alt: fields.imageAlt ?? '' };
          if (resolved.contentFile) assets.add(resolved.contentFile);
        }
      }
      if (problems.length > 0) return { ok: false, problems };

      const { html, markdown, text: plain, stored, references } = text;
      if (fields.password !== undefined) {
        const locked = lockBody(inlinePictures(root, html, text.assets), fields.password, path);
        const hidden = { ...document, locked, image: null, description: null, excerpt: '' };
        return {
          ok: true,
          compiled: { document: hidden, draft: false, mentions, references, assets: [], body: emptyBody },
        };
      }
      return {
        ok: true,
        compiled: {
          document: {
            ...document,
            image,
            excerpt: text.excerpt,
            headings: text.headings,
            images: text.images,
            wordCount: text.wordCount,
          },
          draft: false,
          mentions,
          references,
          assets: [...assets],
          body: { html, markdown, text: plain, ...(stored === undefined ? {} : { stored }) },
        },
      };
    },
  };
}

function describe(
  source: Source,
  fields: FrontMatter,
  path: string,
  parent: string | null,
  site: Site,
): Omit<Document, 'digest'> {
  const slug = fields.slug ?? (path === '/' ? 'home' : defaultSlug(source.file));
  const date = fields.date ?? fields.modified ?? undatedMoment;
  const modified = fields.modified ?? date;
  return {
    kind: source.kind,
    id: fields.id ?? stableId(source.kind, source.kind === 'page' ? path : slug),
    slug,
    path,
    source: source.file,
    title: fields.title,
    date: date.local,
    dateGmt: date.gmt,
    modified: modified.local,
    modifiedGmt: modified.gmt,
    description: fields.description ?? null,
    excerpt: '',
    author: fields.author ?? site.owner.slug,
    categories: fields.categories ?? [],
    tags: fields.tags ?? [],
    sticky: fields.sticky ?? false,
    locked: null,
    image: null,
    series: fields.series ?? null,
    ...(fields.format === undefined ? {} : { format: fields.format }),
    parent,
    order: fields.order ?? 0,
    redirectFrom: fields.redirectFrom,
    talk:
      source.kind === 'talk'
        ? {
            event: fields.event ?? null,
            location: fields.location ?? null,
            slides: fields.slides ?? null,
            video: fields.video ?? null,
          }
        : null,
    plugin:
      source.kind === 'plugin'
        ? {
            repository: fields.repository ?? null,
            homepage: fields.homepage ?? null,
            version: fields.version ?? null,
            license: fields.license ?? null,
          }
        : null,
    headings: [],
    images: [],
    wordCount: 0,
  };
}

/** The date of a page that says none: a fixed day, so that output does not change with the clock. */
const undatedMoment = { local: '2024-01-01T00:00:00', gmt: '2024-01-01T00:00:00' };

/** FNV-1a over kind and name, in 31 bits, never 0: the same on every machine and in every build. */
export function stableId(kind: string, name: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${kind}:${name}`)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  }
  return value % 0x7fffffff || 1;
}

/** Pictures of a protected text travel inside it: as files they would be open to everybody. */
function inlinePictures(root: string, html: string, assets: readonly string[]): string {
  let result = html;
  for (const asset of assets) {
    const type = mimeTypes[extname(asset).toLowerCase()] ?? 'application/octet-stream';
    const data = readFileSync(join(root, 'content', asset)).toString('base64');
    result = result.replaceAll(`"/media/${encodeURI(asset)}"`, `"data:${type};base64,${data}"`);
  }
  return result;
}
