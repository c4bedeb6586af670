/** What Pagefind's index answers, as far as this site shows it. */
export interface Hit {
  readonly url: string;
  readonly title: string;
  /** HTML with `<mark>` around the words that were found; Pagefind escapes the rest. */
  readonly excerpt: string;
}

export interface SearchIndex {
  /** Null when another search was started meanwhile. */
  search(
    words: string,
    limit: number,
  ): Promise<{ readonly total: number; readonly hits: readonly Hit[] } | null>;
}

interface PagefindModule {
  init(): Promise<void>;
  debouncedSearch(
    words: string,
    options: object,
    wait: number,
  ): Promise<{ results: readonly { data(): Promise<PagefindData> }[] } | null>;
}

interface PagefindData {
  readonly url: string;
  readonly excerpt: string;
  readonly meta: Readonly<Record<string, string>>;
}

const address = '/pagefind/pagefind.js';
let loading: Promise<SearchIndex> | null = null;

/** Loads the index that the build made, once. Fails where there is none, as in a site that was never built. */
export function loadSearchIndex(): Promise<SearchIndex> {
  loading ??= load();
  return loading;
}

async function load(): Promise<SearchIndex> {
  const pagefind: PagefindModule = await import(/* @vite-ignore */ address);
  await pagefind.init();
  return {
    async search(words, limit) {
      const found = await pagefind.debouncedSearch(words, {}, 120);
      if (!found) return null;
      const data = await Promise.all(found.results.slice(0, limit).map((result) => result.data()));
      const hits = data.map(({ url, excerpt, meta }) => ({ url, excerpt, title: meta.title ?? url }));
      return { total: found.results.length, hits };
    },
  };
}
