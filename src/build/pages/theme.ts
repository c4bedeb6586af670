import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import {
  digestCode,
  digestEngine,
  engine,
  lockFiles,
  publishedCode,
} from '../../content/read/code-digest.ts';
import { listFiles } from '../../content/read/list-files.ts';
import { addBasePath } from '../../core/html/base-path.ts';
import type { Body } from '../../core/model/document.ts';
import type { Site } from '../../core/model/site.ts';
import { basePath, paths } from '../../core/model/urls.ts';
import type { Page } from '../../core/pages/page.ts';
import { siteOfPage } from '../../core/pages/pages.ts';
import { keyOf } from '../plan/output.ts';

/** What Astro makes of routes, layouts, components and styles: a renderer in `server/`, assets in `client/`. */

export interface Theme {
  /** Holds `client/` and `server/`. */
  readonly folder: string;
  /** Digest of what it was made from. */
  readonly code: string;
}

/** Renders one page. `body` is the text of its document, null where it has none. */
export type RenderPage = (page: Page, body: Body | null) => Promise<string>;

/** What the theme's `server/entry.mjs` exports for the build; `src/astro/render-entry.ts` says more. */
export interface ThemeEntry {
  renderPage(address: string, locals: object): Promise<Response>;
  /** As in `src/astro/shared-render.ts`; null where this version of Astro has no such renderer. */
  readonly openShared?: ((address: string) => Promise<((locals: object) => Promise<string>) | null>) | null;
}

/** Name of the file that says what a theme was made from and which files it has. */
export const themeRecordFile = 'server/theme.json';
const themeRecord = z.object({ code: z.string(), server: z.array(z.string()) });

/** Code and settings of a site; missing files count as empty. */
const siteCode = ['astro.config.mjs', 'astro.config.ts', 'site.ts', 'src', 'theme', ...lockFiles];

/** Digest of everything that the theme, and the way content is published, depends on. */
export function digestTheme(root: string, site: Site): string {
  // In the project of the engine itself, src/ has the code of the engine, and what Astro reads of a site.
  const own =
    root === engine
      ? [...siteCode.filter((place) => place !== 'src'), 'src/pages', 'src/middleware.ts']
      : siteCode;
  return keyOf(digestEngine(publishedCode), digestCode(root, own), site);
}

/** Is the theme in the folder the one that this code makes? */
export function isThemeCurrent({ folder, code }: Theme): boolean {
  return existsSync(join(folder, 'server/entry.mjs')) && readThemeRecord(folder)?.code === code;
}

/** What is noted of the theme in a folder; null where there is none. */
export function readThemeRecord(folder: string): z.output<typeof themeRecord> | null {
  const file = join(folder, themeRecordFile);
  if (!existsSync(file)) return null;
  const read = themeRecord.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return read.success ? read.data : null;
}

/** Writes the record of a theme; `server/` must contain only its files. */
export function recordTheme({ folder, code }: Theme): void {
  const server = [...listFiles(join(folder, 'server'))].sort();
  writeThemeRecord(folder, { code, server });
}

export function writeThemeRecord(folder: string, record: z.input<typeof themeRecord>): void {
  writeFileSync(join(folder, themeRecordFile), JSON.stringify(record));
}

/** Makes a faster way to render pages out of a theme's entry. */
export type Quicken = (theme: ThemeEntry, site: Site, renderAlone: RenderPage) => RenderPage;

export async function openTheme(folder: string, site: Site, quicken?: Quicken): Promise<RenderPage> {
  const theme: ThemeEntry = await import(pathToFileURL(join(folder, 'server/entry.mjs')).href);
  const renderAlone = createPageRenderer(theme.renderPage, site);
  const render = quicken?.(theme, site, renderAlone) ?? renderAlone;
  const base = basePath(site);
  return base === '' ? render : async (page, body) => addBasePath(await render(page, body), base);
}

/** Renders each page for a request of its own, as Astro documents it. */
export function createPageRenderer(renderPage: ThemeEntry['renderPage'], site: Site): RenderPage {
  return async (page, body) => {
    const locals = { site: siteOfPage(site, page), page, body };
    const response = await renderPage(addressOf(page, site), locals);
    if (!response.ok) throw new Error(`${page.path} was rendered with status ${response.status}`);
    return response.text();
  };
}

/** The address that the page is rendered at. Astro gives /404/ an error status. */
function addressOf({ view, path }: Page, site: Site): string {
  return new URL(site.url).origin + basePath(site) + (view === 'not-found' ? paths.home : encodeURI(path));
}
