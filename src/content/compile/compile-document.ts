import { hash } from 'node:crypto';
import type { Body, Document, Image } from '../../core/model/document.ts';
import type { Embed } from '../../core/model/embed.ts';
import { type Kind, kindNamed, taxonomiesOf } from '../../core/model/kinds.ts';
import { siteIn, withoutLanguage } from '../../core/model/languages.ts';
import type { Site } from '../../core/model/site.ts';
import { cutWords } from '../../core/text/plain-text.ts';
import { recallPlugins } from '../../settings/read-site.ts';
import { isImageFile, signFile } from '../images/images.ts';
import { createCategoryOf, factsOfFields, readFacts } from '../read/address-facts.ts';
import { embedsFile, readEmbeds } from '../read/embeds.ts';
import { type FrontMatter, parseFrontMatter, type SplitSource, splitSource } from '../read/front-matter.ts';
import type { Problem } from '../read/problems.ts';
import { languageOfFile } from '../read/source-language.ts';
import {
  createFactsReader,
  defaultSlug,
  kindOfFile,
  parentFile,
  pathOfFile,
  type ReadSource,
  readSource,
  type Source,
  type SourceFile,
} from '../read/sources.ts';
import { defaultId } from '../read/stable-id.ts';
import type { Locate } from '../read/yaml/checked-yaml.ts';
import { type CompiledText, compileText } from './compile-markdown.ts';
import type { CompilerSettings } from './compiler-settings.ts';
import { lockText } from './lock-text.ts';
import { openTreePlugins, whenReady } from './markdown-plugins.ts';
import { type ReadEpisode, readEpisode } from './markup/episode.ts';
import { readFolderGallery } from './markup/folder-gallery.ts';
import { playerOf } from './markup/player.ts';
import { createReferenceResolver, type ReferenceResolver } from './text/references.ts';
import type { Reference } from './text/text-findings.ts';

/** A value of the front matter that is checked against the whole site, and its place. */
export interface Mention {
  readonly value: string;
  readonly line: number;
  readonly column: number;
}

/** What one file decides. What depends on other files is left as mentions and references, which the library checks. */
export interface CompiledDocument {
  readonly document: Document;
  /** Neither a draft nor what is dated after `now` is published; the text of a draft is compiled only for previews. */
  readonly draft: boolean;
  /** Of a draft that has a secret address until then. */
  readonly share?: { readonly key: string; readonly until: string; readonly untilGmt: string };
  /** What its file says that it translates. */
  readonly translationOf?: Mention;
  readonly mentions: {
    /** By the taxonomy's name. */
    readonly terms: Readonly<Record<string, readonly Mention[]>>;
    readonly author: Mention | null;
    readonly series?: Mention;
    /** The field that decides the address, where there is one. */
    readonly address?: Mention & { readonly field: 'path' | 'slug' };
    readonly redirectFrom?: readonly Mention[];
  };
  readonly references: readonly Reference[];
  /** What is published, and does not do what its author may expect. */
  readonly warnings: readonly Problem[];
  /** Files below `content/` that the text or the front matter shows, to be published with it. */
  readonly assets: readonly string[];
  /** Other files that were read, with their signatures; empty for an image that was not read yet. */
  readonly files: readonly { readonly file: string; readonly signature: string }[];
}

export type CompileOutcome =
  | {
      readonly ok: true;
      readonly sourceDigest: string;
      readonly compiled: CompiledDocument;
      readonly body: Body;
    }
  | CompileFailure;

/** `compiled`, and mostly `body`, where the front matter could be read: other files are checked against an unpublished one. */
export interface CompileFailure {
  readonly ok: false;
  readonly problems: readonly Problem[];
  readonly compiled?: CompiledDocument;
  readonly body?: Body;
}

export interface Compiler {
  read(given: Source | SourceFile): ReadSource;
  parse(source: Source): ParsedSource;
  compile(parsed: ParsedSource): CompileOutcome | Promise<CompileOutcome>;
}

