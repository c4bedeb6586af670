import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Site } from '../../src/core/model/site.ts';
import { bodiesFile, bodyTables, contentIndexVersion } from '../../src/core/search-index/content-index.ts';

/** The published content, opened for reading. One for the whole process; the file never changes. */
export interface ContentIndex {
  readonly file: string;
  readonly site: Site;
  /** Digest of everything published: builds with equal digests answer alike. */
  readonly digest: string;
  /** When the newest document changed, RFC 3339 in UTC; empty for a site without documents. */
  readonly modified: string;
  /** The statement for a constant SQL text, prepared once. */
  prepare(sql: string): StatementSync;
  close(): void;
}

/** Opens `dist/server/content.sqlite`. @throws a sentence if it is missing or of another version */
export function openContentIndex(file: string): ContentIndex {
  const { database, meta } = openBothFiles(file);
  const statements = new Map<string, StatementSync>();
  return {
    file,
    // Written by the build out of the same schema; the version says so.
    site: JSON.parse(meta.get('site') ?? '{}') as Site,
    digest: meta.get('release') ?? '',
    modified: meta.get('modified') ?? '',
    prepare(sql) {
      let statement = statements.get(sql);
      if (!statement) {
        statement = database.prepare(sql);
        statements.set(sql, statement);
      }
      return statement;
    },
    close: () => database.close(),
  };
}

/** @param missing bodies that an earlier index named, and that were gone when they were opened */
function openBothFiles(
  file: string,
  missing?: string,
): { database: DatabaseSync; meta: Map<string, string> } {
  const database = openReadOnly(file);
  const meta = readMeta(database, file);
  const version = meta.get('version');
  if (version !== String(contentIndexVersion)) {
    database.close();
    throw new Error(
      `${file} has layout ${version ?? 'none'}, this sidecar reads layout ${contentIndexVersion}: run npm run build.`,
    );
  }
  const bodies = bodiesFile(file, meta.get('bodies') ?? '');
  try {
    attachBodies(database, bodies);
    return { database, meta };
  } catch (cause) {
    database.close();
    // A build that replaces the index removes the bodies of the last one: the new index names others.
    if (bodies !== missing && !existsSync(bodies)) return openBothFiles(file, bodies);
    throw new Error(`${bodies} cannot be opened: run npm run build.`, { cause });
  }
}

function openReadOnly(file: string): DatabaseSync {
  try {
    // The file never changes, so statements need no lock, which is most of a small one's time.
    const database = new DatabaseSync(immutable(file), { readOnly: true });
    // A page cache of 1 MB, as of the bodies; the rest is in the system's file cache.
    database.exec('PRAGMA cache_size = -1000');
    return database;
  } catch (cause) {
    throw new Error(`${file} cannot be opened: run npm run build first.`, { cause });
  }
}

function immutable(file: string): URL {
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  return address;
}

/** A view of each table of bodies, of both files. */
function attachBodies(database: DatabaseSync, file: string): void {
  database.prepare('ATTACH ? AS bodies').run(immutable(file).href);
  database.exec('PRAGMA bodies.cache_size = -1000');
  for (const table of bodyTables) {
    database.exec(
      `CREATE TEMP VIEW ${table} AS SELECT * FROM main.${table}
       UNION ALL SELECT * FROM bodies.${table} AS other
         WHERE NOT EXISTS (SELECT 1 FROM main.wp_document AS edited WHERE edited.position = other.position)`,
    );
  }
}

function readMeta(database: DatabaseSync, file: string): Map<string, string> {
  try {
    const rows = database.prepare('SELECT key, value FROM meta').all();
    return new Map(rows.map((row) => [String(row.key), String(row.value)]));
  } catch (cause) {
    database.close();
    throw new Error(`${file} is not a content index: run npm run build.`, { cause });
  }
}
