import { existsSync, readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { ContentError, digestCompiler, listContent, loadLibrary } from 'agentsite/content';
import { absoluteUrl, type Site } from 'agentsite/model';
import type { Repository } from './repository.ts';

export type Found =
  | { readonly ok: true; readonly file: string }
  | { readonly ok: false; readonly message: string };

/** The file that an owner means: by its name, its address or its title, also where it was deleted. */
export async function findDocument(word: string, site: Site, repository: Repository): Promise<Found> {
  const { root } = repository;
  const deleted = repository.listDeleted();
  const sources = listContent(root, site).sources;
  const known = new Set([...sources, ...deleted]);
  const given = relative(root, join(process.cwd(), word)).split(sep).join('/').normalize('NFC');
  const names = [word, given]
    .flatMap((name) => [name, `content/${name}`])
    .map((name) => posix.normalize(name));
  for (const name of names.flatMap((path) => [path, `${path}.md`, posix.join(path, 'index.md')])) {
    const file = [...known].find((one) => one.normalize('NFC') === name.normalize('NFC'));
    if (file !== undefined) return { ok: true, file };
    if (
      !name.startsWith('..') &&
      /^(?:content\/.*\.ya?ml|site\.ts)$/.test(name) &&
      existsSync(join(root, name))
    )
      return { ok: true, file: name };
  }
  const path = pathOf(word, site);
  const plain = (text: string) => text.normalize('NFC').toLowerCase();
  const ways: (() => string[] | Promise<string[]>)[] = [
    () => findAddress(path, root, site),
    () => sources.filter((file) => plain(titleIn(readFileSync(join(root, file), 'utf8'))) === plain(word)),
    () => sources.filter((file) => slugOf(file) === slugOf(path)),
    () => deleted.filter((file) => slugOf(file) === slugOf(path)),
    () => deleted.filter((file) => plain(titleIn(lastText(repository, file))) === plain(word)),
  ];
  for (const way of ways) {
    const [file, ...others] = await way();
    if (file === undefined) continue;
    if (others.length === 0) return { ok: true, file };
    return {
      ok: false,
      message: `"${word}" may be one of these; name the file:\n${[file, ...others].join('\n')}`,
    };
  }
  const message = `No document is "${word}", now or in the history of Git. Name its file, its address or its title.`;
  return { ok: false, message };
}

/** `/a-post/` of that, of a URL, and of the address of a twin. */
function pathOf(word: string, site: Site): string {
  const base = absoluteUrl(site, '/');
  const path = word.startsWith(base) ? word.slice(base.length) : word;
  try {
    return `/${decodeURIComponent(path)
      .replace(/^\/+|\/+$/g, '')
      .replace(/\.md$/, '')}/`.normalize('NFC');
  } catch {
    return word;
  }
}

/** `2026-01-02-größe.de.md`, `größe/index.md` and `/größe/` are all `größe`. */
function slugOf(path: string): string {
  const name = posix.basename(path.replace(/\/(?:index(?:\.[a-z-]+)?\.md)?$/i, ''));
  return name
    .replace(/\.md$/, '')
    .replace(/^\d{4}-\d{2}-\d{2}-/, '')
    .normalize('NFC')
    .toLowerCase();
}

function titleIn(text: string): string {
  return (
    /^title: *["']?(.*?)["']? *\r?$/m.exec(text)?.[1]?.replaceAll('\\"', '"').replaceAll("''", "'") ?? ''
  );
}

/** Of a file that was deleted. */
function lastText(repository: Repository, file: string): string {
  const last = repository.versionsOf(file).find(({ change }) => change !== 'deleted');
  return last ? String(repository.contentAt(last.commit, last.file)) : '';
}

/** Documents at an address, or that redirect from it; none where the content has problems, which an undo may fix. */
async function findAddress(path: string, root: string, site: Site): Promise<string[]> {
  const cacheFile = join(root, 'node_modules/.cache/agentsite/compiled.sqlite');
  const nowGmt = new Date().toISOString().slice(0, 19);
  try {
    const loaded = await loadLibrary({ root, site, compilerDigest: digestCompiler(root), cacheFile, nowGmt });
    const { documents, unlisted = [] } = loaded.library;
    loaded.close();
    const isThere = (at: string) => `${at.replace(/\/$/, '')}/` === path;
    return [...documents, ...unlisted]
      .filter((one) => isThere(one.path) || one.redirectFrom.some(isThere))
      .map(({ source }) => source);
  } catch (error) {
    if (error instanceof ContentError) return [];
    throw error;
  }
}