export interface ParsedSource {
  readonly source: Source;
  readonly kind: Kind;
  readonly split: SplitSource;
  readonly front: ReturnType<typeof parseFrontMatter>;
}

const emptyBody: Body = { html: '', markdown: '', text: '' };

/** A compiler over a project. It reads other files only for their addresses, and images for protected documents. */
export async function createCompiler(settings: CompilerSettings): Promise<Compiler> {
  const { root, site, preview, images } = settings;
  await recallPlugins(root, site);
  const plugins = await openTreePlugins(root, site);
  const categoryOf = createCategoryOf(root, site);
  const facts = createFactsReader(root, site, (kind, file, text) =>
    readFacts(kind, file, text, site, categoryOf),
  );
  const { factsOf } = facts;
  const pathOfSource = (file: string) => {
    const kind = kindOfFile(site, file);
    return kind === null || factsOf(file) === null ? null : pathOfFile(site, kind, file, factsOf);
  };
  const references = createReferenceResolver({ root, site, images, pathOfSource });
  let stored: { signature: string; items: readonly Embed[] } = { signature: '', items: [] };

  const compiler: Compiler = {
    read: (given) => ('text' in given ? { ok: true, source: given } : readSource(root, given)),

    parse(source) {
      const split = splitSource(source.text);
      const kind = kindNamed(site, source.kind);
      const front = parseFrontMatter(kind, split, source.file, site);
      if (front.ok)
        facts.remember(source.file, factsOfFields(kind, source.file, front.fields, site, categoryOf));
      return { source, kind, split, front };
    },

    compile(parsed) {
      const { source, kind, split, front } = parsed;
      const success = (compiled: CompiledDocument, body: Body): CompileOutcome => {
        return { ok: true, sourceDigest: source.digest, compiled, body };
      };
      if (!front.ok) {
        const { problems, readable } = front;
        if (!readable) return { ok: false, problems };
        const compiledRest = compiler.compile({ ...parsed, front: { ok: true, ...readable } });
        return whenReady(compiledRest, (rest): CompileOutcome => {
          return { ...rest, ok: false, problems: [...problems, ...(rest.ok ? [] : rest.problems)] };
        });
      }
      const { fields, locate, warnings } = front;
      const path = pathOfFile(site, kind, source.file, factsOf);
      const parent = parentFile(site, kind, source.file, factsOf);
      const above = parent ? pathOfFile(site, kind, parent, factsOf) : null;
      const document = describe(kind, source, fields, path, above, site);
      const outline = {
        document,
        ...readStatus(fields, locate),
        mentions: readMentions(fields, locate, site),
      };
      if (fields.draft && !preview && !fields.share) return success({ ...outline, ...nothing }, emptyBody);

      const gallery =
        fields.gallery === undefined ? null : readFolderGallery(fields.gallery, source.file, root, images);
      const sound = readEpisode(fields, split.body, source.file, path, references);
      const own = gallery?.ok ? `${split.body.trimEnd()}\n\n${gallery.markdown}\n` : split.body;
      const compiledText = compileText({
        markdown: sound.markdown + own,
        file: source.file,
        lineOffset: split.bodyLine - (sound.markdown === '' ? 0 : 2),
        path,
        description: fields.description ?? null,
        site: siteIn(site, document.language),
        references,
        plugins,
        embed(url) {
          const signature = signFile(root, embedsFile);
          if (signature !== stored.signature) stored = { signature, items: readEmbeds(root).items };
          const own = fields.embeds?.find((one) => one.url === url);
          const embed = own ?? stored.items.find((one) => one.url === url);
          return embed ? { embed, file: own ? source.file : embedsFile } : null;
        },
      });
      return whenReady(compiledText, (text) => {
        const cover = resolveCover(fields, source.file, path, references);
        const folder = gallery?.ok ? [gallery.folder] : [];
        const { password } = fields;
        const isUnread = (file: string) => {
          const image = images.get(file);
          // A protected text has the published form in it.
          return (
            isImageFile(file) && (!image || (password !== undefined && image.ok && image.later === true))
          );
        };
        const used = new Set([...text.files, ...cover.files, ...sound.files, ...folder]);
        const files = [...used].map((file) => ({
          file,
          signature: isUnread(file) ? '' : signFile(root, file),
        }));
        const shown = {
          ...outline,
          references: text.references,
          warnings: [...warnings, ...text.warnings],
          files,
          ...(password === undefined
            ? showText(document, text, cover, sound)
            : { document: lockText(document, text, password, settings), assets: [] }),
        };
        const body = password === undefined ? bodyOf(text) : emptyBody;
        const compiled = {
          ...shown,
          document: { ...shown.document, digest: digestRecord(shown, files.length > 0 ? body.html : '') },
        };
        const problems = [
          ...text.problems,
          ...(gallery?.ok === false
            ? [{ ...locate(['gallery']), field: 'gallery', message: gallery.message }]
            : []),
          ...sound.problems.map((message) => ({ ...locate(['audio']), field: 'audio', message })),
          ...cover.problems.map((message) => ({ ...locate(['image']), field: 'image', message })),
        ];
        return problems.length > 0 ? { ok: false, problems, compiled, body } : success(compiled, body);
      });
    },
  };
  return compiler;
}

