import type { CollectedBody, UnfinishedBodies } from 'agentsite/http';
import { mediaPath, type Site } from 'agentsite/model';
import { documentFormat, type FormValues } from 'agentsite/text';
import type { Express, Request, Response } from 'express';
import type { ContentFolder } from './content-folder.ts';
import { readToken } from './create-app.ts';
import type { Author } from './git.ts';
import { authorOf } from './host-routes.ts';
import { listTerms, type NewFile, pathOfUpload, postFields, writePost } from './micropub-post.ts';
import { type MicropubRequest, readMicropub } from './micropub-request.ts';
import type { createSaver } from './saver.ts';

/** Micropub (W3C), for posts: a second entry to the same saves, for clients that write and publish. */
export interface MicropubParts {
  readonly site: Site;
  readonly origin: string;
  readonly content: ContentFolder;
  readonly save: ReturnType<typeof createSaver>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly authorOfToken: (token: string) => Author | null;
  /** The file of the document at a path of the site, and the reverse. */
  readonly sourceAt: (path: string) => string | null;
  readonly pathOf: (source: string) => string | null;
  /** Bodies of those who have a token, and of those who may have one in the body. */
  readonly bodies: { readonly authors: UnfinishedBodies; readonly strangers: UnfinishedBodies };
}

const megabyte = 1024 * 1024;
/** Bytes of a body: with files, as text, and where the token is in it. */
const [maxFiles, maxText, maxUnknown] = [52 * megabyte, 5 * megabyte, megabyte];
const queries = ['config', 'source', 'category', 'syndicate-to'] as const;
const syndication = { 'syndicate-to': [] };
/** Saves that are tried again because another one took the name of the file. */
const maxTries = 5;
const format = documentFormat(postFields);

export function addMicropub(app: Express, parts: MicropubParts): void {
  const { content, origin, site } = parts;
  app.get('/micropub', (request, response) => {
    if (!parts.authorOfToken(readToken(request) ?? '')) return fail(response, 401, 'The token is not valid.');
    const query = new URL(request.originalUrl, origin).searchParams;
    switch (query.get('q')) {
      case 'config':
        return void response.json({
          'media-endpoint': `${origin}/edit/micropub/media`,
          q: queries,
          ...{ ...syndication, visibility: ['public', 'unlisted'] },
        });
      case 'syndicate-to':
        return void response.json(syndication);
      case 'category':
        return void response.json({ categories: listTerms(content).map(({ slug }) => slug) });
      case 'source':
        return sendSource(response, query);
      default:
        return fail(response, 400, `q is one of ${queries.join(', ')}.`);
    }
  });
  app.post('/micropub', async (request, response) => {
    const read = await authenticate(request, response);
    if (!read) return;
    if (read.properties === null) return fail(response, 400, read.problem);
    const { properties, files } = read;
    await answer(
      response,
      () => writePost(properties, files, parts),
      (path) => parts.pathOf(path) ?? '/',
    );
  });
  app.post('/micropub/media', async (request, response) => {
    const read = await authenticate(request, response);
    if (!read) return;
    const file = read.files.find(({ property }) => property === 'file');
    if (!file) return fail(response, 400, 'Send one file of at most 50 MB as "file".');
    const create = (): NewFile => {
      const path = pathOfUpload(content, file.name);
      return { path, changes: [{ operation: 'create', path, bytes: file.bytes }] };
    };
    await answer(response, create, (path) => mediaPath(path.slice('content/'.length)));
  });

  /** Reads the body of an author. A token is in the header; without one there, a small form may contain it. */
  async function authenticate(request: Request, response: Response): Promise<MicropubRequest | null> {
    const inHeader = readToken(request);
    const known = inHeader === null ? null : parts.authorOfToken(inHeader);
    const type = request.get('Content-Type') ?? '';
    const isForm = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type);
    if (!known && (inHeader !== null || !isForm)) {
      fail(response, 401, 'The token is not valid.');
      return null;
    }
    const limit = known ? (/^multipart/i.test(type) ? maxFiles : maxText) : maxUnknown;
    const bodies = known ? parts.bodies.authors : parts.bodies.strangers;
    const body = await bodies.collect(request, limit, known !== null);
    if (body.kind !== 'complete') {
      const fix = known ? 'make it smaller' : 'send the token in the header Authorization';
      failReading(response, body.kind, `The body is larger than ${limit / megabyte} MB: ${fix}.`);
      return null;
    }
    const read = await readMicropub(type, body.bytes);
    const author = known ?? parts.authorOfToken(read.token ?? '');
    if (author && !(known && read.token !== null)) {
      response.locals.author = author;
      return read;
    }
    if (author) fail(response, 400, 'Send the token once: in the header, or in the body.');
    else fail(response, 401, 'The token is not valid.');
    return null;
  }

  /** Saves, and answers with the address of what was added. */
  async function answer(
    response: Response,
    create: () => NewFile | { readonly problem: string },
    pathOf: (path: string) => string,
  ): Promise<void> {
    for (let tries = 1; ; tries++) {
      const file = create();
      if ('problem' in file) return fail(response, 400, file.problem);
      const message = `Add ${file.path}`;
      const outcome = await parts.save({ changes: file.changes, author: authorOf(response), message });
      if (outcome.kind === 'outdated' && tries < maxTries) continue;
      if (outcome.kind !== 'saved') return fail(response, 400, outcome.message);
      return void response
        .status(201)
        .location(`${site.url}${encodeURI(pathOf(file.path))}`)
        .end();
    }
  }

  function sendSource(response: Response, query: URLSearchParams) {
    const url = query.get('url') ?? '';
    const source = URL.canParse(url) ? parts.sourceAt(decodePath(new URL(url).pathname)) : null;
    const bytes = source === null ? null : content.read(source);
    if (!bytes) return fail(response, 400, 'There is no such document.');
    const all = propertiesOf(format.fromFile(bytes.toString()));
    const wanted = [...query.getAll('properties[]'), ...query.getAll('properties')];
    if (wanted.length === 0) return response.json({ type: ['h-entry'], properties: all });
    const some = Object.entries(all).filter(([name]) => wanted.includes(name));
    return response.json({ properties: Object.fromEntries(some) });
  }
}

function fail(response: Response, status: number, description: string): void {
  const error = status === 401 ? 'unauthorized' : 'invalid_request';
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

/** What the form shows of a post, as properties. */
function propertiesOf(values: FormValues): Readonly<Record<string, readonly unknown[]>> {
  const { title, body, date, modified, description, draft, slug, link, visibility } = values;
  const { categories = [], tags = [] } = values;
  const all = {
    ...{ name: title, content: body, published: date, updated: modified, summary: description },
    ...{ 'mp-slug': slug, 'bookmark-of': link, visibility },
    'post-status': draft === true ? 'draft' : 'published',
  };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given.map(([name, value]) => [name, [value]])),
    category: [...(categories as string[]), ...(tags as string[])],
  };
}
