import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { createApp } from 'astro/app/entrypoint';
import { z } from 'zod';
import { digestCode } from '../content/code-digest.ts';
import type { Body } from '../core/model/document.ts';
import type { Site } from '../core/model/site.ts';
import type { Page } from '../core/pages/page.ts';

/**
 * The theme is what Astro makes of `src/pages`, `layouts`, `components` and `styles`: a renderer in `dist/server`
 * and assets in `dist/client/_astro`. It depends on code alone, so a build whose code did not change reuses it.
 * `dist` is the folder that Astro builds into; previews have others than the build.
 */

/** Renders one page to UTF-8. `body` is the text of its document, null where it has none. */
export type RenderPage = (page: Page, body: Body | null) => Promise<Uint8Array>;

const themeRecord = z.object({ code: z.string() });

/** Everything that the theme, and the way content is published, depends on. */
export function digestTheme(root: string): string {
  return digestCode(root, ['src', 'package-lock.json', 'astro.config.mjs']);
}

/** Is the theme in `dist` the one that this code makes? */
export function isThemeCurrent(dist: string, codeDigest: string): boolean {
  const file = join(dist, 'server/theme.json');
  if (!existsSync(file) || !existsSync(join(dist, 'server/theme.mjs'))) return false;
  const read = themeRecord.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return read.success && read.data.code === codeDigest;
}

/** Remembers which code the theme in `dist` was made from. */
export function recordTheme(dist: string, codeDigest: string): void {
  writeFileSync(join(dist, 'server/theme.json'), JSON.stringify({ code: codeDigest }));
}

/** Loads the compiled theme. */
export async function openTheme(dist: string, site: Site): Promise<RenderPage> {
  const url = pathToFileURL(join(dist, 'server/theme.mjs'));
  const { app } = (await import(url.href)) as { app: ReturnType<typeof createApp> };
  const route = app.manifest.routes.find(
    ({ routeData }) => routeData.component === 'src/pages/[...path].astro',
  );
  if (!route) throw new Error('The theme has no route for pages.');
  return async (page, body) => {
    const request = new Request(site.url + encodeURI(page.path));
    const locals = { site, page, body };
    const response = await app.render(request, {
      routeData: route.routeData,
      locals,
      addCookieHeader: false,
    });
    if (!response.ok) throw new Error(`${page.path} was rendered with status ${response.status}`);
    return response.bytes();
  };
}