/**
 * Digest of everything that a record and its body depend on: the source, link targets and image sizes. It has no times of
 * files, so it is the same on every machine.
 * @param html of a body that depends on other files
 */
function digestRecord(
  { document, references }: Pick<CompiledDocument, 'document' | 'references'>,
  html: string,
): string {
  return hash('sha256', JSON.stringify([document, references, ...(html === '' ? [] : [html])]), 'hex');
}

type Shown = Pick<CompiledDocument, 'document' | 'assets'>;

type Status = Pick<CompiledDocument, 'draft' | 'share' | 'translationOf'>;

function readStatus({ draft, share, translationOf }: FrontMatter, locate: Locate): Status {
  return {
    draft,
    ...(draft && share
      ? { share: { key: share.key, until: share.until.local, untilGmt: share.until.gmt } }
      : {}),
    ...(translationOf === undefined
      ? {}
      : { translationOf: { value: translationOf, ...placeOf(locate(['translationOf'])) } }),
  };
}

/** What a draft has: its text is not compiled, so there is nothing of it to leak. */
const nothing = { references: [], warnings: [], assets: [], files: [] };

function readMentions(fields: FrontMatter, locate: Locate, site: Site): CompiledDocument['mentions'] {
  const mention = (value: string, ...place: PropertyKey[]): Mention => {
    return { value, ...placeOf(locate(place)) };
  };
  const field = fields.path === undefined ? 'slug' : 'path';
  const value = fields[field];
  return {
    terms: Object.fromEntries(
      taxonomiesOf(site).map(({ name, restBase }) => [
        name,
        (fields.terms[name] ?? []).map((value, index) => mention(value, restBase, index)),
      ]),
    ),
    author: fields.author ? mention(fields.author, 'author') : null,
    ...(fields.series === undefined ? {} : { series: mention(fields.series, 'series') }),
    ...(value === undefined ? {} : { address: { ...mention(value, field), field } }),
    ...(fields.redirectFrom.length === 0
      ? {}
      : { redirectFrom: fields.redirectFrom.map((old, index) => mention(old, 'redirectFrom', index)) }),
  };
}

const placeOf = ({ line, column }: ReturnType<Locate>) => ({ line, column });

interface Cover {
  readonly image: Image | null;
  readonly assets: readonly string[];
  readonly files: readonly string[];
  readonly problems: readonly string[];
}

function resolveCover(fields: FrontMatter, file: string, path: string, references: ReferenceResolver): Cover {
  const none = { image: null, assets: [], files: [], problems: [] };
  if (fields.image === undefined) return none;
  const alt = fields.imageAlt ?? '';
  const resolved = references.resolve(fields.image, file, path, 'image');
  switch (resolved.kind) {
    case 'broken':
      return { ...none, problems: [resolved.message] };
    case 'external':
      if (playerOf(resolved.url)) return { ...none, problems: [`"${fields.image}" is not an image.`] };
      return { ...none, image: { src: resolved.url, alt, width: null, height: null } };
    case 'page':
      return { ...none, problems: [`"${fields.image}" is a page, not an image.`] };
    case 'file': {
      const assets = resolved.contentFile ? [resolved.contentFile] : [];
      return { image: { ...resolved.image, alt }, assets, files: [resolved.source], problems: [] };
    }
  }
}

