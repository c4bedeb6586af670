import { escapeHtml } from 'agentsite/text';
import { diffArrays, diffWordsWithSpace } from 'diff';

/** A source with its changed words in `ins` and `del`. */
export function markSource(before: string, after: string): string {
  return diffWordsWithSpace(before, after)
    .map(({ value, added, removed }) => mark(escapeHtml(show(value)), added, removed))
    .join('');
}

/**
 * The HTML of a text as it will be, with its new words in `ins` and those that it loses in `del`. Elements are those of
 * the new text; nothing in it is hidden.
 */
export function markHtml(before: string, after: string): string {
  return diffArrays(tokens(before), tokens(after))
    .flatMap(({ value, added, removed }) => {
      const kept = removed ? value.filter((token) => !token.startsWith('<')) : value;
      return group(kept).map((run) => (run.startsWith('<') ? run : mark(show(run), added, removed)));
    })
    .join('');
}

function mark(text: string, added: boolean, removed: boolean): string {
  if (text.trim() === '' || !(added || removed)) return removed ? '' : text;
  return added ? `<ins>${text}</ins>` : `<del>${text}</del>`;
}

/** Tags, and words with the white space behind them. Comments are words, so that they are read. */
function tokens(html: string): string[] {
  const shown = html.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => escapeHtml(comment));
  return shown.match(/<[^>]*>|[^<\s]+\s*|\s+|</g) ?? [];
}

/** Words that follow each other, joined. */
function group(all: readonly string[]): string[] {
  const runs: string[] = [];
  for (const token of all) {
    const last = runs.at(-1);
    if (last === undefined || last.startsWith('<') || token.startsWith('<')) runs.push(token);
    else runs[runs.length - 1] = last + token;
  }
  return runs;
}

/** Characters that take no room, as a sign. */
const show = (text: string) =>
  text.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu, '␣');
