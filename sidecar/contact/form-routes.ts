import { setTimeout as delay } from 'node:timers/promises';
import { type Request, type Response, Router } from 'express';
import type { Logger } from 'pino';
import {
  contactLimits,
  type FieldFaults,
  type FieldProblems,
  validateContactMessage,
} from '../../src/core/contact/message.ts';
import {
  type ContactPage,
  contactFields,
  freshContactPage,
  thankfulContactPage,
} from '../../src/core/contact/page.ts';
import { pageLinks } from '../../src/core/front/headers.ts';
import { type Interface, wordsOf } from '../../src/core/languages/words.ts';
import type { Site } from '../../src/core/model/site.ts';
import { paths, twinPath } from '../../src/core/model/urls.ts';
import { callerGroup } from '../http/client-address.ts';
import { bodyReader } from '../http/json-body.ts';
import { noStore } from './api-routes.ts';
import type { ContactService, SubmitOutcome } from './contact-service.ts';
import { decodeForm } from './form-fields.ts';
import type { Clock, RandomBytes } from './ports.ts';
import type { Refusal } from './respond.ts';
import { issueSubmitToken, openSubmitToken } from './submit-token.ts';

/** Astro's handler: renders a page for a request with what `Astro.locals` shall hold. */
export type PageRenderer = (
  request: Request,
  response: Response,
  next: (error?: unknown) => void,
  locals: { readonly site: Site; readonly contact: ContactPage },
) => unknown;

export interface FormParts {
  readonly service: ContactService;
  readonly secret: Buffer;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly site: Site;
  /** Milliseconds for which a form is valid. */
  readonly tokenTtl: number;
  readonly behindSocket: boolean;
  readonly logger: Logger;
  readonly renderPage: PageRenderer;
}

/** Milliseconds that a person needs at least to fill in the form. */
const leastTime = 3_000;
/** A second press of the button waits for the first, this often and this long each time. */
const patience = { tries: 40, pause: 400 };
const readForm = bodyReader('application/x-www-form-urlencoded');

/**
 * `/contact/`: the site's own form. The submit token inside the page is also its idempotency key, so that a double
 * press, a reload and the way back lead to thanks for one message instead of to a second one.
 */
export function createFormRoutes(parts: FormParts): Router {
  const router = Router({ strict: true });
  router.get(paths.contact.slice(0, -1), (_request, response) => response.redirect(301, paths.contact));
  router
    .route(paths.contact)
    .all(noStore)
    .get((request, response, next) => {
      const sent = new URL(request.url, 'http://form').searchParams.has('sent');
      show(parts, request, response, next, sent ? thankfulContactPage() : freshContactPage(mintToken(parts)));
    })
    .post((request, response, next) => takeForm(parts, request, response, next))
    .all((_request, response) => {
      response.set('Allow', 'GET, HEAD, POST').status(405).end();
    });
  return router;
}

function mintToken({ secret, clock, randomBytes, tokenTtl }: FormParts): string {
  const options = { channel: 'form' as const, now: clock.now(), ttl: tokenTtl, nonce: randomBytes(16) };
  return issueSubmitToken(secret, options).token;
}

