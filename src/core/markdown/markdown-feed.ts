import type { Document, Library } from '../model/document.ts';
import { absoluteUrl } from '../model/urls.ts';
import { closeFences, escapeMarkdown, withoutRules } from '../text/markdown-text.ts';
import { joinBlocks } from './markdown-twin.ts';

/** Entries of the feed. */
const markdownFeedLength = 5;

/** What the feed shows, newest first. */
export function listFeedPosts({ documents }: Library): Document[] {
  return documents.filter(({ kind }) => kind === 'post').slice(0, markdownFeedLength);
}

/**
 * `/feed.md`: the newest posts with their whole content. Each first-level heading after the first begins an entry. Dates are
 * in the site's time zone. Protected posts have only title and address.
 */
export function renderMarkdownFeed(library: Library): string {
  const { site } = library;
  const posts = listFeedPosts(library);
  return joinBlocks([
    posts.length === 0 ? '# No posts yet' : '# Newest posts',
    ...posts.flatMap((post) => [
      `# ${escapeMarkdown(post.title)}`,
      `${post.date.slice(0, 10)}, ${absoluteUrl(site, post.path)}`,
      post.locked
        ? 'Protected by a password.'
        : withoutRules(closeFences(library.body(post).markdown.trim())),
    ]),
  ]);
}
