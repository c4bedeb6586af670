/** A line that starts a definition, `: words`, below the line of its term; outside of fenced code. */
export interface DefinitionLine {
  /** From 1. */
  readonly line: number;
  readonly term: string;
}

/** Definition lists of Hugo and kramdown: the first definition of each. Markdown here has none. */
export function definitionLists(content: string): DefinitionLine[] {
  const found: DefinitionLine[] = [];
  let fence = '';
  let term = '';
  let isOpen = false;
  for (const [index, line] of content.split('\n').entries()) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (mark !== '' && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : '';
    if (fence !== '' || mark !== '') continue;
    if (/^ {0,3}:[ \t]+\S/.test(line) && term !== '') {
      if (!isOpen) found.push({ line: index + 1, term });
      isOpen = true;
    } else if (line.trim() !== '') {
      isOpen = isOpen && /^\s/.test(line);
      term = line.trim();
    }
  }
  return found;
}
