import type { Body } from '../../core/model/document.ts';
import type { Page } from '../../core/pages/page.ts';
import { siteOfPage } from '../../core/pages/pages.ts';
import type { Quicken } from '../pages/theme.ts';

/** Number of pages per view that are rendered both ways before shared rendering is trusted. */
const checked = 2;

/** A page that was rendered for a request of its own. */
interface RenderedAlone {
  readonly page: Page;
  readonly body: Body | null;
  readonly html: string;
}

/**
 * Renders pages with one result object of Astro's renderer; the first of each view for requests of their own, since after
 * most edits there are no others. Before the next page of a view, the first are rendered both ways. Where that gives
 * other bytes or fails, and where the theme cannot do it, all pages that follow are rendered for requests of their own.
 * @param warn called once with the reason
 */
export const renderShared =
  (warn: (reason: string) => void): Quicken =>
  ({ openShared }, site, renderAlone) => {
    const first = new Map<string, RenderedAlone[] | 'compared'>();
    let shared: Awaited<ReturnType<NonNullable<typeof openShared>>> | undefined;
    const giveUp = (reason: string) => {
      shared = null;
      warn(`Pages are rendered one request each, which takes longer: ${reason}`);
    };
    const renderQuick = async (page: Page, body: Body | null): Promise<string | null> => {
      if (shared === null) return null;
      try {
        if (!openShared) throw new Error('this version of Astro has no renderer for many pages.');
        shared ??= await openShared(site.url);
        if (shared) return await shared({ site: siteOfPage(site, page), page, body });
        giveUp('a middleware or a policy of contents belongs to each request.');
      } catch (error) {
        giveUp(`${page.path}: ${error instanceof Error ? error.message : error}`);
      }
      return null;
    };

    return async (page, body) => {
      const before = first.get(page.view) ?? [];
      if (before !== 'compared' && before.length < checked) {
        const html = await renderAlone(page, body);
        first.set(page.view, [...before, { page, body, html }]);
        return html;
      }
      first.set(page.view, 'compared');
      for (const alone of before === 'compared' ? [] : before) {
        const quick = await renderQuick(alone.page, alone.body);
        if (quick !== null && quick !== alone.html)
          giveUp(`${alone.page.path} is another page when it is rendered with what others left.`);
      }
      return (await renderQuick(page, body)) ?? renderAlone(page, body);
    };
  };