async function takeForm(
  parts: FormParts,
  request: Request,
  response: Response,
  next: (error?: unknown) => void,
): Promise<void> {
  const refuse = (status: number, notice: string, more: Partial<ContactPage> = {}) => {
    parts.logger.info({ method: 'POST', route: paths.contact, status }, 'contact form refused');
    show(parts, request, response, next, { ...freshContactPage(mintToken(parts)), status, notice, ...more });
  };
  const spoken = wordsOf(parts.site);
  const words = spoken.words.contactProblems;

  if (!isOwnPage(request)) return refuse(403, words.foreign);
  const body = await readForm(request, response);
  if (!body.ok)
    return refuse(
      body.problem === 'too-large' ? 413 : 415,
      body.problem === 'too-large' ? words.tooLarge : words.unreadable,
    );
  const form = decodeForm(body.text);
  if (!form) return refuse(400, words.unreadable);

  const kept = { values: form.message };
  const token = openSubmitToken(parts.secret, form.submitToken, 'form');
  if (!token) return refuse(401, words.old, kept);
  // The same token comes back with these refusals: its age is what shows that a person took their time.
  const same = { ...kept, submitToken: form.submitToken };
  if (form.trap !== '') return refuse(422, words.trap, same);
  if (parts.clock.now() - token.issuedAt < leastTime) return refuse(422, words.quick, same);
  const validated = validateContactMessage({ ...form.message, submit_token: form.submitToken });
  if (!validated.ok)
    return refuse(422, words.fields, {
      ...same,
      problems: sayFaults(validated.faults, spoken),
    });
  const address = callerGroup(request, parts.behindSocket);
  if (!address) return refuse(400, words.unreadable, same);

  const outcome = await submitPatiently(parts.service, {
    channel: 'form',
    message: validated.message,
    submitToken: form.submitToken,
    idempotencyKey: token.id,
    addressGroup: address,
  });
  if (outcome.kind === 'sent' || outcome.kind === 'replayed') {
    response.redirect(303, `${paths.contact}?sent`);
    return;
  }
  const answer = explain(outcome, spoken);
  if ('retryAfter' in outcome) response.set('Retry-After', String(outcome.retryAfter));
  refuse(answer.status, answer.notice, answer.freshToken ? kept : same);
}

/** While an earlier press of the button is being served, this one waits to share its answer. */
async function submitPatiently(
  service: ContactService,
  submission: Parameters<ContactService['submit']>[0],
): Promise<SubmitOutcome> {
  let outcome = await service.submit(submission);
  for (let tries = 0; tries < patience.tries && outcome.kind === 'in-progress'; tries++) {
    await delay(patience.pause);
    outcome = await service.submit(submission);
  }
  return outcome;
}

/** The problems of the fields in the language of the site. */
function sayFaults(faults: FieldFaults, { words, say }: Interface): FieldProblems {
  const sentences = contactFields.flatMap((name) => {
    const fault = faults[name];
    return fault ? [[name, say(words.contactFaults[fault], { limit: contactLimits[name] })]] : [];
  });
  return Object.fromEntries(sentences);
}

function explain(
  outcome: Refusal,
  { words: { contactProblems: words }, say }: Interface,
): { status: number; notice: string; freshToken?: boolean } {
  switch (outcome.kind) {
    case 'key-reuse':
      return { status: 422, notice: words.again, freshToken: true };
    case 'token-missing':
    case 'token-invalid':
      return { status: 401, notice: words.old, freshToken: true };
    case 'in-progress':
    case 'token-in-use':
      return { status: 409, notice: words.running };
    case 'rate-limited':
      return { status: 429, notice: say(words.limited, { count: Math.ceil(outcome.retryAfter / 60) }) };
    case 'failed':
      return { status: 502, notice: words.failed };
    case 'unavailable':
      return { status: 503, notice: words.unsure };
    case 'pending':
    case 'uncertain':
      return { status: 503, notice: words.unsureTwice };
  }
}

/**
 * Did a page of this site send the form? Browsers say so in Sec-Fetch-Site; older ones, and plain HTTP, in Origin,
 * whose host must be the one that the request was made to.
 */
function isOwnPage(request: Request): boolean {
  const site = request.get('Sec-Fetch-Site');
  if (site !== undefined) return site === 'same-origin';
  const origin = request.get('Origin');
  if (origin === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === request.get('Host');
}

function show(
  parts: FormParts,
  request: Request,
  response: Response,
  next: (error?: unknown) => void,
  contact: ContactPage,
): void {
  // The form has been read here; what is left for Astro is to render a page.
  request.method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  response.vary('Accept').set('Link', pageLinks(parts.site, twinPath(paths.contact)));
  parts.renderPage(request, response, next, { site: parts.site, contact });
}
