import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseMoment } from '../../core/model/dates.ts';
import type { Document } from '../../core/model/document.ts';
import type { Site } from '../../core/model/site.ts';

/**
 * Dates documents whose front matter has none: by the first and the last commit of the file, as `git log` in `root` has
 * them. Elsewhere, and in a shallow clone, which knows only the last commits, the document stays undated: it has the
 * time of its file, since WordPress's objects must have a date, and nothing else shows it. No date is after `nowGmt`:
 * a clock that is ahead schedules no page.
 */
export function dateUndated(
  documents: readonly Document[],
  { root, site, nowGmt }: { readonly root: string; readonly site: Site; readonly nowGmt: string },
): Document[] {
  const files = documents.filter(({ undated }) => undated).map(({ source }) => source);
  if (files.length === 0) return [...documents];
  const commits = readCommits(root, files);
  return documents.map((document) => {
    if (!document.undated) return document;
    const { undated, ...rest } = document;
    const days = commits.get(document.source);
    const { mtime } = statSync(join(root, document.source));
    const file = mtime.toISOString().slice(0, 19);
    const [date, modified] = [days?.first ?? file, days?.last ?? file].map((gmt) =>
      parseMoment(`${gmt < nowGmt ? gmt : nowGmt}Z`, site.timezone),
    );
    if (!date || !modified) return document;
    return {
      ...rest,
      ...(days ? {} : { undated }),
      date: date.local,
      dateGmt: date.gmt,
      modified: modified.local,
      modifiedGmt: modified.gmt,
      digest: hash('sha256', `${document.digest} ${date.gmt} ${modified.gmt} ${days !== undefined}`, 'hex'),
    };
  });
}

interface Commits {
  readonly first: string;
  readonly last: string;
}

/** First and last commit of each file next to `files`, UTC, `YYYY-MM-DDTHH:MM:SS`; empty outside of a repository. */
function readCommits(root: string, files: readonly string[]): ReadonlyMap<string, Commits> {
  const found = new Map<string, Commits>();
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'core.quotePath=off', ...words], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, TZ: 'UTC', GIT_LITERAL_PATHSPECS: '1' },
      maxBuffer: 256 * 1024 * 1024,
    });
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() === 'true') return found;
    // Folders, since a command line has no room for thousands of names.
    const folders = new Set(files.map((file) => dirname(file)));
    const format = ['--format=%x00%ad', '--date=format-local:%Y-%m-%dT%H:%M:%S', '--name-only', '--relative'];
    for (const commit of git('log', ...format, '--', ...folders)
      .split('\0')
      .slice(1)) {
      const [date = '', ...names] = commit.split('\n').filter((line) => line !== '');
      for (const name of names) found.set(name, { first: date, last: found.get(name)?.last ?? date });
    }
  } catch {
    // No repository, or no Git.
  }
  return found;
}
