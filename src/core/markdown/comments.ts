import { wordsOf } from '../languages/words.ts';
import type { Comment } from '../model/document.ts';
import type { Site } from '../model/site.ts';
import { type CommentThread, kindOfMention, threadsOf } from '../pages/comment-threads.ts';
import { formatDay } from '../text/locale.ts';
import { closeFences, escapeMarkdown, markdownLink } from '../text/markdown-text.ts';

/** The comments of a document in its twin; answers are quoted one level deeper than what they answer. */
export function renderComments(comments: readonly Comment[], site: Site): string {
  if (comments.length === 0) return '';
  const { words } = wordsOf(site);
  return `## ${words.comments.title}\n\n${threadsOf(comments)
    .map((thread) => renderThread(thread, site))
    .join('\n\n')}`;
}

function renderThread(thread: CommentThread, site: Site): string {
  const { name, url, date, answers } = thread;
  const markdown = thread.markdown || kindOfMention(thread, site);
  const shown = name || wordsOf(site).words.comments.anonymous;
  const who = url === '' ? escapeMarkdown(shown) : markdownLink(shown, url);
  const quoted = [
    quote(closeFences(markdown)),
    ...answers.map((answer) => quote(renderThread(answer, site))),
  ];
  return [`**${who}**, ${formatDay(date, site)}`, ...quoted].join('\n\n');
}

const quote = (text: string): string =>
  text
    .split(/\r\n?|[\n\u0085\u2028\u2029]/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
