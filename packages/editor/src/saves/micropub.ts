import type { CollectedBody, UnfinishedBodies } from 'agentsite/http';
import { mediaPath, type Site } from 'agentsite/model';
import { documentFormat } from 'agentsite/text';
import type { Express, Request, Response } from 'express';
import { type ContentFolder, type FileChange, shaOf } from './content-folder.ts';
import { readToken } from './create-app.ts';
import type { Author, WorkingTree } from './git.ts';
import { authorOf } from './host-routes.ts';
import { addToList, changeList } from './lists.ts';
import { listTerms, pathOfUpload, postFormat, type Written, writePost } from './micropub-post.ts';
import { type MicropubRequest, readMicropub } from './micropub-request.ts';
import { propertiesOf, updatePost } from './micropub-update.ts';
import type { createSaver } from './saver.ts';

/** Whose token it is, or why it isn't one for this. */
export type MicropubAccess =
  | { readonly author: Author }
  | { readonly status: 401 | 403; readonly description: string; readonly challenge?: string };

/** Micropub (W3C), for posts: a second entry to the same saves, for clients that write and publish. */
export interface MicropubParts {
  readonly site: Site;
  readonly origin: string;
  readonly content: ContentFolder;
  readonly save: ReturnType<typeof createSaver>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly accessOf: (token: string, need: 'read' | 'create') => Promise<MicropubAccess>;
  readonly beforeCommit: WorkingTree['beforeCommit'];
  /** The addresses at which a document is published; none for a draft. */
  readonly addressesOf: (source: string) => readonly string[];
  /** The file of the document at a path of the site, and the reverse. */
  readonly sourceAt: (path: string) => string | null;
  readonly pathOf: (source: string) => string | null;
  /** Bodies of those who have a token, and of those who may have one in the body. */
  readonly bodies: { readonly authors: UnfinishedBodies; readonly strangers: UnfinishedBodies };
}

const megabyte = 1024 * 1024;
/** Bytes of a body: with files, as text, and where the token is in it. */
const [maxFiles, maxText, maxUnknown] = [52 * megabyte, 5 * megabyte, megabyte];
const queries = ['config', 'source', 'category', 'syndicate-to', 'post-types'] as const;
const syndication = { 'syndicate-to': [] };
const postTypes = {
  'post-types': ['note', 'article', 'photo', 'bookmark'].map((type) => ({
    type,
    name: type.replace(/^./, (letter) => letter.toUpperCase()),
  })),
};
/** Saves that are tried again because another one took the name of the file. */
const maxTries = 5;
const addresses = documentFormat(['redirectFrom']);

export function addMicropub(app: Express, parts: MicropubParts): void {
  const { content, origin, site } = parts;
  app.get('/micropub', async (request, response) => {
    const access = await parts.accessOf(readToken(request) ?? '', 'read');
    if (!('author' in access)) return refuse(response, access);
    const query = new URL(request.originalUrl, origin).searchParams;
    switch (query.get('q')) {
      case 'config':
        return void response.json({
          'media-endpoint': `${origin}/edit/micropub/media`,
          q: queries,
          ...{ ...syndication, ...postTypes, visibility: ['public', 'unlisted'] },
        });
      case 'syndicate-to':
        return void response.json(syndication);
      case 'post-types':
        return void response.json(postTypes);
      case 'category':
        return void response.json({ categories: listTerms(content).map(({ slug }) => slug) });
      case 'source':
        return sendSource(response, query);
      default:
        return fail(response, 400, `q is one of ${queries.join(', ')}.`);
    }
  });
  app.post('/micropub', async (request, response) => {
    const read = await authenticate(request, response, parts);
    if (!read) return;
    switch (read.action) {
      case 'none':
        return fail(response, 400, read.problem);
      case 'create':
        return answer(response, parts, 'Add', () => writePost(read.properties, read.files, parts));
      case 'update':
        return answer(response, parts, 'Change', () => {
          const source = findSource(read.url);
          return source === null ? missing : updatePost(source, read.changes, parts);
        });
      case 'delete':
        return answer(response, parts, 'Delete', () => remove(read.url));
      case 'undelete':
        return answer(response, parts, 'Restore', () => restore(read.url));
    }
  });
  app.post('/micropub/media', async (request, response) => {
    const read = await authenticate(request, response, parts);
    if (!read) return;
    const file = read.files.find(({ property }) => property === 'file');
    if (!file) return fail(response, 400, 'Send one file of at most 50 MB as "file".');
    await answer(response, parts, 'Add', () => {
      const path = pathOfUpload(content, file.name);
      return { path, changes: [{ operation: 'create', path, bytes: file.bytes }] };
    });
  });

  /** The path of an address on this site; null for one elsewhere. */
  function pathOf(url: string): string | null {
    const { href = '' } = URL.parse(url) ?? {};
    return href.startsWith(`${site.url}/`)
      ? decodePath(new URL(href.slice(site.url.length), origin).pathname)
      : null;
  }

  function findSource(url: string): string | null {
    const path = pathOf(url);
    return path === null ? null : parts.sourceAt(path);
  }

  /** A published document is gone (410) at its addresses; its file is in the history. */
  function remove(url: string): Written {
    const path = findSource(url);
    const bytes = path === null ? null : content.read(path);
    if (path === null || !bytes) return missing;
    const gone = parts.addressesOf(path).map((from) => ({ from, status: 410 }));
    const changes: FileChange[] = [{ operation: 'delete', path, sha: shaOf(bytes) }];
    if (gone.length > 0) changes.push(addToList(content, 'redirects', gone));
    return { path, changes, lines: [deletedAt(url)] };
  }

  async function restore(url: string): Promise<Written> {
    if (pathOf(url) === null) return missing;
    if (findSource(url) !== null) return { problem: 'The document is not deleted.' };
    const found = await parts.beforeCommit(deletedAt(url));
    if (!found) return missing;
    const { path, text } = found;
    const { redirectFrom = [] } = addresses.fromFile(text) as { readonly redirectFrom?: readonly string[] };
    const back = new Set([pathOf(url), ...redirectFrom]);
    const list = changeList(content, 'redirects', (all: readonly { from: string; status?: number }[]) =>
      all.filter(({ from, status }) => status !== 410 || !back.has(from)),
    );
    const file: FileChange = { operation: 'create', path, bytes: Buffer.from(text) };
    return { path, changes: list.operation === 'create' ? [file] : [file, list] };
  }

  /** The line of a commit by which `undelete` finds it. */
  const deletedAt = (url: string) => `Deleted-at: ${encodeURI(pathOf(url) ?? '')}`;

  function sendSource(response: Response, query: URLSearchParams) {
    const source = findSource(query.get('url') ?? '');
    const bytes = source === null ? null : content.read(source);
    if (!bytes) return fail(response, 400, missing.problem);
    const all = propertiesOf(postFormat.fromFile(bytes.toString()));
    const wanted = [...query.getAll('properties[]'), ...query.getAll('properties')];
    if (wanted.length === 0) return response.json({ type: ['h-entry'], properties: all });
    const some = Object.entries(all).filter(([name]) => wanted.includes(name));
    return response.json({ properties: Object.fromEntries(some) });
  }
}

