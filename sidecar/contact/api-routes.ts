import { type Request, type RequestHandler, type Response, Router } from 'express';
import {
  type ContactBudget,
  rateLimitFields,
  renderContactDocument,
} from '../../src/core/contact/document.ts';
import { contactErrors } from '../../src/core/contact/errors.ts';
import { idempotencyKeyPattern, validateContactMessage } from '../../src/core/contact/message.ts';
import { type ErrorObject, httpErrors } from '../../src/core/model/errors.ts';
import { paths } from '../../src/core/model/urls.ts';
import { callerGroup } from '../http/client-address.ts';
import { readJson } from '../http/read-body.ts';
import { sendError } from '../http/send-error.ts';
import { describeError } from '../process/logger.ts';
import type { ContactService } from './contact-service.ts';
import { hashCaller } from './delivery-ids.ts';
import type { ContactParts } from './parts.ts';
import { callerWindow, StoreUnavailable, siteWindow, type Usage, type WindowUsage } from './ports.ts';
import { errorOf } from './submission.ts';
import { issueSubmitToken } from './submit-token.ts';

const keyHeader = 'Idempotency-Key';
const retrySoon = 5;
/** Response headers that scripts of another origin can read. */
const exposed = 'Idempotency-Replayed, Retry-After, RateLimit, RateLimit-Policy';

/** `GET` and `POST /wp-json/site/v1/contact`: HTTP on one side, the {@link ContactService} on the other. */
export function createApiRoutes(parts: ContactParts, service: ContactService): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router
    .route(paths.contactApi)
    .all(noStore, allowPages(parts.pagesOrigin))
    .get((request, response) => showDocument(parts, request, response))
    .post((request, response) => takeMessage(parts, service, request, response))
    .all(refuseMethod);
  return router;
}

/** Refuses methods other than those of the contact endpoint and its form. */
export const refuseMethod: RequestHandler = (request, response) => {
  response.set('Allow', 'GET, HEAD, POST');
  sendError(request, response, httpErrors.methodNotAllowed('GET, HEAD and POST'));
};

export const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

/** Lets the site's own pages call the endpoint from a host of their own (CORS), and no others. */
function allowPages(origin: string | undefined): RequestHandler {
  return (request, response, next) => {
    if (origin === undefined) return next();
    response.vary('Origin');
    if (request.get('Origin') !== origin) return next();
    response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed });
    if (request.method !== 'OPTIONS') return next();
    response
      .status(204)
      .set({
        'Access-Control-Allow-Methods': 'GET, POST',
        'Access-Control-Allow-Headers': `Content-Type, ${keyHeader}`,
        'Access-Control-Max-Age': '600',
      })
      .end();
  };
}

async function showDocument(parts: ContactParts, request: Request, response: Response): Promise<void> {
  const address = callerGroup(request, parts.behindSocket);
  if (!address) return sendError(request, response, contactErrors.unknownCaller());
  let usage: Usage;
  try {
    usage = await parts.store.usage('agent', hashCaller(parts.secret, address));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    parts.logger.error(describeError(error), 'contact store unavailable');
    return sendError(request, response, contactErrors.unavailable(retrySoon));
  }
  const { token, expiresAt } = issueSubmitToken(parts.secret, {
    channel: 'agent',
    now: usage.now,
    ttl: parts.tokenTtl,
    nonce: parts.randomBytes(16),
  });
  const perCaller = budget(parts.limits.agent.perCaller, callerWindow, usage.perCaller);
  const site = budget(parts.limits.agent.site, siteWindow, usage.site);
  const document = renderContactDocument({
    baseUrl: parts.baseUrl,
    channel: 'agent',
    perCaller,
    site,
    submitToken: token,
    now: usage.now,
    expiresAt,
  });
  response.set(rateLimitFields(perCaller, site)).json(document);
}

function budget(limit: number, window: number, usage: WindowUsage): ContactBudget {
  return {
    limit,
    windowSeconds: window / 1000,
    remaining: Math.max(0, limit - usage.used),
    resetSeconds: Math.ceil(usage.reset / 1000),
  };
}

async function takeMessage(
  parts: ContactParts,
  service: ContactService,
  request: Request,
  response: Response,
): Promise<void> {
  const started = performance.now();
  const log = (code: string, delivery?: string) =>
    parts.logger.info(
      {
        method: 'POST',
        route: paths.contactApi,
        status: response.statusCode,
        code,
        ms: Math.round(performance.now() - started),
        ...(delivery ? { delivery: delivery.slice(0, 12) } : {}),
      },
      'contact request',
    );
  const refuse = (error: ErrorObject, delivery?: string) => {
    sendError(request, response, error);
    log(error.code, delivery);
  };

  const input = await readJson(request, response, 'application/json');
  if (!input.ok) return refuse(input.error);

  const key = readKey(request);
  const validated = validateContactMessage(input.value);
  const problems = { ...key.problems, ...(validated.ok ? {} : validated.problems) };
  if (!validated.ok || Object.keys(problems).length > 0) {
    const taken = key.value === null ? null : await service.findTaken('agent', key.value);
    return refuse(taken ? errorOf(taken) : contactErrors.invalid(problems));
  }

  const address = callerGroup(request, parts.behindSocket);
  if (!address) return refuse(contactErrors.unknownCaller());

  const outcome = await service.submit({
    channel: 'agent',
    message: validated.message,
    submitToken: validated.submitToken,
    idempotencyKey: key.value,
    addressGroup: address,
  });
  if (outcome.kind === 'sent' || outcome.kind === 'replayed') {
    const stored: object = JSON.parse(outcome.result);
    const replayed = outcome.kind === 'replayed';
    if (replayed) response.set('Idempotency-Replayed', 'true');
    response.json(replayed ? { ...stored, replayed: true } : stored);
    return log(outcome.kind, outcome.delivery);
  }
  refuse(errorOf(outcome), 'delivery' in outcome ? outcome.delivery : undefined);
}

function readKey(request: Request): { value: string | null; problems: Record<string, string> } {
  const values = request.headersDistinct[keyHeader.toLowerCase()] ?? [];
  const [value] = values;
  if (value === undefined) return { value: null, problems: {} };
  if (values.length === 1 && idempotencyKeyPattern.test(value)) return { value, problems: {} };
  const problem =
    'must be one header of 16 to 255 printable ASCII characters without spaces; a UUID is recommended';
  return { value: null, problems: { [keyHeader]: problem } };
}
