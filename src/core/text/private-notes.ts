/**
 * Notes of an author in a text, which no reader gets: `%%…%%` (Obsidian), `<!-- … -->` and `{/* … *\/}` (MDX). The marks
 * of WordPress are no notes. A backslash before the first sign makes it text.
 */
export const noteEnds: Readonly<Record<string, string>> = { '%%': '%%', '<!--': '-->', '{/*': '*/}' };

/** Comments that WordPress reads: part of the stored post, and so of what its search finds. */
export const wordPressMark = /<!--(?:\s*\/?wp:|(?:more(?:[ \t][^>]*?)?|nextpage|noteaser)-->)/;

const parts = /`[^`]*`|\\(%%|<!--|\{\/\*)|%%[\s\S]*?%%|<!--[\s\S]*?-->|\{\/\*[\s\S]*?\*\/\}/g;

/** A line of plain text, such as a title, without notes. */
export function withoutNotes(text: string): string {
  if (!/%%|<!--|\{\/\*/.test(text)) return text;
  const kept = text.replace(parts, (part, sign?: string) => sign ?? (part.startsWith('`') ? part : '\0'));
  return kept.replace(/(^|\s)\0\s*|\0/g, '$1').trim();
}

/** A text of another system, whose signs are no notes. */
export const escapeNotes = (text: string): string => text.replace(/%%|<!--|\{\/\*/g, '\\$&');

/** The first sign of a note that has no end; null without one. */
export function findOpenNote(text: string): string | null {
  const rest = text.replace(parts, '');
  return Object.keys(noteEnds).find((sign) => rest.includes(sign)) ?? null;
}

/** What to do about a note without an end. */
export const explainOpenNote = (sign: string): string =>
  sign === '<!--'
    ? 'the comment is not closed; write --> where it ends.'
    : `the note is not closed; write ${noteEnds[sign] ?? ')'} where it ends, or \\${sign} for the sign itself.`;
