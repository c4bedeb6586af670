import {
  changeComments,
  htmlToMarkdown,
  type NewComment,
  readStoredComments,
  type StoredComment,
  whyNoComment,
} from 'agentsite/content';
import { parseMoment, type Site } from 'agentsite/model';
import type { Response } from './responses.ts';

/** What became of the responses of one run. */
export interface Imported {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Responses that can't be comments, as sentences. */
  readonly refused: readonly string[];
  /** All that are stored now, or were. */
  readonly sources: readonly string[];
}

/**
 * Stores responses in `content/comments/`: new ones wait for the owner, changed ones wait again, withdrawn ones go. What
 * the owner deleted does not come back.
 * @param stored sources that were stored before
 */
export function importReplies(
  root: string,
  site: Site,
  responses: readonly Response[],
  stored: ReadonlySet<string>,
): Imported {
  const count = { added: 0, changed: 0, removed: 0 };
  const refused: string[] = [];
  const present = new Map(responses.map((response) => [response.source, response]));
  const before = [...readStoredComments(root)].filter(([, list]) => list.some(isOurs)).map(([id]) => id);
  for (const document of new Set([...responses.map((response) => Number(response.document)), ...before])) {
    changeComments(root, document, (comments) => {
      const list: (StoredComment | NewComment)[] = comments.filter(
        (comment) => !isOurs(comment) || present.has(comment.source ?? ''),
      );
      count.removed += comments.length - list.length;
      for (const response of responses.filter((one) => Number(one.document) === document)) {
        const comment = commentOf(response, site);
        const reason = whyNoComment(comment, site);
        const index = list.findIndex(({ source }) => source === response.source);
        const known = list[index];
        if (reason !== null) refused.push(`${response.source}: ${reason}`);
        else if (!known && !stored.has(response.source)) {
          list.push(comment);
          count.added++;
        } else if (known && (known.text ?? '').trim() !== (comment.text ?? '').trim()) {
          const text = { text: comment.text };
          list[index] = { ...known, ...(known.status === 'hidden' ? text : { status: 'waiting', ...text }) };
          count.changed++;
        }
      }
      return list;
    });
    // Only now do those that are answered have numbers.
    changeComments(root, document, (comments) =>
      comments.map((comment) => {
        const answered = present.get(comment.source ?? '')?.parent;
        const parent = answered && comments.find(({ source }) => source === answered)?.id;
        return parent ? { ...comment, parent } : comment;
      }),
    );
  }
  return { ...count, refused, sources: [...new Set([...stored, ...present.keys()])] };
}

const isOurs = ({ via, source }: NewComment): boolean => via === 'fediverse' && source !== undefined;

function commentOf({ type, name, url, published, source, html }: Response, site: Site): NewComment {
  const date = parseMoment(published, site.timezone)?.local ?? published.slice(0, 19);
  const text = html === '' ? {} : { text: htmlToMarkdown(html, url) };
  const kind = type === 'comment' ? {} : { type };
  return { name, url, date, ...kind, via: 'fediverse', source, status: 'waiting', ...text };
}
