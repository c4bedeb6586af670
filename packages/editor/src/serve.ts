import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { contentSecurityPolicy, securityHeadersOf, UnfinishedBodies } from 'agentsite/http';
import type { Site } from 'agentsite/model';
import express, { type Request } from 'express';
import { bundleEditor } from './form/bundle.ts';
import { sessionWord } from './form/session.ts';
import type { Bearer } from './grants/bearer.ts';
import type { AskForDocument } from './grants/client-documents.ts';
import { createGrants } from './grants/grants.ts';
import { openProposals } from './proposals/open-proposals.ts';
import { createContentCheck } from './saves/content-check.ts';
import { ContentFolder } from './saves/content-folder.ts';
import { createEditApp } from './saves/create-app.ts';
import { openWorkingTree } from './saves/git.ts';
import { authorOf, refuse } from './saves/host-routes.ts';
import { openJournal, recover } from './saves/journal.ts';
import type { Keys } from './saves/keys.ts';
import { addToList } from './saves/lists.ts';
import { addMicropub, type MicropubAccess } from './saves/micropub.ts';
import { createPublisher, type Publisher } from './saves/publisher.ts';
import { createSaver } from './saves/saver.ts';
import { addSignIn, readSessionCookie } from './saves/sign-in.ts';
import { editorWords } from './words/editor-words.ts';

export interface EditServerOptions {
  /** The site's folder, in a Git working tree. */
  readonly root: string;
  readonly site: Site;
  /** Of the process's own state. */
  readonly folder: string;
  readonly keys: Keys;
  /** Address of the host that the editor is on: `https://edit.example.org`. */
  readonly origin: string;
  readonly behindSocket: boolean;
  /** Commands that publish, as words for Node. */
  readonly commands: readonly (readonly string[])[];
  readonly now: () => number;
  /** May clients register themselves? */
  readonly hasRegistration?: boolean;
  /** Asks for the documents of clients, at public addresses unless a test gives another. */
  readonly ask?: AskForDocument;
  /** Whose token a request of software has; default: what the sign-in of this host says. */
  readonly bearer?: Bearer;
  /** Words for Node: the command that builds with drafts. */
  readonly previewCommand?: readonly string[];
  /** Writes a line of the log of what software asked for. */
  readonly write?: (line: string) => void;
}

/** Bytes of bodies that have begun and not ended: of clients without a token, and of authors, who send photos. */
const [heldOfStrangers, heldOfAuthors] = [8 * 1024 * 1024, 160 * 1024 * 1024];
const maxConnections = 512;

/** Milliseconds between looks whether a scheduled document is due. */
const dueInterval = 10_000;

export interface EditServer {
  readonly server: Server;
  /** Whose token a request has; null on the site's own host, where there is no sign-in of clients. */
  readonly bearer: Bearer | null;
  readonly publisher: Publisher;
}

