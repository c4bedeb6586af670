import type { Body, Document, Library } from '../model/document.ts';
import { type Kind, kindsOf, taxonomiesOf } from '../model/kinds.ts';
import { apiBase, paths } from '../model/urls.ts';
import type { WpContext } from './context.ts';
import { alternateLink, pagingLink, rootLink } from './headers.ts';
import { describeIndex, describeNamespace } from './index.ts';
import { type WpObject, wpObjects } from './objects/objects.ts';
import {
  describePostInputs,
  joinPieces,
  linkOf,
  type PostPieces,
  renderPost,
  renderPostHit,
} from './objects/post.ts';
import {
  describeStatus,
  describeTaxonomies,
  describeTaxonomy,
  describeType,
  describeTypes,
  listTaxonomies,
  listTypes,
} from './objects/types.ts';
import { wpNamespaces } from './routes.ts';

/** An answer of the REST interface to a request without a query, as a file with the bytes of the sidecar's answer. */
export interface WpFile {
  /** Path of the address: `/wp-json/wp/v2/posts`. */
  readonly path: string;
  /** Headers next to those of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Name of the file, from the root of the output: `wp-json/wp/v2/posts.json`. */
  readonly file: string;
  /** Everything next to the code and the site's data that the body is made from; documents by their digests. */
  readonly key: unknown;
  /** The document in the file, if there is one. */
  readonly document?: Document;
  /** @param pieces of its document, where they are at hand */
  render(pieces?: PostPieces): string;
}

const perPage = 10;

/** Every file, rendered when asked for. `context` is made once for the library. */
export function* wpFiles(library: Library, context: WpContext): Generator<WpFile> {
  const { site } = library;
  const objects = wpObjects(context);
  const value = (path: string, described: object) =>
    fileAt(path, rootLink(apiBase(site)), [], () => JSON.stringify(described));
  yield value(paths.wpRoot, describeIndex(site));
  for (const namespace of wpNamespaces)
    yield value(paths.wpRoot + namespace, describeNamespace(site, namespace));
  yield value(`${paths.wpV2}/types`, describeTypes(site));
  for (const slug of listTypes(site)) {
    yield value(`${paths.wpV2}/types/${slug}`, describeType(site, slug) ?? {});
  }
  yield value(`${paths.wpV2}/taxonomies`, describeTaxonomies(site));
  for (const slug of listTaxonomies(site)) {
    yield value(`${paths.wpV2}/taxonomies/${slug}`, describeTaxonomy(site, slug) ?? {});
  }
  yield value(`${paths.wpV2}/statuses`, { publish: describeStatus(apiBase(site)) });
  yield value(`${paths.wpV2}/statuses/publish`, describeStatus(apiBase(site)));

  for (const kind of kindsOf(site)) yield* documentFiles(library, context, kind);
  yield listFile(
    context,
    'search',
    library.documents.length,
    () => library.documents.slice(0, perPage).map((document) => renderPostHit(context, document)),
    library.documents.slice(0, perPage).map(({ digest }) => digest),
  );
  for (const { name, restBase } of taxonomiesOf(site)) yield* objectFiles(context, objects, name, restBase);
  yield* objectFiles(context, objects, 'user', 'users');
  yield* objectFiles(context, objects, 'attachment', 'media');
  yield* objectFiles(context, objects, 'comment', 'comments');
  const languages = objects.filter(({ kind }) => kind === 'language').map(({ view }) => view);
  if (languages.length > 0) {
    const first = languages.slice(0, perPage);
    yield listFile(context, 'languages', languages.length, () => first, languages);
  }
}

function* documentFiles(library: Library, context: WpContext, kind: Kind): Generator<WpFile> {
  const documents = library.documents.filter((document) => document.kind === kind.name);
  const base = kind.restBase;
  const render = (document: Document, body: Body) => renderPost(context, document, body);
  const first = documents.slice(0, perPage);
  yield listFile(
    context,
    base,
    documents.length,
    () => first.map((document) => render(document, library.body(document))),
    first.map((document) => describePostInputs(context, document)),
  );
  for (const document of documents) {
    const path = `${paths.wpV2}/${base}/${document.id}`;
    const key = describePostInputs(context, document);
    const link = alternateLink(linkOf(context, document));
    const file = fileAt(path, link, key, (pieces) =>
      pieces ? joinPieces(pieces) : render(document, library.body(document)),
    );
    yield { ...file, document };
  }
}

function* objectFiles(
  context: WpContext,
  objects: readonly WpObject[],
  kind: WpObject['kind'],
  base: string,
): Generator<WpFile> {
  const own = objects.filter((object) => object.kind === kind).sort((a, b) => a.place - b.place);
  const first = own.slice(0, perPage).map(({ view }) => view);
  yield listFile(context, base, own.length, () => first, first);
  for (const { id, view } of own) {
    const link = kind === 'attachment' ? alternateLink((JSON.parse(view) as { link: string }).link) : null;
    const path = `${paths.wpV2}/${base}/${id}`;
    yield fileAt(path, link ?? rootLink(context.api), [view], () => view);
  }
}

function listFile(
  context: WpContext,
  base: string,
  total: number,
  render: () => readonly string[],
  key: readonly unknown[],
): WpFile {
  const path = `${paths.wpV2}/${base}`;
  const pages = Math.ceil(total / perPage);
  const link = pagingLink(1, pages, 0, (page) => `${context.api}${path}?page=${page}`);
  return fileAt(path, link ?? rootLink(context.api), [total, ...key], () => `[${render().join(',')}]`, {
    'X-WP-Total': String(total),
    'X-WP-TotalPages': String(pages),
  });
}

/** An address may be a folder's too, so every file ends in `.json`. */
function fileAt(
  path: string,
  link: string,
  key: unknown,
  render: WpFile['render'],
  totals: Readonly<Record<string, string>> = {},
): WpFile {
  const file = path.endsWith('/') ? `${path.slice(1)}index.json` : `${path.slice(1)}.json`;
  return { path, file, headers: { ...totals, Link: link, Allow: 'GET' }, key, render };
}
