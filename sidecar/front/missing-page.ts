import type { Request, Response } from 'express';
import { errorLinks } from '../../src/core/front/headers.ts';
import { siteAt } from '../../src/core/model/languages.ts';
import type { Site } from '../../src/core/model/site.ts';
import { notFoundLinks } from '../../src/core/model/surfaces.ts';
import type { MissingStatus } from '../../src/core/pages/page.ts';
import { notFoundFile } from '../../src/core/pages/pages.ts';
import type { Release } from './resolve-path.ts';
import { sendFile } from './send-file.ts';

/**
 * Sends the page for people that stands for a missing one, in the language of the path.
 * @returns false, with nothing sent, where the build has no such page
 */
export function sendMissingPage(
  request: Request,
  response: Response,
  { site, release, path, status }: { site: Site; release: Release; path: string; status: MissingStatus },
): boolean {
  const file = release.files.find(`/${notFoundFile(siteAt(site, path), status)}`);
  if (!file) return false;
  response.status(status).vary('Accept');
  response.set({ Link: errorLinks(notFoundLinks(site)), 'Cache-Control': 'no-store' });
  sendFile(request, response, release.files, file);
  return true;
}
