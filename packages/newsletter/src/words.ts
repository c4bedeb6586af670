import { readFileSync } from 'node:fs';

const [head = [], ...rows] = readFileSync(new URL('./words.tsv', import.meta.url), 'utf8')
  .trim()
  .split(/\r?\n/)
  .map((line) => line.split('\t'));

/** What readers see, in fifteen languages, from `words.tsv`; owners override `newsletter.KEY`. `{site}` is the site's title. */
export const words: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  head
    .slice(1)
    .map((language, at) => [
      language,
      Object.fromEntries(rows.map(([key = '', ...all]) => [key, all[at] ?? ''])),
    ]),
);
