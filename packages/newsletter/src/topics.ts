import type { Document, Library, Site } from 'agentsite/model';
import type { Options } from './options.ts';
import type { Post } from './post-list.ts';
import type { Choices } from './subscribers/subscribers.ts';

export const isNote = ({ untitled, format }: Pick<Document, 'untitled' | 'format'>): boolean =>
  untitled === true || format === 'aside' || format === 'status';

/** `posts` or `notes`, and `category/SLUG` of each category with those above it. */
export function topicsOf({ terms }: Library, document: Document): string[] {
  const found = new Set<string>([isNote(document) ? 'notes' : 'posts']);
  const add = (slug: string | null) => {
    if (slug === null || found.has(`category/${slug}`)) return;
    found.add(`category/${slug}`);
    add(terms.find((term) => term.taxonomy === 'category' && term.slug === slug)?.parent ?? null);
  };
  for (const slug of document.terms.category ?? []) add(slug);
  return [...found];
}

/** The topics that a form offers. Where notes are none of their own, all posts have them. */
export const offeredTopics = ({ topics }: Options): readonly string[] => [
  'posts',
  ...(topics.notes ? ['notes'] : []),
  ...topics.categories.map((slug) => `category/${slug}`),
];

/** The languages of a site, the main one first. */
export const languagesOf = ({
  language,
  languages,
}: Pick<Site, 'language' | 'languages'>): readonly string[] => [language, ...Object.keys(languages)];

/** Does a subscriber want a post? */
export function wants({ topics, language }: Choices, post: Post, { topics: options }: Options): boolean {
  if (post.language !== language) return false;
  const own = options.notes ? post.topics : post.topics.map((topic) => (topic === 'notes' ? 'posts' : topic));
  return own.some((topic) => topics.includes(topic));
}
