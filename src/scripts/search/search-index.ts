import type { Mergeable } from './all-languages.ts';
import { base, type Choice, type Found, pause } from './found.ts';

/** Searches; null when another search was started meanwhile. */
export type Search = (words: string, choice: Choice, limit: number) => Promise<Found | null>;

interface PagefindModule extends Mergeable {
  init(): Promise<void>;
  debouncedSearch(
    words: string,
    options: { readonly filters: Choice },
    wait: number,
  ): Promise<{ results: readonly { data(): Promise<PagefindData> }[] } | null>;
}

interface PagefindData {
  readonly url: string;
  readonly excerpt: string;
  readonly meta: Readonly<Record<string, string>>;
  readonly filters: { readonly language?: readonly string[] };
}

const address = `${base}pagefind/pagefind.js`;
let loading: Promise<Search> | null = null;

/** The index that the build made, loaded once; the sidecar's search where the site has none. */
export function openSearchIndex(): Promise<Search> {
  loading ??= openPagefind().catch(async () => (await import('./server-search.ts')).searchAtServer);
  return loading;
}

async function openPagefind(): Promise<Search> {
  const pagefind: PagefindModule = await import(/* @vite-ignore */ address);
  await pagefind.init();
  let merged: Promise<void> | null = null;
  return async (words, { lang, ...chosen }, limit) => {
    if (lang !== undefined) {
      merged ??= import('./all-languages.ts').then(({ mergeLanguages }) => mergeLanguages(pagefind, base));
      await merged;
    }
    // Once other languages are there, one's own is a filter like others.
    const filters =
      merged && lang === undefined ? { ...chosen, language: document.documentElement.lang } : chosen;
    const found = await pagefind.debouncedSearch(words, { filters }, pause);
    if (!found) return null;
    const data = await Promise.all(found.results.slice(0, limit).map((result) => result.data()));
    const hits = data.map(({ url, excerpt, meta, filters: { language } }) => ({
      url,
      excerpt,
      title: meta.title ?? url,
      language: language?.[0],
      thumbnail: meta.thumbnail ? base + meta.thumbnail.slice(1) : '',
    }));
    const own = { total: found.results.length, hits };
    if (hits.some(({ excerpt }) => hasWords(excerpt, words))) return own;
    // The sidecar knows the nearest words of the site; a static host has none.
    const more = lang === undefined ? chosen : { ...chosen, lang };
    const { searchAtServer } = await import('./server-search.ts');
    const forgiving = await searchAtServer(words, more, limit).catch(() => own);
    return forgiving?.total === 0 ? own : forgiving;
  };
}

/** Pagefind shortens words that no page has, down to one letter: marked words under half the length don't count. */
function hasWords(excerpt: string, words: string): boolean {
  const shortest = Math.min(...words.split(/\s+/).map((word) => word.length));
  const marked = [...excerpt.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, text = '']) => text);
  return (
    marked.length === 0 || marked.some((text) => text.replace(/[^\p{L}\p{N}]/gu, '').length * 2 >= shortest)
  );
}
