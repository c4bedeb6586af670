import express, { type RequestHandler, type Response, Router } from 'express';
import type { ContentFolder, FileChange } from './content-folder.ts';
import type { Author, Commit } from './git.ts';
import type { SaveOutcome, SaveRequest } from './saver.ts';

/**
 * The routes of a Git host that Sveltia uses, in the form of Gitea's API: read the tree and files of the content, and
 * save several files at once. Everything else of that API is absent.
 */
export interface HostParts {
  readonly content: ContentFolder;
  readonly head: () => Promise<string>;
  readonly history: (path: string) => Promise<readonly Commit[]>;
  readonly save: (request: SaveRequest) => Promise<SaveOutcome>;
  readonly url: string;
}

/** Bytes of a request: five photos of a phone, in Base64. */
const maxBody = '80mb';
const repository = '/repos/site/content';
const large = 64 * 1024 * 1024;
const limits = { default_max_blob_size: large, default_max_response_size: large };
/** What the editor asks of every host. */
const instance = {
  '/version': { version: '1.24.0' },
  '/settings/api': { default_paging_num: 500, max_response_items: 500, ...limits },
  [repository]: { permissions: { pull: true, push: true }, default_branch: 'main' },
};

export function hostRoutes(parts: HostParts): Router {
  const { content } = parts;
  const router = Router();
  const commitOf = async () => ({ id: await parts.head(), message: '' });
  for (const [path, facts] of Object.entries(instance))
    router.get(path, (_, response) => void response.json(facts));
  router.get('/user', (_, response) => {
    const { name, email } = authorOf(response);
    response.json({ id: 1, login: name, full_name: name, email, avatar_url: '', html_url: parts.url });
  });
  router.get(`${repository}/branches/main`, async (_, response) => {
    response.json({ name: 'main', commit: await commitOf() });
  });
  router.get(`${repository}/git/trees/:sha`, async (_, response) => {
    const tree = content.list().map((file) => ({ ...file, type: 'blob', mode: '100644' }));
    response.json({ sha: await parts.head(), tree, truncated: false });
  });
  router.post(`${repository}/file-contents`, express.json({ limit: '1mb' }), (request, response) => {
    const { files } = request.body as { files?: unknown };
    const shas = new Map(content.list().map(({ path, sha }) => [path, sha]));
    const found = (Array.isArray(files) ? files : []).map((path: unknown) => {
      const bytes = typeof path === 'string' ? content.read(path) : null;
      const sha = shas.get(String(path));
      return bytes && sha ? { path, sha, encoding: 'base64', content: bytes.toString('base64') } : null;
    });
    response.json(found);
  });
  router.get([`${repository}/raw/*path`, `${repository}/media/main/*path`], sendFile(content));
  router.get(`${repository}/commits`, async (request, response) => {
    const commits = await parts.history(String(request.query.path ?? ''));
    response.json(
      commits.map(({ sha, author, date, message }) => ({
        sha,
        created: date,
        commit: { author: { ...author, date }, message },
        author: null,
      })),
    );
  });
  router.post(`${repository}/contents`, express.json({ limit: maxBody }), async (request, response) => {
    const { files, message } = request.body as { files?: unknown; message?: unknown };
    const changes = (Array.isArray(files) ? files : []).map(readChange);
    if (changes.includes(null)) return refuse(response, 422, 'A file of the request has another form.');
    const outcome = await parts.save({
      changes: changes as FileChange[],
      author: authorOf(response),
      message: typeof message === 'string' && message !== '' ? message.slice(0, 500) : 'Edit content',
    });
    sendOutcome(response, outcome);
  });
  return router;
}

/** Who is signed in; requests without anyone were refused before. */
export const authorOf = ({ locals }: Response) => locals.author as Author;

function readChange(file: unknown): FileChange | null {
  if (typeof file !== 'object' || file === null) return null;
  const { operation, path, content, from_path: from, sha } = file as Readonly<Record<string, unknown>>;
  if (operation !== 'create' && operation !== 'update' && operation !== 'delete') return null;
  if (typeof path !== 'string' || (operation !== 'delete' && typeof content !== 'string')) return null;
  return {
    operation,
    path,
    ...(operation === 'delete' ? {} : { bytes: Buffer.from(String(content), 'base64') }),
    ...(typeof from === 'string' && from !== '' && from !== path ? { from } : {}),
    ...(typeof sha === 'string' && sha !== '' ? { sha } : {}),
  };
}

function sendOutcome(response: Response, outcome: SaveOutcome): void {
  if (outcome.kind === 'saved') {
    // Another commit than the last one makes the editor read the files again.
    const sha = outcome.isAsSent ? outcome.head : '0'.repeat(40);
    const files = outcome.files.map((file) => (file.sha === null ? null : file));
    const { gone } = outcome;
    response.status(201).json({ commit: { sha, created: new Date().toISOString() }, files, gone });
  } else refuse(response, outcome.kind === 'outdated' ? 409 : 422, outcome.message);
}

export function refuse(response: Response, status: number, message: string): void {
  response.status(status).json({ message });
}

function sendFile(content: ContentFolder): RequestHandler {
  return (request, response) => {
    const path = (request.params.path as unknown as readonly string[]).join('/');
    const bytes = content.read(path);
    // Opened as a page, nothing of it runs.
    response.set('Content-Security-Policy', "default-src 'none'; sandbox");
    if (bytes) response.type(path.slice(path.lastIndexOf('.'))).send(bytes);
    else refuse(response, 404, `There is no ${path}.`);
  };
}
