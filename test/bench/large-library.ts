import type { Body, Document, Library, Term } from '../../src/core/model/document.ts';
import { siteSchema } from '../../src/core/model/site.ts';

/**
 * A made-up library of `count` posts for measurements: about 860 words each from a vocabulary whose word
 * frequencies fall off as in real prose, with code, links and numbers. The same number gives the same library.
 */
export function createLargeLibrary(count: number, url = 'http://localhost:4321'): Library {
  const site = siteSchema.parse({
    title: 'Bench',
    description: 'A site to measure with.',
    url,
    owner: { name: 'Owner', slug: 'owner' },
  });
  const random = createRandom(7);
  const words = createVocabulary(random, 30_000);
  const word = () => words[Math.floor(words.length ** random()) - 1] ?? 'the';
  const terms = (taxonomy: 'category' | 'post_tag', base: string, first: number, size: number): Term[] =>
    Array.from({ length: size }, (_, index) => ({
      taxonomy,
      id: first + index,
      slug: `${base}-${index}`,
      path: `/${base}/${base}-${index}/`,
      name: `${base} ${index}`,
      description: '',
      parent: null,
      count: 0,
    }));
  const categories = terms('category', 'category', 1, 12);
  const tags = terms('post_tag', 'tag', 101, 200);
  const documents = Array.from({ length: count }, (_, index): Document => {
    const number = count - index;
    const date = new Date(Date.UTC(2010, 0, 1) + number * 3_600_000 * 12).toISOString().slice(0, 19);
    const title = Array.from({ length: 6 }, word).join(' ');
    return {
      kind: 'post',
      id: 100_000 + number,
      slug: `post-${number}`,
      path: `/post-${number}/`,
      source: `content/posts/post-${number}.md`,
      title,
      date,
      dateGmt: date,
      modified: date,
      modifiedGmt: date,
      description: number % 3 === 0 ? `${title} and more.` : null,
      excerpt: `${title} and more.`,
      summary: `${title} and more.`,
      author: 'owner',
      terms: {
        category: [`category-${number % 12}`],
        post_tag: [`tag-${number % 200}`, `tag-${(number * 7) % 200}`],
      },
      sticky: false,
      locked: null,
      image: null,
      series: null,
      parent: null,
      order: 0,
      redirectFrom: [],
      facts: {},
      headings: [],
      images: [],
      wordCount: 860,
      digest: String(number),
    };
  });
  const bodies = new Map<number, Body>();
  const bodyOf = (document: Document): Body => {
    const paragraphs = Array.from({ length: 12 }, () => Array.from({ length: 70 }, word).join(' '));
    const code = `const value${document.id} = compute(${Math.floor(random() * 1e6)});\nreturn value;`;
    const text = `${paragraphs.join('\n\n')}\n\n${code}`;
    return {
      html: `${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n')}\n<pre><code>${code}</code></pre>\n`,
      markdown: `${paragraphs.join('\n\n')}\n\n\`\`\`js\n${code}\n\`\`\`\n`,
      text,
    };
  };
  for (const document of documents) bodies.set(document.id, bodyOf(document));
  const owner = { id: 1, slug: 'owner', name: 'Owner', description: '', url: '', path: '/author/owner/' };
  return {
    site,
    documents,
    terms: [...categories, ...tags],
    authors: [owner],
    media: [],
    skills: [],
    body: (document) => bodies.get(document.id) ?? { html: '', markdown: '', text: '' },
  };
}

/** A small generator of equally spread numbers in [0, 1), the same on every machine (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function createVocabulary(random: () => number, size: number): string[] {
  const syllables = [
    'an',
    'ber',
    'co',
    'der',
    'el',
    'fi',
    'gra',
    'ho',
    'in',
    'ka',
    'lo',
    'mo',
    'ne',
    'or',
    'pe',
    'ra',
  ];
  const endings = ['', '', '', ',', '.', 's', 'ing', ':', '?', 'é'];
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  return Array.from(
    { length: size },
    (_, rank) =>
      `${Array.from({ length: 1 + Math.min(5, Math.floor(Math.log10(rank + 1)) + 1) }, () => pick(syllables)).join('')}${pick(endings)}`,
  );
}