function showText(document: Document, text: CompiledText, cover: Cover, sound: ReadEpisode): Shown {
  const { excerpt, summary, headings, anchors, images, wordCount } = text;
  const others = anchors.filter((anchor) => !headings.some(({ id }) => id === anchor));
  return {
    document: {
      ...document,
      ...(document.untitled && excerpt !== ''
        ? { title: cutWords(excerpt, titleWords, '…', titleLetters) }
        : {}),
      image: cover.image,
      ...(sound.audio ? { audio: sound.audio } : {}),
      excerpt,
      summary,
      headings,
      images,
      wordCount,
      ...(others.length > 0 ? { anchors: others } : {}),
    },
    assets: [...new Set([...text.assets, ...cover.assets, ...sound.assets])],
  };
}

function bodyOf({ html, markdown, text, stored }: CompiledText): Body {
  return { html, markdown, text, stored };
}

/** A post about a page elsewhere is a link, unless it says otherwise. */
function formatOf({ format, link, password }: FrontMatter): Pick<Document, 'format' | 'link'> {
  const shown = password === undefined ? link : undefined;
  const chosen = format ?? (shown === undefined ? undefined : 'link');
  return { ...(chosen ? { format: chosen } : {}), ...(shown === undefined ? {} : { link: shown }) };
}

/** Words of the title that a document gets whose author wrote none. */
const titleWords = 6;
/** The same in scripts without spaces. */
const titleLetters = 20;

function describe(
  kind: Kind,
  source: Source,
  fields: FrontMatter,
  path: string,
  parent: string | null,
  site: Site,
): Document {
  const language = languageOfFile(site, source.file, fields.lang);
  const own = withoutLanguage(site, path);
  const slug = fields.slug ?? (own === '/' ? 'home' : defaultSlug(source.file, site, fields.title));
  const date = fields.date ?? fields.modified ?? undatedMoment;
  const modified = fields.modified ?? date;
  return {
    kind: kind.name,
    id: fields.id ?? defaultId(site, { kind: kind.name, language, path, slug }),
    slug,
    path,
    source: source.file,
    ...(fields.title === ''
      ? { title: date.local.slice(0, 10), untitled: true as const }
      : { title: fields.title }),
    ...(date === undatedMoment ? { undated: true as const } : {}),
    date: date.local,
    dateGmt: date.gmt,
    modified: modified.local,
    modifiedGmt: modified.gmt,
    ...(fields.changed === undefined ? {} : { changed: fields.changed }),
    description: fields.description ?? null,
    excerpt: '',
    summary: '',
    ...(language === undefined ? {} : { language }),
    author: fields.author ?? site.owner.slug,
    terms: fields.terms,
    sticky: fields.sticky ?? false,
    locked: null,
    image: null,
    series: fields.series ?? null,
    ...formatOf(fields),
    parent,
    order: fields.order ?? 0,
    redirectFrom: fields.redirectFrom,
    ...(fields.visibility === 'unlisted' ? { unlisted: true as const } : {}),
    ...(fields.path === undefined ? {} : { ownPath: true as const }),
    ...(fields.guid === undefined ? {} : { guid: fields.guid }),
    // Of a locked document they stay unsaid, like its text.
    ...(fields.fields === undefined || fields.password !== undefined ? {} : { fields: fields.fields }),
    facts: fields.facts,
    headings: [],
    images: [],
    wordCount: 0,
    digest: source.digest,
  };
}

/** Stands for the date of a page that says none, until Git or the file gives one. */
const undatedMoment = { local: '2024-01-01T00:00:00', gmt: '2024-01-01T00:00:00' };
