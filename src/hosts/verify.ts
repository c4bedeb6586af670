import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../core/model/site.ts';
import { surfacesOf } from '../core/model/surfaces.ts';
import { absoluteUrl } from '../core/model/urls.ts';
import { type CrawlResult, crawl } from './crawl.ts';
import { answerFromFolder } from './file-host.ts';

/**
 * Searches a folder that is to be published as its host will serve it: every address that any of its documents
 * names must answer, what the registry of surfaces lists must be there, and unknown addresses must have a page.
 */
export async function verifyFolder(dist: string, site: Site): Promise<CrawlResult> {
  const { origin } = new URL(site.url);
  const pages = globSync('**/index.html', { cwd: dist }).map((file) =>
    absoluteUrl(site, `/${file.slice(0, -'index.html'.length)}`),
  );
  const documents = surfacesOf(site).map(({ path }) => absoluteUrl(site, path));
  const result = await crawl(site.url, [...documents, ...pages], async (url) => {
    const answer = answerFromFolder(dist, site, new URL(url).pathname);
    if (answer.status === 301)
      return { status: 301, headers: new Headers({ location: origin + answer.location }), text: '' };
    const isText = /^(?:text\/|application\/(?:\S*[+]?json|\S*[+]?xml))/.test(answer.type);
    const text = answer.status === 200 && isText ? readFileSync(answer.file, 'utf8') : '';
    return { status: answer.status, headers: new Headers({ 'content-type': answer.type }), text };
  });
  if (existsSync(join(dist, '404.html'))) return result;
  const problem = 'is missing, so unknown addresses have no page';
  const finding = { url: absoluteUrl(site, '/404.html'), namedBy: 'the rules of hosts', problem };
  return { ...result, findings: [...result.findings, finding] };
}
