import { wordsOf } from '../languages/words.ts';
import type { Comment } from '../model/document.ts';
import type { Site } from '../model/site.ts';

export interface CommentThread extends Comment {
  readonly answers: readonly CommentThread[];
}

/** What another site did, for a mention without words: `Like`. */
export function kindOfMention({ type }: Comment, site: Site): string {
  const { comments } = wordsOf(site).words;
  return type === 'like' || type === 'repost' || type === 'mention' ? comments[type] : '';
}

/** Replies below this level follow each other on it: pages and programs read threads by recursion. */
const maxDepth = 30;

/** Comments as conversations: each below what it answers, the oldest first. What answers nothing here is on top. */
export function threadsOf(comments: readonly Comment[]): CommentThread[] {
  const ids = new Set(comments.map(({ id }) => id));
  const parentOf = (comment: Comment) => (ids.has(comment.parent) ? comment.parent : 0);
  const placed = new Set<number>();
  const byParent = Map.groupBy(comments, parentOf);
  const below = (parent: number, depth: number): CommentThread[] =>
    (depth < maxDepth ? (byParent.get(parent) ?? []) : allBelow(parent)).flatMap((comment) => {
      if (placed.has(comment.id)) return [];
      placed.add(comment.id);
      return [{ ...comment, answers: depth < maxDepth ? below(comment.id, depth + 1) : [] }];
    });
  const allBelow = (parent: number): Comment[] => {
    const found = new Set(byParent.get(parent));
    for (const { id } of found) for (const answer of byParent.get(id) ?? []) found.add(answer);
    return [...found];
  };
  const threads = below(0, 0);
  // Comments that reply in a circle would be nowhere.
  const lost = comments.filter(({ id }) => !placed.has(id));
  return [...threads, ...lost.map((comment) => ({ ...comment, answers: [] }))];
}
