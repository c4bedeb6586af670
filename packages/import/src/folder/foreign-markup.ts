const inLine: readonly (readonly [pattern: RegExp, name: string, fix: string])[] = [
  [/(?<![\w:/]):[a-z][a-z0-9_+-]+:(?![\w:/])/, 'emoji', 'Write the emoji itself.'],
  [/(?<![\w=])==(?=[^\s=])[^=\n]*[^\s=]==(?!=)/, 'highlight', 'Write <mark>…</mark>.'],
  [/\^\[[^\]\n]+\]/, 'inline footnote', 'Write [^1], and a line "[^1]: …".'],
];

/** Finds markup of other Markdown dialects, which shows as text here, outside of code. Lines count from 1. */
export function findForeignMarkup(content: string) {
  const found: { line: number; what: string; fix: string }[] = [];
  let fence = '';
  for (const [index, line] of content.split('\n').entries()) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (mark !== '' && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    if (fence !== '' || mark !== '') continue;
    const words = line.replace(/`[^`\n]*`/g, ' ');
    for (const [pattern, name, fix] of inLine) {
      const written = pattern.exec(words)?.[0];
      if (written !== undefined) found.push({ line: index + 1, what: `${name} ${written.trim()}`, fix });
    }
  }
  return found;
}
