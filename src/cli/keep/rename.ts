import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressPart } from '../../content/read/front-matter.ts';
import { kindsOf, taxonomiesOf } from '../../core/model/kinds.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import { readOptions, stop } from '../../terminal/options.ts';
import { counted } from '../../terminal/terminal.ts';
import { typed } from '../../terminal/typed.ts';
import { loadOwnLibrary } from '../site/own-library.ts';
import { readOwnSite } from '../site/own-site.ts';
import { type Renamed, renameAuthor, renameDocument, renameSeries, renameTerm } from './renaming.ts';

const usage = `Usage: ${typed('rename', 'WHAT OLD NEW [--dry-run]')}

Renames a term, an author, a series or a document, and redirects its old addresses: page, twin and feeds. WHAT is
category, tag or a taxonomy of your own, author, series, or a content type such as post. OLD and NEW are slugs; of a
series, its names; OLD may be the file of a document. Lists, front matter and links in documents change, and nothing else in those files. IDs stay.

  --dry-run   lists the files that would change
  -h, --help  shows this help`;

const { values, positionals } = readOptions(usage, { 'dry-run': { type: 'boolean', default: false } }, true);
const [what, old, next, ...more] = positionals;
if (!what || !old || !next || more.length > 0) stop(usage);
if (what !== 'series' && !addressPart.safeParse(next).success)
  stop(`"${next}" can't be part of an address; write a word such as field-notes.`);
const root = process.cwd();
const site = await readOwnSite();
const now = new Date().toISOString();
const loaded = await loadOwnLibrary(site, now);
const renamed = rename(what, old, next);
loaded.close();
if (!renamed.ok) stop(renamed.message, 1);
const { files, moved } = renamed;
if (!values['dry-run']) for (const [file, text] of files) writeFileSync(join(root, file), text);
for (const file of [...files.keys()].sort()) console.log(file);
for (const [from, to] of moved) console.log(`${from} redirects to ${to}`);
console.log(`${counted(files.size, 'file')} ${values['dry-run'] ? 'would change' : 'changed'}.`);
for (const line of values['dry-run'] ? [] : listRest([...moved.keys()])) console.log(line);

function rename(what: string, old: string, next: string): Renamed {
  const given = { root, site, loaded };
  const taxonomy = taxonomiesOf(site).find(({ key, restBase }) => key === what || restBase === what);
  const kind = kindsOf(site).find(({ name, folder }) => name === what || folder === what);
  if (taxonomy) return renameTerm(given, taxonomy, old, next);
  if (what === 'author') return renameAuthor(given, old, next);
  if (what === 'series') return renameSeries(given, old, next);
  if (kind) return renameDocument(given, kind, old, next);
  const own = what === 'kind' && kindsOf(site).find((one) => one.own && one.name === old);
  if (own) {
    const { permalink, folder, restBase } = own;
    const message = `Kinds are in site.ts: rename it there, with permalink: '${permalink}', folder: '${folder}' and restBase: '${restBase}', and no address changes.`;
    return { ok: false, message };
  }
  const names = [
    ...taxonomiesOf(site).map(({ key }) => key),
    'author',
    'series',
    ...kindsOf(site).map(({ name }) => name),
  ];
  return { ok: false, message: `"${what}" is none of ${names.join(', ')}${didYouMean(what, names) || '.'}` };
}

/** Places that name an old address and are not changed: settings, drafts, own pages. */
function listRest(paths: readonly string[]): string[] {
  const places = ['site.ts', 'content/**/*.{md,yaml}', 'src/**/*', 'theme/**/*'];
  return globSync(places, { cwd: root, withFileTypes: true }).flatMap((entry) => {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile()) return [];
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const path = paths.find((one) => line.includes(one));
        const isOwn = /^\s*(?:- )?(?:from|guid):|^\s*- ["']?\/|redirectFrom/.test(line);
        return path === undefined || isOwn
          ? []
          : [`${file.slice(root.length + 1)}:${at + 1} still names ${path}`];
      });
  });
}
