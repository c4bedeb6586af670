import { pathsOf } from '../model/languages.ts';
import type { Site } from '../model/site.ts';
import { absoluteUrl } from '../model/urls.ts';

/** Pieces of generated Markdown: plain text is escaped, addresses are absolute and escaped. */

/** What Markdown would take for markup. An underscore inside a word and a lone ampersand are none. */
const markup = /[\\`*[\]~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?[a-z0-9]+;)/giu;
/** What only the start of a line turns into markup: headings, quotes, lists, rules. */
const marker = /^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|={2,}\s*$|-{2,}\s*$)/;
const numbered = /^(\d{1,9})([.)])(?=\s|$)/;

/** Fast checks that most strings pass. */
const mayBeMarkup = /[\\`*[\]~_<&]/;
const mayBeMarker = /^[#>+=\d-]/;
const needsSpace = /[^\S ]|\u0085| {2}/;

/** A backslash before `<` is part of a bare address, which would end there. */
const keepTags = (markdown: string): string =>
  markdown.replace(/(?:https?:\/\/|www\.)\S+/gi, (address) => address.replaceAll('\\<', '&lt;'));

/** Plain text as one line of Markdown. */
export function escapeMarkdown(text: string): string {
  const line = (needsSpace.test(text) ? text.replace(/[\s\u0085]+/g, ' ') : text).trim();
  const inline = mayBeMarkup.test(line) ? keepTags(line.replace(markup, '\\$&')) : line;
  if (!mayBeMarker.test(inline)) return inline;
  return inline.replace(marker, '\\$&').replace(numbered, '$1\\$2');
}

/** `[text](url)`; `url` is percent-encoded already, `text` is plain. */
export function markdownLink(text: string, url: string): string {
  return `[${escapeMarkdown(text)}](${linkTarget(url)})`;
}

const endsTarget = /[()\s<>]/;

/** The target of a link, escaped where a parenthesis or space would end it. */
function linkTarget(url: string): string {
  if (!endsTarget.test(url)) return url;
  return url.replace(/[()\s<>]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  );
}

/** Prose of a term or an author, in which addresses of this site may be written from its root. */
export function absolutizeMarkdown(prose: string, site: Site): string {
  const absolute = prose.replace(/(\]\(<?|^\[[^\]]+\]:\s*<?)\/(?!\/)/gm, `$1${site.url}/`);
  return keepTags(absolute.replace(/<(?=[a-z/!?])/gi, '\\<'));
}

/** The sentence that every twin begins with. The HTML pages say the same. */
export const programsNotice = 'For programs: every page of this site is listed, as Markdown, in';

/** The line of a twin that names the index of the site. */
export function noticeLine(site: Site): string {
  const { llms } = pathsOf(site);
  return `> ${programsNotice} [${llms}](${absoluteUrl(site, llms)}).`;
}

/** Closes a code fence that Markdown allows to be open at the end, so that nothing after it becomes code. */
export function closeFences(markdown: string): string {
  let open: string | null = null;
  for (const line of markdown.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    const [, mark = '', rest = ''] = fence ?? [];
    if (!mark) continue;
    if (open === null) open = mark.startsWith('`') && rest.includes('`') ? null : mark;
    else if (mark.startsWith(open) && rest.trim() === '') open = null;
  }
  return open === null ? markdown : `${markdown.replace(/\n+$/, '')}\n${open}\n`;
}

const rule = /^---[ \t]*$/;

/** Rewrites lines `---`, for files in which they separate documents; the Markdown keeps its meaning. */
export function withoutRules(markdown: string): string {
  if (!/^---[ \t]*$/m.test(markdown)) return markdown;
  const lines = markdown.split('\n');
  let fence: { readonly at: number; readonly mark: string } | null = null;
  for (const [at, line] of lines.entries()) {
    const [, mark = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence) {
      const isClosed = mark.startsWith(fence.mark) && rest.trim() === '';
      if (!isClosed && at < lines.length - 1) continue;
      const block = lines.slice(fence.at, at + 1);
      if (block.some((part) => rule.test(part)))
        for (const [offset, part] of block.entries())
          lines[fence.at + offset] = part === '' ? '' : ` ${part}`;
      fence = null;
    } else if (mark && !(mark.startsWith('`') && rest.includes('`'))) fence = { at, mark };
    else if (rule.test(line)) lines[at] = (lines[at - 1] ?? '').trim() === '' ? '***' : ` ${line}`;
  }
  return lines.join('\n');
}
