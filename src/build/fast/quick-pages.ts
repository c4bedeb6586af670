import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addBasePath } from '../../core/html/base-path.ts';
import type { Body } from '../../core/model/document.ts';
import type { Site } from '../../core/model/site.ts';
import { basePath } from '../../core/model/urls.ts';
import type { Page } from '../../core/pages/page.ts';
import { createPageRenderer, type RenderPage, type ThemeEntry } from '../pages/theme.ts';
import { encodeText } from '../plan/output.ts';

/** So many pages of each view are rendered in both ways, once there is a page more. */
const checked = 2;

/** A page that was rendered for a request of its own. */
interface RenderedAlone {
  readonly page: Page;
  readonly body: Body | null;
  readonly bytes: Uint8Array;
}

/** Loads the compiled theme out of a build. */
export async function openTheme(dist: string, site: Site): Promise<RenderPage> {
  const theme: ThemeEntry = await import(pathToFileURL(join(dist, 'server/entry.mjs')).href);
  const render = createQuickRenderer(theme, site, (reason) => console.warn(reason));
  const base = basePath(site);
  if (base === '') return render;
  return async (page, body) =>
    Buffer.from(addBasePath(Buffer.from(await render(page, body)).toString(), base));
}

/**
 * Renders pages by what all of them share, but the first of each view for requests of their own: after most edits there
 * are no others. Before the next page of a view, the first are rendered in both ways. Where that gives other bytes, or
 * where a component asks for something of its request, all that follow are rendered for requests of their own.
 * @param warn told once why that is so
 */
export function createQuickRenderer(
  { renderPage, shareRender }: ThemeEntry,
  site: Site,
  warn: (reason: string) => void,
): RenderPage {
  const renderAlone = createPageRenderer(renderPage, site);
  const first = new Map<string, RenderedAlone[] | 'compared'>();
  let shared: Awaited<ReturnType<ThemeEntry['shareRender']>> | undefined;
  const giveUp = (reason: string) => {
    shared = null;
    warn(`Pages are rendered one request each, which takes longer: ${reason}`);
  };
  const renderQuick = async (page: Page, body: Body | null): Promise<Buffer | null> => {
    if (shared === null) return null;
    try {
      shared ??= await shareRender(site.url);
      if (shared) return encodeText(await shared({ site, page, body }));
      giveUp('a middleware or a policy of contents belongs to each request.');
    } catch (error) {
      giveUp(`${page.path}: ${messageOf(error)}`);
    }
    return null;
  };

  return async (page, body) => {
    const before = first.get(page.view) ?? [];
    if (before !== 'compared' && before.length < checked) {
      const bytes = await renderAlone(page, body);
      first.set(page.view, [...before, { page, body, bytes }]);
      return bytes;
    }
    first.set(page.view, 'compared');
    for (const alone of before === 'compared' ? [] : before) {
      const quick = await renderQuick(alone.page, alone.body);
      if (quick && !quick.equals(alone.bytes))
        giveUp(`${alone.page.path} is another page when it is rendered with what others left.`);
    }
    return (await renderQuick(page, body)) ?? renderAlone(page, body);
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
