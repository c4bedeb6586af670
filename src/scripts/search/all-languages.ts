/** What is used of Pagefind's module here. */
export interface Mergeable {
  mergeIndex(address: string, options: { readonly language: string }): Promise<void>;
}

/** Pagefind opens the index of the page's language; this adds those of the others. It refuses a second index at one path. */
export async function mergeLanguages(pagefind: Mergeable, base: string): Promise<void> {
  const entry = await fetch(`${base}pagefind/pagefind-entry.json`);
  const { languages }: { languages: Readonly<Record<string, unknown>> } = await entry.json();
  const [own] = document.documentElement.lang.split('-');
  const others = Object.keys(languages).filter((language) => language !== own);
  const address = `${location.origin}${base}pagefind/`;
  await Promise.all(others.map((language) => pagefind.mergeIndex(address, { language })));
}
