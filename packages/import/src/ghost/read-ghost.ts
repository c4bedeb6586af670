import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type ExportRecord, lostRecord, menuLink, UnreadableExport } from '../model/export-model.ts';
import { type GhostTables, ghostExport } from './ghost-export.ts';
import { PostReader } from './ghost-posts.ts';
import { isInternal, languageOfTag, textOf, withHome } from './ghost-values.ts';

const maxBytes = 400 * 1024 ** 2;

/**
 * Reads a Ghost export as records. It contains a placeholder (`__GHOST_URL__`) instead of its address.
 * @param permalink pattern of posts' addresses, which Ghost keeps in routes.yaml
 */
export async function* readGhost(
  file: string,
  home: string,
  permalink: string | null,
): AsyncGenerator<ExportRecord> {
  const tables = await readTablesOf(file);
  const settings = new Map(tables.settings.map(({ key, value }) => [key, value]));
  const setting = (...names: readonly string[]): string =>
    names.map((name) => settings.get(name)).find((value): value is string => typeof value === 'string') ?? '';
  const timezone = setting('timezone', 'active_timezone', 'activeTimezone') || 'UTC';
  yield {
    kind: 'head',
    head: {
      title: setting('title'),
      tagline: setting('description'),
      home,
      siteUrl: home,
      language: setting('locale', 'lang', 'default_locale', 'defaultLang'),
      timezone,
      uploads: '/content/',
    },
  };
  yield* authorsOf(tables, home);
  for (const tag of tables.tags) {
    yield* reportUnkept(`tag "${tag.name}"`, tag, tagFields);
    if (languageOfTag(tag) !== undefined) continue;
    if (isInternal(tag))
      yield lostRecord(
        'term-changed',
        `internal tag "${tag.name}"`,
        'Readers never saw it, so it is not imported.',
      );
    else
      yield {
        kind: 'term',
        term: {
          taxonomy: 'post_tag',
          id: null,
          slug: tag.slug,
          parent: '',
          name: tag.name,
          description: textOf(tag.description),
        },
      };
  }
  yield* menuOf('primary', setting('navigation'), home);
  yield* menuOf('footer', setting('secondary_navigation'), home);
  const pattern = permalink ?? (setting('permalinks') || '/{slug}/');
  const isPrivate = /^(?:true|1)$/.test(String(settings.get('is_private')));
  if (isPrivate)
    yield lostRecord(
      'access-restricted',
      'setting is_private: true',
      'The whole site had a password, so all documents are drafts here. To publish them, set "is_private" to false in the export, and import again.',
    );
  const posts = new PostReader(tables, {
    home,
    timezone,
    pattern: pattern.replace(/:(\w+)/g, '{$1}'),
    file: basename(file),
    isPrivate,
  });
  for (const [index, post] of tables.posts.entries()) yield { kind: 'item', item: posts.itemOf(post, index) };
  yield* reportUnread(tables, settings, home);
}

async function readTablesOf(file: string): Promise<GhostTables> {
  const { size } = await stat(file);
  if (size > maxBytes) throw new UnreadableExport(`It is larger than ${maxBytes / 1024 ** 2} MB.`, 1);
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableExport(`It is not JSON, or was cut off: ${reason}. Export it again.`, 1);
  }
  const read = ghostExport.safeParse(json);
  if (read.success) return read.data;
  throw new UnreadableExport(
    'It is not an export of Ghost (Settings > Import/Export > Export content): "db" with "data" and "posts" is missing in it, or a row of it has no id.',
    1,
  );
}

/** The owner of the site comes first. */
function* authorsOf(tables: GhostTables, home: string): Generator<ExportRecord> {
  const owner = tables.roles.find(({ name }) => name === 'Owner')?.id;
  const owners = new Set(
    tables.roles_users.filter(({ role_id }) => role_id === owner).map(({ user_id }) => user_id),
  );
  const ordered = tables.users.toSorted((a, b) => Number(owners.has(b.id)) - Number(owners.has(a.id)));
  for (const user of ordered) {
    const { id, slug, name, bio, website } = user;
    yield* reportUnkept(`author "${name || slug}"`, user, authorFields);
    yield {
      kind: 'author',
      author: {
        id: 0,
        login: id,
        name: name || slug,
        slug,
        description: textOf(bio),
        url: withHome(textOf(website), home),
      },
    };
  }
}

/** Columns for Ghost's own use. Email addresses and passwords of authors stay private. */
const ownNotes =
  /^(?:id|uuid|slug|name|status|visibility|locale|created_\w+|updated_\w+|last_seen|sort_order|parent_id|parent)$/;
const authorFields = /^(?:email|password|bio|website|tour|accessibility|\w+_notifications?|ghost_auth\w*)$/;
const tagFields = /^description$/;

/** Reports columns of an author or a tag that have no field here. */
function* reportUnkept(
  what: string,
  row: Readonly<Record<string, unknown>>,
  kept: RegExp,
): Generator<ExportRecord> {
  for (const [key, value] of Object.entries(row)) {
    if (ownNotes.test(key) || kept.test(key) || typeof value !== 'string' || value === '') continue;
    const fix = 'There is no field for it here.';
    yield lostRecord('field-not-kept', `${what}, ${key}: ${value}`, fix);
  }
}

function* menuOf(menu: string, stored: string, home: string): Generator<ExportRecord> {
  let entries: unknown = [];
  try {
    entries = JSON.parse(stored || '[]');
  } catch {
    yield lostRecord('menu-item-dropped', stored, 'The menu cannot be read.');
  }
  for (const [order, entry] of (Array.isArray(entries) ? entries : []).entries()) {
    if (/(?:^|\/)#\/\w/.test(textOf(entry?.url))) {
      const what = `“${textOf(entry?.label)}” ${entry.url}`;
      yield lostRecord('menu-item-dropped', what, 'It opened Ghost’s own window.');
      continue;
    }
    yield menuLink(menu, order, textOf(entry?.label), withHome(textOf(entry?.url), home));
  }
}

/** Tables that are read, or that are for Ghost's own use. */
const readTables = new Set(
  (
    'posts tags users roles roles_users posts_tags posts_authors posts_meta settings ' +
    'permissions permissions_roles permissions_users migrations migrations_lock brute sessions'
  ).split(' '),
);
const tableNames: Readonly<Record<string, string>> = { products: 'tiers' };

/** Settings that readers of the old site saw. */
const ownSettings =
  /^(?:codeinjection_\w+|ghost_(?:head|foot)|announcement_content|logo|cover_image|icon|accent_color|(?:og|twitter|meta)_\w+|facebook|twitter|threads|bluesky|mastodon|tiktok|youtube|instagram|linkedin)$/;

/** Reports tables and settings that are not imported. */
function* reportUnread(
  tables: GhostTables,
  settings: ReadonlyMap<string, unknown>,
  home: string,
): Generator<ExportRecord> {
  for (const [table, rows] of Object.entries(tables)) {
    if (readTables.has(table) || !Array.isArray(rows) || rows.length === 0) continue;
    const fix = 'The new site has no place for them.';
    const what = `${rows.length} ${tableNames[table] ?? `${rows.length === 1 ? 'row' : 'rows'} of ${table}`}`;
    yield lostRecord('site-part-dropped', what, fix);
  }
  for (const [name, value] of settings)
    if (ownSettings.test(name) && typeof value === 'string' && value !== '')
      yield lostRecord(
        'site-part-dropped',
        `setting ${name}: ${withHome(value, home)}`,
        'There is no field for it here. The new site has its own theme.',
      );
}
