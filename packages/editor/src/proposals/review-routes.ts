import { existsSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { contentSecurityPolicy } from 'agentsite/http';
import { kindsOf, type Site } from 'agentsite/model';
import { documentFormat, rewriteAddresses } from 'agentsite/text';
import express, { type Express, type Request, type Response } from 'express';
import { editorPolicy } from '../form/editor-page.ts';
import type { Author } from '../saves/git.ts';
import { refuse } from '../saves/host-routes.ts';
import type { PublishState } from '../saves/publisher.ts';
import { type Approvals, digestOf, type Proof, type Subject } from './approvals.ts';
import type { Desk } from './desk.ts';
import { listFindings } from './findings.ts';
import type { ChangedFile, GitObjects } from './git-objects.ts';
import { markHtml, markSource } from './marked-words.ts';
import type { createPreviewKeys } from './previews.ts';
import type { Proposal, Proposals } from './proposals.ts';
import { type ReviewedFile, renderProposalList, renderReview } from './review-page.ts';
import type { Trial } from './trial.ts';

export interface ReviewParts {
  readonly site: Site;
  readonly objects: GitObjects;
  readonly proposals: Proposals;
  readonly trial: Trial;
  readonly desk: Desk;
  readonly approvals: Approvals;
  readonly previewKeys: ReturnType<typeof createPreviewKeys>;
  /** Who is signed in at the browser of a request. */
  readonly authorOfSession: (request: Request) => Author | null;
  /** The folder of the site as it is now. */
  readonly output: string;
  readonly state: () => PublishState;
}

const maxRemark = 2_000;

/** What owners see of proposals, below `/edit/proposals/`, and the private pages of previews. */
export function addReview(app: Express, parts: ReviewParts): void {
  const { site, objects, proposals, desk, approvals, trial } = parts;
  const router = express.Router();
  app.get('/preview/:key/*path', async (request, response) => {
    const tree = parts.previewKeys.read(String(request.params.key));
    if (tree === null) return refuse(response, 404, 'This address is no longer valid.');
    await sendPage(response, await trial.build(tree), request, `/edit/preview/${request.params.key}`, false);
  });
  app.use('/proposals', (request, response, next) => {
    const author = parts.authorOfSession(request);
    response.locals.author = author;
    if (author) return next();
    if (request.method !== 'GET') return refuse(response, 401, 'Sign in first.');
    // A link of a mail sends no strict cookie; the page's own request does.
    if (request.get('Sec-Fetch-Site') === 'cross-site')
      return void response
        .type('html')
        .send('<!doctype html><meta http-equiv="refresh" content="0"><title>…</title>');
    response.redirect(`/edit/sign-in?to=proposals${encodeURIComponent(request.path)}`);
  });
  // The pages of sites are frames of the same origin, in which nothing runs.
  router.use((_, response, next) => {
    const policy = editorPolicy(site).replace('frame-src blob:', "frame-src 'self'");
    response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
    next();
  });
  app.use('/proposals', router);

  router.get('/', async (_, response) => {
    const all = await proposals.list();
    const [first, second] = all.filter(({ state }) => state === 'open');
    if (first && !second) return response.redirect(`/edit/proposals/${first.id}`);
    response.type('html').send(renderProposalList(site, all));
  });
  router.get('/state', (_, response) => void response.json(parts.state()));
  router.get('/now/*path', (request, response) => sendPage(response, parts.output, request, null, true));
  router.get('/page/:tree/*path', async (request, response) => {
    const tree = String(request.params.tree);
    const isKnown = (await proposals.list()).some((one) => one.tree === tree);
    const output = isKnown ? await trial.build(tree) : null;
    await sendPage(response, output, request, `/edit/proposals/page/${tree}`, true);
  });
  router.get('/:id/file/*path', async (request, response) => {
    const proposal = await proposals.find(String(request.params.id));
    const path = pathOf(request);
    const blob = proposal && (await objects.blobAt(proposal.tree, path));
    response.set('Content-Security-Policy', "default-src 'none'; sandbox");
    if (!blob || path.endsWith('.md')) return refuse(response, 404, 'There is nothing at this address.');
    response.type(path.slice(path.lastIndexOf('.'))).send(await objects.read(blob));
  });
  router.get('/:id', async (request, response) => {
    const found = await proposals.find(String(request.params.id));
    if (!found) return response.redirect('/edit/proposals/');
    const { kind, proposal, files } = await proposals.refresh(found);
    const subject = { proposal: proposal.commit, base: proposal.base, tree: proposal.tree };
    const { email } = response.locals.author as Author;
    const review = {
      ...{ proposal, subject, digest: digestOf(subject), isStale: kind === 'stale' },
      documents: await readDocuments(parts, proposal, files),
      images: files
        .filter(({ path }) => !path.endsWith('.md'))
        .map(({ path }) => ({ path, address: `./${proposal.id}/file/${encodeURI(path)}` })),
      code: approvals.codeFor(subject, email),
    };
    response.type('html').send(renderReview(site, review));
  });

  /** What an owner does with the proposal that they saw. */
  const onAction = (
    action: string,
    act: (proposal: Proposal, fields: Readonly<Record<string, unknown>>, response: Response) => Promise<void>,
  ) =>
    router.post(`/:id/${action}`, express.json({ limit: '1mb' }), async (request, response) => {
      const fields = (request.body ?? {}) as Readonly<Record<string, unknown>>;
      const proposal = await proposals.find(String(request.params.id));
      if (!proposal || proposal.commit !== fields.proposal)
        return refuse(response, 409, 'It has changed since.');
      await act(proposal, fields, response);
    });
  onAction('approve', async (proposal, { base, tree, response: answer, code }, response) => {
    const author = response.locals.author as Author;
    const subject: Subject = { proposal: proposal.commit, base: String(base), tree: String(tree) };
    const proof: Proof =
      typeof code === 'string'
        ? { kind: 'code', email: author.email, code: code.replace(/\D/g, '') }
        : { kind: 'passkey', response: answer };
    const outcome = await desk.approve(proposal.id, subject, proof, author);
    if (outcome.kind !== 'approved')
      return refuse(response, outcome.kind === 'outdated' ? 409 : 422, outcome.message);
    const { commit, paths } = outcome;
    const { pathOf: addressOf } = await trial.check(commit, subject.tree);
    const page = paths.map(addressOf).find((one) => one !== null) ?? '/';
    response.json({ commit, url: `${site.url}${encodeURI(page)}` });
  });
  onAction('return', async (proposal, { remark }, response) => {
    const facts = { state: 'returned', remark: String(remark).slice(0, maxRemark) } as const;
    if (await proposals.replace(proposal, facts)) response.json({});
    else refuse(response, 409, 'It has changed since.');
  });
  onAction('discard', async (proposal, _, response) => {
    if (await proposals.remove(proposal)) response.json({});
    else refuse(response, 409, 'It has changed since.');
  });
  onAction('edit', async (proposal, { path, text, date }, response) => {
    const blob = await objects.blobAt(proposal.tree, String(path));
    const before = blob === null ? '' : (await objects.read(blob)).toString();
    const format = documentFormat(['date']);
    const changed =
      typeof text === 'string'
        ? withEndings(text, before)
        : format.toFile({ ...format.fromFile(before), date: `${date}:00`.slice(0, 19) });
    const outcome = await desk.submit(proposal, new Map([[String(path), Buffer.from(changed)]]), proposal);
    if (outcome.kind === 'proposed') response.json({});
    else refuse(response, 422, outcome.message);
  });
}

/** Forms send lines with CRLF; a file keeps its own ends of lines. */
function withEndings(text: string, before: string): string {
  const plain = text.replaceAll('\r\n', '\n');
  return before.includes('\r\n') ? plain.replaceAll('\n', '\r\n') : plain;
}

async function readDocuments(
  { objects, trial, site }: ReviewParts,
  { base, tree }: Proposal,
  files: readonly ChangedFile[],
): Promise<ReviewedFile[]> {
  const documents: ReviewedFile[] = [];
  const textOf = async (blob: string | null) => (blob === null ? '' : (await objects.read(blob)).toString());
  const { pathOf: addressOf } = await trial.check(base, tree);
  for (const { path, before, after } of files.filter((one) => one.path.endsWith('.md'))) {
    const [old, text] = [await textOf(before), await textOf(after)];
    const [oldHtml, html] = [await trial.bodyOf(base, path), await trial.bodyOf(tree, path)];
    const address = addressOf(path);
    const kind = kindsOf(site).find(({ folder }) => path.startsWith(`content/${folder}/`));
    documents.push({
      ...{ path, text },
      findings: listFindings({ text: old, html: oldHtml }, { text, html }),
      source: markSource(old, text),
      body: rewriteAddresses(markHtml(oldHtml, html), (one) =>
        one.startsWith('/media/') ? `/edit/proposals/page/${tree}${one}` : null,
      ),
      now: before === null || address === null ? null : `./now${encodeURI(address)}`,
      after: address === null ? null : `./page/${tree}${encodeURI(address)}`,
      canWait: before === null && kind?.dated === true,
    });
  }
  return documents;
}

const pathOf = (request: Request) => (request.params.path as unknown as readonly string[]).join('/');

/** A file of a built site. Its pages run no scripts, and their addresses stay below `base`. */
async function sendPage(
  response: Response,
  folder: string | null,
  request: Request,
  base: string | null,
  isFramed: boolean,
): Promise<void> {
  const path = normalize(`/${pathOf(request)}`);
  const names = folder === null ? [] : [path, `${path}/index.html`, `${path}.html`];
  const file = names
    .map((name) => join(folder ?? '', name))
    .find((name) => existsSync(name) && /\.\w+$/.test(name));
  response.set({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
  });
  response.set('Content-Security-Policy', policyOfPages(isFramed)).removeHeader('X-Frame-Options');
  if (!file) return refuse(response, 404, 'There is nothing at this address.');
  const bytes = readFileSync(file);
  response.type(file.slice(file.lastIndexOf('.')));
  if (base === null || !file.endsWith('.html')) return void response.send(bytes);
  const move = (address: string) => (/^\/(?!\/)/.test(address) ? base + address : null);
  response.send(rewriteAddresses(bytes.toString(), move));
}

function policyOfPages(isFramed: boolean): string {
  const policy = contentSecurityPolicy({ plugins: [], connect: { forms: [] } } as never).replace(
    /script-src [^;]+/,
    "script-src 'none'",
  );
  const framed = isFramed ? policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'") : policy;
  return `${framed}; sandbox allow-same-origin`;
}
