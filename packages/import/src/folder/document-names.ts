/** Finds documents and files by reference: `post.md`, `/posts/post.md`, `2024-05-01-post`, `_posts/2024-05-01-post.md`. */
export class DocumentNames {
  // Obsidian, and a disk that folds case, find a note also by another case.
  readonly #spellings = [(text: string) => text, (text: string) => text.normalize('NFC').toLowerCase()].map(
    (fold) => ({ fold, documents: new Map<string, string>(), files: new Map<string, string>() }),
  );

  /** @param addresses by the paths of files in the folder */
  constructor(addresses: ReadonlyMap<string, string>) {
    for (const { fold, documents, files } of this.#spellings) {
      // A whole path comes before the end of another.
      for (const [stored, address] of addresses) files.set(fold(stored), address);
      for (const [stored, address] of addresses) {
        const stem = stored.replace(/\.(?:md|markdown|mdx|html)$/, '').replace(/\/(?:_?index)$/, '');
        if (stem !== stored) addEnds(documents, fold(stem), address);
        addEnds(files, fold(stored), address);
      }
    }
  }

  find(name: string): string | null {
    const [, , path = '', anchor = ''] = /^(["']?)([^#]*?)(#.*?)?\1$/s.exec(name.trim()) ?? [];
    const plain = path.replace(/^\/|\/$/g, '').replace(/\.(?:md|markdown|html)$/, '');
    if (plain === '') return anchor || null;
    const file = path.replace(/^\//, '');
    for (const { fold, documents, files } of this.#spellings) {
      const document = documents.get(fold(plain));
      if (document !== undefined) return document + anchor;
      const found = files.get(fold(file));
      if (found !== undefined) return found;
    }
    return null;
  }
}

/** A path is named by each of its ends: `a/b/c`, `b/c` and `c`. The first of a name has it. */
function addEnds(names: Map<string, string>, path: string, address: string): void {
  for (let end = path; ; end = end.slice(end.indexOf('/') + 1)) {
    if (!names.has(end)) names.set(end, address);
    if (!end.includes('/')) return;
  }
}
