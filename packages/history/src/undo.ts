import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseMoment } from 'agentsite/model';
import { describeTime, type Repository, type Version } from './repository.ts';

/** What an undo writes, or why there is none. */
export type Plan =
  | {
      readonly ok: true;
      readonly version: Version;
      /** New bytes by file; null for one that moves away. */
      readonly files: ReadonlyMap<string, Buffer | null>;
    }
  | { readonly ok: false; readonly message: string };

const refuse = (message: string): Plan => ({ ok: false, message });
const days: Readonly<Record<string, number>> = { hour: 1 / 24, day: 1, week: 7, month: 30, year: 365 };

/**
 * The moment that an owner means, RFC 3339: of a day its end, in the time zone of the site; null for none.
 * @param now milliseconds
 */
export function readMoment(word: string, timezone: string, now: number): string | null {
  const text = word.trim().toLowerCase();
  const [, count, unit = ''] = /^(\d+) (hour|day|week|month|year)s? ago$/.exec(text) ?? [];
  if (count !== undefined)
    return new Date(now - Number(count) * (days[unit] ?? 0) * 86_400_000).toISOString();
  const back = text === 'today' ? 0 : text === 'yesterday' ? 1 : null;
  const local = (time: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(time);
  const day = back === null ? text : local(now - back * 86_400_000);
  const moment = parseMoment(
    /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T23:59:59` : day.toUpperCase(),
    timezone,
  );
  return moment && `${moment.gmt}Z`;
}

/**
 * Plans to bring back the version of a document before its last change, or that of a moment or commit. It stays at its
 * present name, unless the last change did nothing else than rename it; images that the version needs come along.
 * @param to a moment in RFC 3339, or the commit of a version
 */
export function planUndo(repository: Repository, file: string, to?: string): Plan {
  const versions = repository.versionsOf(file);
  const isOfThen = ({ commit, time }: Version) =>
    to?.includes('T') ? Date.parse(time) <= Date.parse(to) : commit.startsWith(to ?? '');
  const chosen = to === undefined ? versions[1] : versions.find(isOfThen);
  if (!chosen) {
    const oldest = versions.at(-1);
    const known = oldest ? `its oldest is of ${describeTime(oldest.time)}` : 'it was never committed';
    const fix = repository.isShallow
      ? 'this clone knows only the last commits: run "git fetch --unshallow"'
      : known;
    return refuse(`${file} has no earlier version: ${fix}.`);
  }
  if (chosen.change === 'deleted')
    return refuse(`${file} was deleted then. To delete it again, delete the file.`);
  const wasDeleted = versions[0]?.change === 'deleted';
  const text = repository.contentAt(chosen.commit, chosen.file);
  const isRename = !wasDeleted && chosen.file !== file && text.equals(repository.contentAt('HEAD', file));
  const target = isRename ? chosen.file : file;
  if (target !== file && existsSync(join(repository.root, target)))
    return refuse(`${target}, its name then, is taken by another document.`);
  const files = new Map<string, Buffer | null>([[target, text]]);
  if (isRename) files.set(file, null);
  for (const image of listImages(repository, chosen, String(text))) {
    const place = posix.join(posix.dirname(target), posix.relative(posix.dirname(chosen.file), image));
    const isBundle = isIndex(chosen.file);
    if (isBundle || !existsSync(join(repository.root, place)))
      files.set(place, repository.contentAt(chosen.commit, image));
  }
  for (const [name, bytes] of files)
    if (
      bytes &&
      existsSync(join(repository.root, name)) &&
      readFileSync(join(repository.root, name)).equals(bytes)
    )
      files.delete(name);
  if (files.size === 0) return refuse(`${file} is as it was then; there is nothing to undo.`);
  return { ok: true, version: chosen, files };
}

const isIndex = (file: string) => /\/index(?:\.[a-z-]+)?\.md$/i.test(file);

/** Files next to a version of a document: all of its own folder, or those that it names. */
function listImages(repository: Repository, { commit, file }: Version, text: string): string[] {
  const near = repository.filesAt(commit, posix.dirname(file)).filter((name) => !name.endsWith('.md'));
  if (isIndex(file)) return near;
  return near.filter((name) => {
    const link = posix.relative(posix.dirname(file), name);
    return text.includes(link) || text.includes(encodeURI(link));
  });
}

/** Writes what was planned, and commits just that. @returns the commit */
export function writeUndo(
  repository: Repository,
  plan: Extract<Plan, { ok: true }>,
  message: string,
): string {
  for (const [name, bytes] of plan.files) {
    const path = join(repository.root, name);
    mkdirSync(dirname(path), { recursive: true });
    if (bytes) writeFileSync(path, bytes);
    else rmSync(path);
  }
  return repository.commit([...plan.files.keys()], message);
}
