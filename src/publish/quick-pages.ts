import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addBasePath } from '../core/html/base-path.ts';
import type { Site } from '../core/model/site.ts';
import { basePath } from '../core/model/urls.ts';
import { encodeText } from './output.ts';
import { createPageRenderer, type RenderPage, type ThemeEntry } from './theme.ts';

/** So many pages of each view are rendered in both ways. */
const checked = 2;

/** Loads the compiled theme out of a build. */
export async function openTheme(dist: string, site: Site): Promise<RenderPage> {
  const theme: ThemeEntry = await import(pathToFileURL(join(dist, 'server/entry.mjs')).href);
  const render = await createQuickRenderer(theme, site, (reason) => console.warn(reason));
  const base = basePath(site);
  if (base === '') return render;
  return async (page, body) =>
    Buffer.from(addBasePath(Buffer.from(await render(page, body)).toString(), base));
}

/**
 * Renders pages by what all of them share. The first pages of each view are rendered for requests of their own as
 * well. Where that gives other bytes, or where a component asks for something of its request, this page and all that
 * follow are rendered for requests of their own.
 * @param warn told once why that is so
 */
export async function createQuickRenderer(
  { renderPage, shareRender }: ThemeEntry,
  site: Site,
  warn: (reason: string) => void,
): Promise<RenderPage> {
  const renderAlone = createPageRenderer(renderPage, site);
  const counts = new Map<string, number>();
  let shared: Awaited<ReturnType<ThemeEntry['shareRender']>> = null;
  const giveUp = (reason: string) => {
    shared = null;
    warn(`Pages are rendered one request each, which takes longer: ${reason}`);
  };
  try {
    shared = await shareRender(site.url);
    if (!shared) giveUp('a middleware or a policy of contents belongs to each request.');
  } catch (error) {
    giveUp(messageOf(error));
  }

  return async (page, body) => {
    if (!shared) return renderAlone(page, body);
    const count = counts.get(page.view) ?? 0;
    counts.set(page.view, count + 1);
    let quick: Buffer | null = null;
    try {
      quick = encodeText(await shared({ site, page, body }));
    } catch (error) {
      giveUp(`${page.path}: ${messageOf(error)}`);
    }
    if (quick && count >= checked) return quick;
    const alone = await renderAlone(page, body);
    if (quick && !quick.equals(alone))
      giveUp(`${page.path} is another page when it is rendered with what others left.`);
    return alone;
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
