import { htmlToText } from 'agentsite/text';

/** Words that a page of nothing but a list may have: a heading, a line below it. */
const maxWords = 20;

const start = /\{%-?\s*for\s+\w+\s+in\s+(?:site|paginator|collections|pagination|posts|categories|tags)\b/;
const end = /\{%-?\s*endfor\s*-?%\}/g;

/** The words around a list that a template generates, if that is all of a page; null for other pages. */
export function wordsAroundList(body: string): string | null {
  const from = body.search(start);
  const last = [...body.matchAll(end)].at(-1);
  if (from < 0 || last === undefined || last.index < from) return null;
  const rest = `${body.slice(0, from)} ${body.slice(last.index + last[0].length)}`;
  const words = htmlToText(rest.replace(/\{%[^%]*%\}|\{\{[^}]*\}\}/g, ' ').replace(/[#*_`]/g, '')).trim();
  return words.split(/\s+/).length <= maxWords ? words : null;
}