/** Reads the body of an author. A token is in the header; without one there, a small form may contain it. */
async function authenticate(
  request: Request,
  response: Response,
  parts: MicropubParts,
): Promise<MicropubRequest | null> {
  const inHeader = readToken(request);
  const access = await parts.accessOf(inHeader ?? '', 'create');
  const type = request.get('Content-Type') ?? '';
  const isForm = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type);
  const isKnown = 'author' in access;
  if (!isKnown && (inHeader !== null || !isForm)) {
    refuse(response, access);
    return null;
  }
  const limit = isKnown ? (/^multipart/i.test(type) ? maxFiles : maxText) : maxUnknown;
  const bodies = isKnown ? parts.bodies.authors : parts.bodies.strangers;
  const body = await bodies.collect(request, limit, isKnown);
  if (body.kind !== 'complete') {
    const fix = isKnown ? 'make it smaller' : 'send the token in the header Authorization';
    failReading(response, body.kind, `The body is larger than ${limit / megabyte} MB: ${fix}.`);
    return null;
  }
  const read = await readMicropub(type, body.bytes);
  const found = isKnown ? access : await parts.accessOf(read.token ?? '', 'create');
  if (!('author' in found)) refuse(response, found);
  else if (isKnown && read.token !== null)
    fail(response, 400, 'Send the token once: in the header, or in the body.');
  else {
    response.locals.author = found.author;
    return read;
  }
  return null;
}

/** Saves, and answers with the address of what was added, or has another address now. */
async function answer(
  response: Response,
  parts: MicropubParts,
  verb: 'Add' | 'Change' | 'Delete' | 'Restore',
  write: () => Written | Promise<Written>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const file = await write();
    if ('problem' in file) return fail(response, 400, file.problem);
    const { path, changes, lines = [] } = file;
    const before = parts.pathOf(path);
    const message = [`${verb} ${path}`, ...lines].join('\n\n');
    const outcome = await parts.save({ changes, author: authorOf(response), message });
    if (outcome.kind === 'outdated' && tries < maxTries) continue;
    if (outcome.kind !== 'saved') return fail(response, 400, outcome.message);
    const isDocument = path.endsWith('.md');
    const address = isDocument ? parts.pathOf(path) : mediaPath(path.slice('content/'.length));
    if (verb === 'Delete' || (verb === 'Change' && before === address))
      return void response.status(204).end();
    return void response
      .status(201)
      .location(`${parts.site.url}${encodeURI(address ?? '/')}`)
      .end();
  }
}

const missing = { problem: 'There is no such document.' };

function fail(response: Response, status: number, description: string): void {
  response.status(status).json({ error: 'invalid_request', error_description: description });
}

function refuse(
  response: Response,
  { status, description, challenge }: Exclude<MicropubAccess, { author: Author }>,
) {
  if (challenge !== undefined) response.set('WWW-Authenticate', challenge);
  const error = status === 401 ? 'unauthorized' : 'insufficient_scope';
  response.status(status).json({ error, error_description: description });
}

function failReading(
  response: Response,
  kind: Exclude<CollectedBody['kind'], 'complete'>,
  tooLarge: string,
): void {
  // What is left of the body is not waited for.
  response.set('Connection', 'close');
  if (kind === 'too-large') fail(response, 413, tooLarge);
  else if (kind === 'crowded')
    fail(response.set('Retry-After', '2'), 503, 'Too many bodies arrive at the moment. Try again.');
  else if (kind === 'broken') fail(response, 400, 'The body is not what its Content-Encoding says.');
  else fail(response, 415, 'The body has a Content-Encoding that is not accepted here.');
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
