import type { Request, RequestHandler, Response } from 'express';
import { formOfError } from '../../src/core/front/error-forms.ts';
import { notFoundError, renderNotFoundMarkdown } from '../../src/core/front/not-found.ts';
import { siteAt } from '../../src/core/model/languages.ts';
import type { Site } from '../../src/core/model/site.ts';
import { paths, twinPath } from '../../src/core/model/urls.ts';
import type { PageLink } from '../../src/core/pages/page.ts';
import type { Ask } from '../http/ask.ts';
import { answerOtherMethod } from '../http/read-only.ts';
import { pathAsSent, sendError } from '../http/send-error.ts';
import { sendMissingPage } from './missing-page.ts';
import { checkPath } from './path-guard.ts';
import type { Release } from './resolve-path.ts';

/** The last handler: a 404 in the form that the client prefers, or a 405 on a page. */
export function createNotFound(
  site: Site,
  release: Release,
  askNear: Ask<string, { readonly pages: readonly PageLink[] }>,
  callerOf: (request: Request) => string,
): RequestHandler {
  const findNear = async (path: string, request: Request, response: Response): Promise<PageLink[]> => {
    const asker = { caller: callerOf(request), hasGone: () => response.destroyed };
    const asked = await askNear(path, asker);
    const pages = asked.busy ? [] : asked.answer.pages;
    return pages.map((page) => ({ ...page, locked: release.lockedTwins.has(twinPath(page.path)) }));
  };

  return async function notFound(request, response) {
    const checked = checkPath(request.url);
    const path = checked.ok ? checked.path : null;
    if (path !== null && isReadOnly(path, release) && !['GET', 'HEAD'].includes(request.method))
      return answerOtherMethod(request, response);
    const form = formOfError(404, pathAsSent(request), request.get('Accept'));
    const missing = { site, release, path: path ?? paths.home, status: 404 } as const;
    if (form === 'html' && sendMissingPage(request, response, missing)) return;
    const spoken = siteAt(site, path ?? paths.home);
    const near = path === null ? [] : await findNear(path, request, response);
    const markdown =
      form === 'markdown' ? renderNotFoundMarkdown(spoken, path, near, queryOf(request.url)) : undefined;
    sendError(request, response, notFoundError(site, near), markdown === undefined ? {} : { markdown });
  };
}

const queryOf = (url: string) => url.replace(/^[^?]*\??/, '');

function isReadOnly(path: string, { files }: Release): boolean {
  return files.find(path) !== undefined || files.find(`${path}index.html`) !== undefined;
}
