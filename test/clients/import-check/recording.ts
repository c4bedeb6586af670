import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A row of `urls.tsv`: what the old site answered at a URL. */
export interface RecordedUrl {
  /** Path and query, encoded as it was requested. */
  readonly url: string;
  readonly status: number;
  /** Path on the old site, or a URL elsewhere; empty without a redirect. */
  readonly location: string;
  readonly type: string;
  /** `post`, `term:category`, `feed-author`, `file-size`, …: see the README of the recording. */
  readonly kind: string;
  readonly id: string;
}

/** A line of `rest.jsonl`: an object of `wp/v2` as an anonymous client got it. */
export interface RecordedObject {
  /** Below `/wp-json`. */
  readonly route: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of another program
  readonly body: any;
}

export interface Recording {
  readonly folder: string;
  readonly origin: string;
  readonly urls: readonly RecordedUrl[];
  readonly objects: readonly RecordedObject[];
  /** Words that are only in what the public never saw. */
  readonly canaries: readonly string[];
  /** IDs of documents with parts that only a plugin could render. */
  readonly soft: ReadonlySet<string>;
  /** IDs of documents that the new system has to put elsewhere, with their new path. */
  readonly moved: Readonly<Record<string, string>>;
  /** Statuses of the old site's restricted documents by ID: the owner's objects. */
  readonly hidden: readonly RecordedObject[];
}

export function readRecording(folder: string): Recording {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const lines = read('urls.tsv').trimEnd().split('\n');
  const objects = read('rest.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const notes = existsSync(join(folder, 'check.json')) ? JSON.parse(read('check.json')) : {};
  return {
    folder,
    origin: /^# origin (\S+)/m.exec(lines[0] ?? '')?.[1] ?? '',
    urls: lines.filter((line) => !line.startsWith('#')).map(readUrl),
    objects: objects.filter((object) => object.as === undefined),
    hidden: objects.filter(({ as, body }) => as === 'owner' && body.id !== undefined && isHidden(body)),
    canaries: notes.canaries ?? [],
    soft: new Set(Object.keys(notes.soft ?? {})),
    moved: notes.elsewhere ?? {},
  };
}

function readUrl(line: string): RecordedUrl {
  const [url = '', status = '', location = '', type = '', kind = '', id = ''] = line.split('\t');
  return { url, status: Number(status), location, type, kind, id };
}

const isHidden = ({ status, type }: { status?: string; type?: string }) =>
  /^(?:draft|pending|private|future)$/.test(status ?? '') && /^(?:post|page|recipe)$/.test(type ?? '');
