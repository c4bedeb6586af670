import type { AstroPrerenderer } from 'astro';
import { notFoundPath, type Page } from '../core/pages.ts';
import type { Site } from '../core/site.ts';
import { pageFile } from '../core/urls.ts';
import { keyOf, type Output } from './output.ts';
import { findPage } from './page-source.ts';

/**
 * Renders the site's pages through Astro's own route, but writes them itself and only where something changed:
 * Astro's writing costs six times its rendering, and an edit to one post leaves ten thousand pages as they were.
 *
 * @param themeKey digest of everything that all pages share: code, settings, navigation, styles
 */
export async function renderPages(
  astro: AstroPrerenderer,
  output: Output,
  site: Site,
  themeKey: string,
): Promise<{ rendered: number; kept: number }> {
  let rendered = 0;
  let kept = 0;
  for (const { pathname, route } of await astro.getStaticPaths()) {
    const page = findPage(trimSlashes(pathname));
    if (!page) continue;
    const file = fileOf(page);
    const key = keyOf(themeKey, page);
    if (output.keeps(file, key)) {
      kept++;
      continue;
    }
    const request = new Request(new URL(encodeURI(page.path), site.url));
    const result = await astro.render(request, { routeData: route });
    const response = result instanceof Response ? result : result.response;
    if (!response.ok) throw new Error(`${page.path} was rendered with status ${response.status}`);
    output.write(file, key, await response.text());
    rendered++;
  }
  return { rendered, kept };
}

/** The error page lies where both fronts look for it; all others at their address. */
function fileOf(page: Page): string {
  return page.path === notFoundPath ? '_errors/404.html' : pageFile(page.path);
}

function trimSlashes(pathname: string): string | undefined {
  return decodeURI(pathname).replace(/^\/|\/$/g, '') || undefined;
}
