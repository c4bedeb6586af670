import { setTimeout as delay } from 'node:timers/promises';
import { type Request, type Response, Router } from 'express';
import { contactErrors } from '../../src/core/contact/errors.ts';
import {
  contactLimits,
  type FieldErrors,
  type FieldProblems,
  maxToken,
  validateContactMessage,
} from '../../src/core/contact/message.ts';
import {
  type ContactPage,
  contactFields,
  freshContactPage,
  thankfulContactPage,
  tokenField,
  trapField,
} from '../../src/core/contact/page.ts';
import { pageLinks } from '../../src/core/front/headers.ts';
import { negotiateError } from '../../src/core/front/negotiation.ts';
import { type Interface, wordsOf } from '../../src/core/languages/words.ts';
import { type ErrorObject, httpErrors } from '../../src/core/model/errors.ts';
import { languagesOf, pathsOf } from '../../src/core/model/languages.ts';
import type { Site } from '../../src/core/model/site.ts';
import { paths, twinPath } from '../../src/core/model/urls.ts';
import { callerGroup } from '../http/client-address.ts';
import type { PageRenderer } from '../http/page-renderer.ts';
import { readBody } from '../http/read-body.ts';
import { sendError } from '../http/send-error.ts';
import { noStore, refuseMethod } from './api-routes.ts';
import type { ContactService } from './contact-service.ts';
import { decodeForm } from './form-fields.ts';
import type { ContactParts } from './parts.ts';
import { errorOf, type Refusal, type SubmitOutcome } from './submission.ts';
import { issueSubmitToken, openSubmitToken } from './submit-token.ts';

interface FormParts extends ContactParts {
  readonly service: ContactService;
  readonly site: Site;
  readonly renderPage: PageRenderer;
}

/** Milliseconds that a person needs at least to fill in the form. */
const minTime = 3_000;
/** A second press of the button waits for the first, this often and this long each time. */
const patience = { tries: 40, pause: 400 };
const formType = 'application/x-www-form-urlencoded';

/** `/contact/`, and `/de/contact/` of another language. The submit token of the page is its idempotency key: a double press or a reload sends nothing twice. */
export function createFormRoutes(parts: FormParts): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const site of languagesOf(parts.site)) addForm(router, { ...parts, site });
  return router;
}

