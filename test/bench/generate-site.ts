import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layOutProject } from '../helpers/project-copy.ts';

/**
 * A site of many posts for the build benchmark: each about 860 words with headings, two code blocks, a table, a
 * list and links; the same bytes in every run.
 */

/** A small generator of numbers in [0, 1), the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const syllables = 'ka to ri men sol ter an be quo vi st lo per in ex dra ful ness ing ed'.split(' ');

function makeWords(random: () => number): string[] {
  const pick = () => syllables[Math.floor(random() * syllables.length)] ?? 'ka';
  return Array.from({ length: 6000 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, pick).join(''),
  );
}

export interface GeneratedPost {
  readonly slug: string;
  readonly title: string;
  readonly date: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly body: string;
}

export const categories = Array.from({ length: 12 }, (_, index) => `category-${index + 1}`);
export const tags = Array.from({ length: 60 }, (_, index) => `tag-${index + 1}`);

/** The posts `0` to `count - 1`; post `n` is the same whatever the count. 100,000 end in February 2026: none is in the future. */
export function* generatePosts(count: number): Generator<GeneratedPost> {
  const words = makeWords(createRandom(7));
  for (let index = 0; index < count; index++) {
    const random = createRandom(1000 + index);
    const word = () => words[Math.floor(random() * random() * words.length)] ?? 'word';
    const sentence = (length: number) => {
      const text = Array.from({ length }, word).join(' ');
      return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    };
    const paragraph = () =>
      Array.from({ length: 5 }, () => sentence(8 + Math.floor(random() * 10))).join(' ');
    const link =
      index > 0
        ? `See [an earlier post](/post-${Math.floor(random() * index)}/) and [a site](https://example.com/${index}).`
        : '';
    const hours = Math.min(index, 10_000) * 17 + Math.max(0, index - 10_000) / 6;
    const day = new Date(Date.UTC(2005, 0, 1) + hours * 3_600_000).toISOString().slice(0, 19);
    yield {
      slug: `post-${index}`,
      title: sentence(5).slice(0, -1),
      date: day,
      categories: [categories[index % categories.length] ?? ''],
      tags: [tags[index % tags.length] ?? '', tags[(index * 7 + 3) % tags.length] ?? ''].filter(
        (tag, at, all) => all.indexOf(tag) === at,
      ),
      body: [
        paragraph(),
        link,
        `## ${sentence(4).slice(0, -1)}`,
        paragraph(),
        paragraph(),
        `\`\`\`ts\nconst ${word()}: number = ${index};\nexport function ${word()}(value: string) {\n  return value.trim() + "${word()}";\n}\n\`\`\``,
        paragraph(),
        `## ${sentence(3).slice(0, -1)}`,
        paragraph(),
        paragraph(),
        `| ${word()} | ${word()} | ${word()} |\n| --- | --- | ---: |\n| ${word()} | ${word()} | 1 |\n| ${word()} | ${word()} | 2 |`,
        paragraph(),
        `- ${sentence(6)}\n- ${sentence(5)}\n- ${sentence(7)}`,
        `## ${sentence(3).slice(0, -1)}`,
        paragraph(),
        paragraph(),
        `\`\`\`json\n{ "${word()}": ${index}, "${word()}": ["${word()}", true] }\n\`\`\``,
        paragraph(),
        paragraph(),
        `**${sentence(4)}** *${sentence(5)}* \`${word()}\``,
      ]
        .filter((part) => part !== '')
        .join('\n\n'),
    };
  }
}

/** Lays out a project of `count` posts in `folder`: this project's code, generated content. */
export function layOutAgentsite(folder: string, count: number): void {
  layOutProject(folder);
  mkdirSync(join(folder, 'content/posts'), { recursive: true });
  const list = (slugs: readonly string[]) =>
    slugs.map((slug) => `- slug: ${slug}\n  name: ${slug.replace('-', ' ')}\n`).join('');
  writeFileSync(join(folder, 'content/categories.yaml'), list(categories));
  writeFileSync(join(folder, 'content/tags.yaml'), list(tags));
  for (const post of generatePosts(count)) {
    writeFileSync(join(folder, 'content/posts', `${post.slug}.md`), renderPost(post));
  }
}

/** A post as a Markdown file that this project, Hugo and Eleventy read alike. */
export function renderPost({ title, date, categories, tags, body }: GeneratedPost): string {
  return [
    '---',
    `title: ${title}`,
    `date: ${date}`,
    `categories: [${categories.join(', ')}]`,
    `tags: [${tags.join(', ')}]`,
    '---',
    '',
    body,
    '',
  ].join('\n');
}
