import { base, type Choice, type Found, type Hit, pause } from './found.ts';

let latest = 0;

/** The search page with results in it, as a browser without scripts gets it, read for its results. */
export async function searchAtServer(words: string, choice: Choice, limit: number): Promise<Found | null> {
  latest += 1;
  const own = latest;
  await new Promise((resolve) => setTimeout(resolve, pause));
  if (own !== latest) return null;
  const response = await fetch(`${searchPage()}?${new URLSearchParams({ q: words, ...choice })}`, {
    headers: { Accept: 'text/html' },
  });
  if (!response.ok) throw new Error(`The search answered ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const { total, searched } = page.querySelector<HTMLElement>('[data-total]')?.dataset ?? {};
  if (total === undefined) throw new Error('No one searches at this address.');
  const items = [...page.querySelectorAll('.search-results li')].slice(0, limit);
  return { total: Number(total), searched, hits: items.map(readItem) };
}

/** The search of the page's own language, to which its form leads. */
function searchPage(): string {
  return document.querySelector<HTMLFormElement>('form[role=search]')?.action ?? `${base}search/`;
}

function readItem(item: Element): Hit {
  const link = item.querySelector('a');
  return {
    url: link?.getAttribute('href') ?? '',
    language: item.getAttribute('lang') ?? undefined,
    title: link?.textContent ?? '',
    excerpt: item.querySelector('p')?.innerHTML ?? '',
    thumbnail: item.querySelector('img')?.getAttribute('src') ?? '',
  };
}
