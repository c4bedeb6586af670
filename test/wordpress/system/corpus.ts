import { readFileSync } from 'node:fs';

/** A corpus as it was loaded into a WordPress: titles, contents and excerpts as stored. */
export interface Corpus {
  readonly site: { readonly name: string; readonly description: string; readonly timezone_string: string };
  readonly users: readonly CorpusUser[];
  readonly categories: readonly CorpusTerm[];
  readonly tags: readonly CorpusTerm[];
  readonly posts: readonly CorpusDocument[];
  readonly pages: readonly CorpusDocument[];
  readonly media: readonly CorpusMedia[];
  readonly comments: readonly CorpusComment[];
  /** The post that was changed after it was first saved, and how often. */
  readonly revisions_on?: { readonly post: number; readonly count: number };
}
export interface CorpusUser {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly url: string;
  readonly description: string;
}
export interface CorpusTerm {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly parent?: number;
}
export interface CorpusDocument {
  readonly id: number;
  readonly type: 'post' | 'page';
  readonly status: string;
  readonly slug: string;
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly date: string;
  readonly modified: string;
  readonly author: number;
  readonly password: string;
  readonly parent: number;
  readonly menu_order: number;
  readonly sticky: boolean;
  readonly format?: string;
  readonly featured_media: number;
  readonly categories: readonly number[];
  readonly tags: readonly number[];
}
export interface CorpusMedia {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly alt_text: string;
  readonly caption: string;
  readonly file: string;
  readonly mime_type: string;
  readonly width: number;
  readonly height: number;
  readonly parent: number;
  readonly date: string;
  readonly author: number;
}

export interface CorpusComment {
  readonly id: number;
  readonly post: number;
  readonly parent: number;
  readonly author: number;
  readonly author_name: string;
  readonly author_url: string;
  readonly date: string;
  readonly content: string;
  readonly approved: number;
}

/** One recorded exchange with a real WordPress. */
export interface Exchange {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly data?: string;
  };
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly body_text?: string;
  /** The order among equal sort keys was the database's. */
  readonly ties?: boolean;
}

export function readCorpus(file: string): Corpus {
  return JSON.parse(readFileSync(file, 'utf8')) as Corpus;
}

export function readExchanges(file: string): Exchange[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Exchange);
}