/** The process of `agentsite edit`: the editor, sign-in, Micropub, and the draft build for those who are signed in. */
export async function createEditServer(options: EditServerOptions): Promise<EditServer> {
  const { root, keys, origin, now } = options;
  const site: Site = { ...options.site, editor: true };
  const content = new ContentFolder(root);
  const tree = await openWorkingTree(root);
  const journal = openJournal(options.folder, content);
  await recover(journal, tree);
  const publisher = createPublisher(root, tree, options.commands, options.folder);
  const check = createContentCheck(content, site, () => new Date(now()).toISOString().slice(0, 19));
  await check.check();
  const save = createSaver({
    ...{ content, journal, ...check, words: editorWords(site) },
    // A remote that can't be reached is reported by the push.
    prepare: () => tree.pull().catch(() => undefined),
    record: (paths, { author, message }) => tree.commit(paths, author, message),
    forget: tree.forget,
    version: tree.head,
    publish: publisher.publish,
  });
  const authorOfSession = (session: string) => keys.authorOf('session', session);
  const strangers = new UnfinishedBodies(heldOfStrangers);
  // On the site's own host a web server in front sends the site; without one there is the last build.
  const hasOwnHost = new URL(origin).host !== new URL(site.url).host;
  // The public site has no authorization server.
  const grants = hasOwnHost
    ? createGrants({
        ...{ ...options, site, folder: keys.folder },
        hasRegistration: options.hasRegistration ?? false,
        authorOfSession: (request) => authorOfSession(readSessionCookie(request)),
      })
    : null;
  const output = join(root, hasOwnHost ? 'preview/client' : 'dist/client');
  const { previewCommand = [] } = options;
  const bearer = options.bearer ?? grants?.bearer;
  const proposals =
    bearer &&
    (await openProposals({
      ...{ ...options, site, content, tree, save, publisher, bearer, previewCommand, output },
      authorOfSession: (request) => authorOfSession(readSessionCookie(request)),
    }));
  const bodies = { strangers, authors: new UnfinishedBodies(heldOfAuthors) };
  /** A token of `--token` may do all; one of an app what its author allowed. */
  const accessOf = async (token: string, need: 'read' | 'create'): Promise<MicropubAccess> => {
    const author = keys.authorOf('token', token);
    if (author) return { author };
    if (!grants) return { status: 401, description: 'The token is not valid.' };
    const header = { get: () => (token === '' ? undefined : `Bearer ${token}`) } as Pick<Request, 'get'>;
    const asked = need === 'create' ? [need] : [need, 'create' as const];
    return grants.bearer.authenticate(header, '/edit/micropub', ...asked);
  };
  const edit = createEditApp({
    ...{ site, content, save, head: tree.head, history: tree.history },
    authorOfToken: (token, request) =>
      authorOfSession(token === sessionWord ? readSessionCookie(request) : token),
    program: await bundleEditor(root),
    addRoutes: (app) => {
      const verify = addSignIn(app, { ...options, site, strangers });
      grants?.addPages(app, verify);
      const { beforeCommit } = tree;
      addMicropub(app, { site, origin, content, save, now, bodies, ...check, beforeCommit, accessOf });
      proposals?.addRoutes(app);
    },
    addOwnRoutes: (router) => {
      router.get('/status', (_, response) => {
        response.json(publisher.state());
      });
      router.post('/gone', express.json({ limit: '16kb' }), async (request, response) => {
        const { path } = request.body as { path?: unknown };
        const change = addToList(content, 'redirects', [{ from: String(path), status: 410 }]);
        const message = `Answer 410 at ${path}`;
        const outcome = await save({ changes: [change], author: authorOf(response), message });
        if (outcome.kind === 'saved') response.json({});
        else refuse(response, 422, outcome.message);
      });
    },
  });
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', 'loopback');
  app.use((request, response, next) => {
    response.set({ ...securityHeadersOf(site), Link: '</edit/micropub>; rel="micropub"' });
    response.set('Content-Security-Policy', policyOfDrafts(site, request.path));
    next();
  });
  if (proposals) app.use(proposals.mcp);
  if (grants) app.use(grants.answer);
  app.use('/edit', edit);
  app.use((request, response, next) => {
    if (authorOfSession(readSessionCookie(request))) next();
    else response.redirect('/edit/sign-in');
  });
  app.use(
    express.static(output, {
      extensions: ['html'],
      setHeaders: (response) => void response.setHeader('Cache-Control', 'no-store'),
    }),
  );
  const schedule = setInterval(async () => {
    if ((check.nextDue() ?? '9999') > new Date(now()).toISOString().slice(0, 19)) return;
    await check.check();
    publisher.publish();
  }, dueInterval);
  // Kept open longer than clients do, so that none sends into a connection that is being closed.
  const keepAliveTimeout = 75_000;
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 120_000, keepAliveTimeout }, app);
  server.maxConnections = maxConnections;
  server.once('close', () => {
    clearInterval(schedule);
    grants?.close();
    proposals?.close();
  });
  await publisher.resume();
  return { server, publisher, bearer: grants?.bearer ?? null };
}

/**
 * The site's policy without any script: drafts and uploads are at the origin of the editor, and others than the author
 * who opens them may have written them. Browsers show no PDF in a sandbox.
 */
function policyOfDrafts(site: Site, path: string): string {
  const policy = contentSecurityPolicy(site).replace(/script-src [^;]+/, "script-src 'none'");
  const allowed = 'allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';
  return /\.pdf$/i.test(path) ? policy : `${policy}; sandbox ${allowed}`;
}
