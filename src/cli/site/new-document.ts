import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Moment } from '../../core/model/dates.ts';
import { type Kind, type KindField, kindsOf, taxonomiesOfKind } from '../../core/model/kinds.ts';
import type { Site } from '../../core/model/site.ts';
import { slugOf } from '../../core/text/slug.ts';

export interface NewDocument {
  readonly kind: Kind;
  readonly title: string;
  /** In the site's time zone. */
  readonly now: Moment;
}

export type Created =
  | { readonly ok: true; readonly file: string }
  | { readonly ok: false; readonly message: string };

/** The kind that people mean with `post`, `posts` or `Talk`. */
export function readKind(site: Site, word: string): Kind | null {
  const typed = word.toLowerCase();
  const kinds = kindsOf(site);
  return (
    kinds.find(({ name }) => name === typed) ??
    kinds.find(({ name, folder, restBase }) => [folder, restBase, `${name}s`].includes(typed)) ??
    null
  );
}

/** Writes a Markdown file with front matter, as a draft. Never overwrites a file. */
export function createDocument(root: string, site: Site, { kind, title, now }: NewDocument): Created {
  const slug = slugOf(title, 200);
  if (slug === '') return { ok: false, message: 'The title is empty.' };
  const file = `content/${kind.folder}/${slug}.md`;
  if (existsSync(join(root, file))) {
    return { ok: false, message: `${file} already exists. Choose another title, or edit that file.` };
  }
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), renderNewDocument(site, { kind, title, now }), { flag: 'wx' });
  return { ok: true, file };
}

export function renderNewDocument(site: Site, { kind, title, now }: NewDocument): string {
  // An empty value would be an error, so optional fields are comments.
  const fields = [
    `title: ${JSON.stringify(title)}`,
    ...(kind.dated ? [`date: ${now.local}`] : []),
    '# description: ""',
    ...taxonomiesOfKind(site, kind).map(({ restBase }) => `${restBase}: []`),
    ...kind.fields.map(({ name, type, required }) => `${required ? '' : '# '}${name}: ${examples[type]}`),
    'draft: true',
  ];
  return `---\n${fields.join('\n')}\n---\n\n`;
}

/** Valid placeholders. */
const examples: Readonly<Record<KindField['type'], string>> = {
  text: '"…"',
  number: '0',
  boolean: 'false',
  address: '"/"',
  url: '"https://example.org/"',
};
