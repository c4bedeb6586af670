import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Moment } from '../core/model/dates.ts';
import type { DocumentKind } from '../core/model/document.ts';
import { seriesSlug } from '../core/pages/page-relations.ts';

/** What `npm run new` makes. */
export interface NewDocument {
  readonly kind: DocumentKind;
  readonly title: string;
  /** Now, on the site's clock. */
  readonly now: Moment;
}

export type Created =
  | { readonly ok: true; readonly file: string }
  | { readonly ok: false; readonly message: string };

const folders: Readonly<Record<DocumentKind, string>> = {
  post: 'posts',
  page: 'pages',
  talk: 'talks',
  plugin: 'plugins',
};

/** The kinds by the words that people type: `post`, `posts`. */
export function readKind(word: string): DocumentKind | null {
  const kind = word.toLowerCase().replace(/s$/, '');
  return Object.hasOwn(folders, kind) ? (kind as DocumentKind) : null;
}

/**
 * Writes a new Markdown file with its front matter, as a draft, so that nothing half-written is published.
 * Refuses to touch a file that is there.
 */
export function createDocument(root: string, { kind, title, now }: NewDocument): Created {
  const slug = seriesSlug(title);
  if (slug === '') return { ok: false, message: `"${title}" has no letter or digit to make an address of.` };
  const file = `content/${folders[kind]}/${slug}.md`;
  if (existsSync(join(root, file))) {
    return { ok: false, message: `${file} exists already. Choose another title, or open that file.` };
  }
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), renderNewDocument({ kind, title, now }), { flag: 'wx' });
  return { ok: true, file };
}

/** Front matter with the fields that one fills in first; the others are in the manual. */
export function renderNewDocument({ kind, title, now }: NewDocument): string {
  const dated = kind === 'post' || kind === 'talk';
  const fields = [
    `title: ${JSON.stringify(title)}`,
    ...(dated ? [`date: ${now.local}`] : []),
    'description: ""',
    ...(kind === 'post' ? ['categories: []', 'tags: []'] : []),
    ...(kind === 'talk' ? ['event: ""', 'location: ""'] : []),
    ...(kind === 'plugin' ? ['version: "1.0.0"', 'license: MIT'] : []),
    'draft: true',
  ];
  // An empty value would be refused as a mistake; a comment shows what may be added.
  const shown = fields.map((field) => (field.endsWith('""') ? `# ${field}` : field));
  return `---\n${shown.join('\n')}\n---\n\n`;
}
