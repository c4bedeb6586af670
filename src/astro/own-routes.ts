import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HookParameters, IntegrationResolvedRoute } from 'astro';
import { AstroError } from 'astro/errors';
import type { OwnFile } from '../core/model/document.ts';
import { privacyStatement } from '../core/model/settings/services.ts';
import { isOwnRoute } from '../dev/vite-paths.ts';

/** What Astro makes of the owner's `src/pages/`. */

/** The server of a site renders only its contact form and its search; a page of the owner's is a file, or nothing. */
export function refuseOnDemand(routes: readonly IntegrationResolvedRoute[]): void {
  const found = routes.find(
    (route) => isOwnRoute(route) && !route.isPrerendered && route.type !== 'redirect',
  );
  if (!found) return;
  throw new AstroError(
    `${found.entrypoint} is to be rendered for each request, which the server of the site does not do.`,
    'Remove `export const prerender = false` from it: then Astro renders it in the build. What is another for each reader is fetched by a script of the page.',
  );
}

/** Files that a build made of the owner's routes. @param assets of `astro:build:done`, by pattern of the route */
export function listBuiltFiles(
  routes: readonly IntegrationResolvedRoute[],
  assets: HookParameters<'astro:build:done'>['assets'],
  { client, root }: { readonly client: string; readonly root: string },
): OwnFile[] {
  const files = routes.filter(isOwnRoute).flatMap(({ pattern, entrypoint }) =>
    (assets.get(pattern) ?? []).map((url): OwnFile => {
      const file = fileURLToPath(url).slice(client.length);
      const path = file.replace(/\/index\.html$/, '/');
      const prefix = join(root, '/');
      const source = entrypoint.startsWith(prefix) ? entrypoint.slice(prefix.length) : entrypoint;
      return path === privacyStatement.path ? privacyStatement : { path, source };
    }),
  );
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
