import type { RequestHandler } from 'express';
import onHeaders from 'on-headers';
import { goneError, renderGoneMarkdown } from '../../src/core/front/gone.ts';
import { findLifecycle, isGone, lifecycleHeaders } from '../../src/core/front/lifecycle.ts';
import type { Site } from '../../src/core/model/site.ts';
import { sendError } from '../http/send-error.ts';
import { checkPath } from './path-guard.ts';

/** Announces deprecations, and answers 410 for what is gone. @param now milliseconds since 1970 */
export function announceLifecycle(site: Site, now: () => number): RequestHandler {
  if (site.lifecycle.length === 0) return (_request, _response, next) => next();
  return function announceLifecycle(request, response, next) {
    const checked = checkPath(request.url);
    const entry = checked.ok ? findLifecycle(site, request.method, checked.path) : undefined;
    if (!entry || !checked.ok) return next();
    const { Link, ...headers } = lifecycleHeaders(site, entry);
    response.set(headers);
    // These follow the links of the answer itself.
    onHeaders(response, () => {
      const own = response.getHeader('Link');
      response.setHeader('Link', own ? `${String(own)}, ${Link}` : Link);
    });
    if (!isGone(entry, new Date(now()).toISOString().slice(0, 19))) return next();
    sendError(request, response, goneError(site, entry), { markdown: renderGoneMarkdown(site, entry) });
  };
}
