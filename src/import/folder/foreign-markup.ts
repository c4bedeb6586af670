const inLine: readonly (readonly [pattern: RegExp, name: string, fix: string])[] = [
  [/^ {0,3}\*\[[^\]\n]+\]:.*/, 'abbreviation', 'Write <abbr title="…"> where the word is.'],
  [/(?<![\w:/]):[a-z][a-z0-9_+-]+:(?![\w:/])/, 'emoji', 'Write the emoji itself.'],
  [/(?<![\w=])==(?=[^\s=])[^=\n]*[^\s=]==(?!=)/, 'highlight', 'Write <mark>…</mark>.'],
  [/\^\[[^\]\n]+\]/, 'inline footnote', 'Write [^1], and a line "[^1]: …".'],
];

/** Finds markup of other Markdown dialects, which shows as text here, outside of code. Lines count from 1. */
export function findForeignMarkup(content: string) {
  const found: { line: number; what: string; fix: string }[] = [];
  let fence = '';
  let term = '';
  let isOpen = false;
  for (const [index, line] of content.split('\n').entries()) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (mark !== '' && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    if (fence !== '' || mark !== '') continue;
    const words = line.replace(/`[^`\n]*`/g, ' ');
    for (const [pattern, name, fix] of inLine) {
      const written = pattern.exec(words)?.[0];
      if (written !== undefined) found.push({ line: index + 1, what: `${name} ${written.trim()}`, fix });
    }
    if (/^ {0,3}:[ \t]+\S/.test(line) && term !== '') {
      const what = `a definition list, from “${term.slice(0, 60)}”`;
      const fix = 'Readers see a paragraph with a colon: write it as HTML (<dl>) or as a list.';
      if (!isOpen) found.push({ line: index + 1, what, fix });
      isOpen = true;
    } else if (line.trim() !== '') {
      isOpen = isOpen && /^\s/.test(line);
      term = line.trim();
    }
  }
  return found;
}
