import { describe, expect, it } from 'vitest';
import { renderShared } from '../../../src/build/fast/shared-pages.ts';
import { createPageRenderer } from '../../../src/build/pages/theme.ts';
import type { Page } from '../../../src/core/pages/page.ts';
import { createSite } from '../../helpers/library.ts';

type Shared = (locals: object) => Promise<string>;

/** Renders the pages `/1/`, `/2/` …, all of one view, with a theme that renders each page as its path. */
async function renderPages(count: number, shared: Shared | null, hasShared = true) {
  const warnings: string[] = [];
  let requests = 0;
  let times = 0;
  const theme = {
    renderPage: async (address: string) => {
      requests++;
      return new Response(new URL(address).pathname);
    },
    openShared: async () => {
      times++;
      return shared;
    },
  };
  const site = createSite();
  const render = renderShared((reason) => warnings.push(reason))(
    hasShared ? theme : { renderPage: theme.renderPage, openShared: null },
    site,
    createPageRenderer(theme.renderPage, site),
  );
  const texts: string[] = [];
  for (let number = 1; number <= count; number++) {
    const page = { view: 'archive', path: `/${number}/` } as Page;
    texts.push(await render(page, null));
  }
  return { texts, warnings, requests, times };
}

const pathOf = (locals: object) => (locals as { page: Page }).page.path;
const right = ['/1/', '/2/', '/3/', '/4/', '/5/'];

describe('pages that share what they are rendered with', () => {
  it('need a request of their own only for the first two of a view', async () => {
    const { texts, warnings, requests } = await renderPages(5, async (locals) => pathOf(locals));
    expect(texts).toEqual(right);
    expect(warnings).toEqual([]);
    expect(requests).toBe(2);
  });

  it('are made ready once, and only where a view has more than two', async () => {
    for (const [count, ready] of [
      [2, 0],
      [3, 1],
      [5, 1],
    ] as const) {
      const { texts, times } = await renderPages(count, async (locals) => pathOf(locals));
      expect(texts).toEqual(right.slice(0, count));
      expect(times).toBe(ready);
    }
  });

  it('are rendered for requests of their own, with a warning, where that gives other bytes', async () => {
    for (const wrong of ['/1/', '/2/']) {
      const shared: Shared = async (locals) => (pathOf(locals) === wrong ? 'left over' : pathOf(locals));
      const { texts, warnings, requests } = await renderPages(5, shared);
      expect(texts).toEqual(right);
      expect(warnings).toEqual([expect.stringContaining(`${wrong} is another page`)]);
      expect(requests).toBe(5);
    }
  });

  it('are rendered so from the one on that asks for its request', async () => {
    const { texts, warnings } = await renderPages(5, async (locals) => {
      if (pathOf(locals) === '/4/') throw new Error('Astro.url is read.');
      return pathOf(locals);
    });
    expect(texts).toEqual(right);
    expect(warnings).toEqual([expect.stringContaining('/4/: Astro.url is read.')]);
  });

  it('are rendered so all where nothing can be shared', async () => {
    const { texts, warnings, requests } = await renderPages(5, null);
    expect(texts).toEqual(right);
    expect(warnings).toHaveLength(1);
    expect(requests).toBe(5);
  });

  it('are rendered so all where the theme has no renderer for many pages', async () => {
    const { texts, warnings, requests } = await renderPages(5, null, false);
    expect(texts).toEqual(right);
    expect(warnings).toEqual([expect.stringContaining('this version of Astro')]);
    expect(requests).toBe(5);
  });
});
