import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindsOf } from '../core/model/kinds.ts';
import type { Site } from '../core/model/site.ts';
import { surfacesOf } from '../core/model/surfaces.ts';
import { isPublished } from '../core/model/targets.ts';
import { absoluteUrl } from '../core/model/urls.ts';
import { type CrawlResult, crawl } from './crawl.ts';
import { answerFromFolder } from './file-host.ts';

/** Checks a build as its host will serve it: all links, all surfaces, and the page for unknown addresses. */
export async function verifyFolder(dist: string, site: Site): Promise<CrawlResult> {
  const { origin } = new URL(site.url);
  const pages = globSync('**/index.html', { cwd: dist }).map((file) =>
    absoluteUrl(site, `/${file.slice(0, -'index.html'.length)}`),
  );
  // As in `withEmptyLists`: the feeds belong to the list of posts.
  const emptyLists = kindsOf(site).flatMap(({ archive }) =>
    archive === null || existsSync(join(dist, archive, 'index.html')) ? [] : archive,
  );
  const documents = surfacesOf({ ...site, emptyLists })
    .filter(({ path }) => isPublished(site, path))
    .map(({ path }) => absoluteUrl(site, path));
  const result = await crawl(site.url, [...documents, ...pages], async (url) => {
    const answer = answerFromFolder(dist, site, new URL(url).pathname);
    if (answer.status === 301)
      return new Response(null, { status: 301, headers: { location: origin + answer.location } });
    const isText = /^(?:text\/|application\/(?:\S*[+]?json|\S*[+]?xml))/.test(answer.type);
    const text = answer.status === 200 && isText ? readFileSync(answer.file, 'utf8') : '';
    return new Response(text, { status: answer.status, headers: { 'content-type': answer.type } });
  });
  if (existsSync(join(dist, '404.html'))) return result;
  const problem = 'is missing, so unknown addresses have no page';
  const finding = { url: absoluteUrl(site, '/404.html'), namedBy: 'the rules of hosts', problem };
  return { ...result, findings: [...result.findings, finding] };
}