function addForm(router: Router, parts: FormParts): void {
  const { contact } = pathsOf(parts.site);
  router.get(contact.slice(0, -1), (_request, response) => response.redirect(301, contact));
  router
    .route(contact)
    .all(noStore)
    .get((request, response, next) => {
      const { searchParams: query } = new URL(request.url, 'http://form');
      const subject = query.get('subject')?.slice(0, contactLimits.subject);
      const fresh = () => ({ ...freshContactPage(mintToken(parts)), values: subject ? { subject } : {} });
      show(parts, request, response, next, query.has('sent') ? thankfulContactPage() : fresh());
    })
    .post((request, response, next) => takeForm(parts, request, response, next))
    .all(refuseMethod);
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
  /** People get the form again with a notice; programs that ask for another form get the error in it. */
  const refuse = (error: ErrorObject, notice: string, more: Partial<ContactPage> = {}) => {
    const { status } = error.data;
    parts.logger.info({ method: 'POST', route: paths.contact, status }, 'contact form refused');
    if (negotiateError(request.get('Accept')) !== 'html') return sendError(request, response, error);
    show(parts, request, response, next, { ...freshContactPage(mintToken(parts)), status, notice, ...more });
  };
  const spoken = wordsOf(parts.site);
  const words = spoken.words.contactProblems;

  if (!isOwnPage(request, parts.site)) return refuse(contactErrors.foreignForm(), words.foreign);
  const body = await readBody(request, response, formType);
  if (!body.ok) {
    return refuse(body.error, body.error.data.status === 413 ? words.tooLarge : words.unreadable);
  }
  const form = decodeForm(body.text);
  if (!form) return refuse(httpErrors.badRequest(), words.unreadable);

  const entered = { values: form.message };
  const token = openSubmitToken(parts.secret, form.submitToken, 'form');
  if (!token) {
    const isMissing = form.submitToken === '' || form.submitToken.length > maxToken;
    return refuse(
      isMissing ? contactErrors.tokenMissing() : contactErrors.tokenInvalid(),
      words.old,
      entered,
    );
  }
  // The same token comes back with these refusals: its age is what shows that a person took their time.
  const same = { ...entered, submitToken: form.submitToken };
  const suspect = (field: string, notice: string) =>
    refuse(contactErrors.invalid({ [field]: notice }), notice, same);
  if (form.trap !== '') return suspect(trapField, words.trap);
  if (parts.clock.now() - token.issuedAt < minTime) return suspect(tokenField, words.quick);
  const validated = validateContactMessage({ ...form.message, submit_token: form.submitToken });
  if (!validated.ok) {
    const taken = await parts.service.findTaken('form', token.id);
    if (taken) return refuse(errorOf(taken), explain(taken, spoken).notice, entered);
    const problems = describeFields(validated.errors, spoken);
    return refuse(contactErrors.invalid(validated.problems), words.fields, { ...same, problems });
  }
  const address = callerGroup(request, parts.behindSocket);
  if (!address) return refuse(contactErrors.unknownCaller(), words.unreadable, same);

  const outcome = await submitPatiently(parts.service, {
    channel: 'form',
    message: validated.message,
    submitToken: form.submitToken,
    idempotencyKey: token.id,
    addressGroup: address,
    mailSite: parts.site,
  });
  if (outcome.kind === 'sent' || outcome.kind === 'replayed') {
    response.redirect(303, `${pathsOf(parts.site).contact}?sent`);
    return;
  }
  const answer = explain(outcome, spoken);
  if ('retryAfter' in outcome) response.set('Retry-After', String(outcome.retryAfter));
  refuse(errorOf(outcome), answer.notice, answer.freshToken ? entered : same);
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
function describeFields(errors: FieldErrors, { words, say }: Interface): FieldProblems {
  const sentences = contactFields.flatMap((name) => {
    const error = errors[name];
    return error ? [[name, say(words.contactErrors[error], { limit: contactLimits[name] })]] : [];
  });
  return Object.fromEntries(sentences);
}

function explain(
  outcome: Refusal,
  { words: { contactProblems: words }, say }: Interface,
): { notice: string; freshToken?: boolean } {
  switch (outcome.kind) {
    case 'key-reuse':
      return { notice: words.again, freshToken: true };
    case 'token-missing':
    case 'token-invalid':
      return { notice: words.old, freshToken: true };
    case 'in-progress':
    case 'token-in-use':
      return { notice: words.running };
    case 'rate-limited':
      return { notice: say(words.limited, { count: Math.ceil(outcome.retryAfter / 60) }) };
    case 'failed':
      return { notice: words.failed };
    case 'unavailable':
      return { notice: words.unsure };
    case 'pending':
    case 'uncertain':
      return { notice: words.unsureTwice };
  }
}

/**
 * Whether a page of this site sent the form, by Sec-Fetch-Site or, from older browsers and over plain HTTP, by Origin,
 * or, from text browsers, by Referer, whose host must be the request's. With a host of its own, the sidecar also
 * accepts pages of the site's host.
 */
function isOwnPage(request: Request, site: Site): boolean {
  const sent = request.get('Sec-Fetch-Site');
  const origin = request.get('Origin') ?? request.get('Referer');
  if (site.sidecar !== undefined && request.get('Origin') === new URL(site.url).origin) return true;
  if (sent !== undefined) return sent === 'same-origin';
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
  const { contact: page } = pathsOf(parts.site);
  // The theme has one form for all languages.
  request.url = request.url.replace(page, paths.contact);
  response.vary('Accept').set('Link', pageLinks(parts.site, twinPath(page)));
  parts.renderPage(request, response, next, { site: parts.site, contact });
}
