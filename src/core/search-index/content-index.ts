/**
 * Layout of `dist/server/content.sqlite`, written by `src/build/index/write-content-index.ts` and read by
 * `sidecar/release/content-index.ts`. Content that is only sent is stored as UTF-8 BLOBs, so that it is never decoded.
 *
 * Bodies are in a file of their own, which no edit changes: the index has the same tables for documents edited since.
 */
export const contentIndexVersion = 17;

/** Tables of bodies, with a row for each document: of the file of bodies, and of the index. */
export const bodyTables = ['wp_document', 'search_text', 'document_text'] as const;

/** The file of bodies that an index names in `meta`. */
export const bodiesFile = (index: string, name: string) => `${index}.${name}`;

/** Schema of the tables: `main` is the index. */
export type BodiesSchema = 'main' | 'bodies';

export function createBodyTables(schema: BodiesSchema): string {
  return `
-- wp/v2 objects as ready JSON. The view form of a document is head + content + tail; content is last in
-- the row, so that answers which leave it out do not read it.
CREATE TABLE ${schema}.wp_document (
  position INTEGER PRIMARY KEY,  -- document.position
  head BLOB NOT NULL,            -- {"id":…,"title":{…},
  tail BLOB NOT NULL,            -- ,"excerpt":{…},…}
  embed BLOB NOT NULL,
  hit BLOB NOT NULL,             -- as the search route shows it
  content BLOB NOT NULL          -- "content":{"rendered":"…","protected":false}
);
-- Substring search: the folded content of each searchable document, see search-text.ts.
CREATE TABLE ${schema}.search_text (position INTEGER PRIMARY KEY, content BLOB NOT NULL);
-- The body of the twin, as Markdown.
CREATE TABLE ${schema}.document_text (position INTEGER PRIMARY KEY, markdown TEXT NOT NULL);
`;
}

/** Statements that create the empty file. Order matters: it is part of the bytes that two builds must share. */
export const contentIndexSchema = `
-- key/value: version, site (JSON of Site), modified (newest document, RFC 3339), release (digest of the whole),
-- and for the next build: code (digest of the code and the settings that made it; may be empty), frame (digest of
-- all that is made of more than one document), patched (how many documents were replaced since it was written whole);
-- bodies (name of the file of bodies)
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- Every published document. position = place in publication order (newest first, then highest id), from 1.
CREATE TABLE document (
  position INTEGER PRIMARY KEY,
  id INTEGER NOT NULL UNIQUE,
  kind TEXT NOT NULL,            -- name of a kind: post, page, …
  slug TEXT NOT NULL,
  path TEXT NOT NULL,            -- the build refuses two documents at one; other sources may have them
  title TEXT NOT NULL,
  description TEXT NOT NULL,     -- plain-text summary
  date TEXT NOT NULL,            -- site-local, YYYY-MM-DDTHH:MM:SS
  date_gmt TEXT NOT NULL,
  modified TEXT NOT NULL,
  modified_gmt TEXT NOT NULL,
  author INTEGER NOT NULL,
  parent INTEGER NOT NULL,       -- id of the parent page, 0 for none
  menu_order INTEGER NOT NULL,
  sticky INTEGER NOT NULL,
  format INTEGER NOT NULL DEFAULT 0, -- place of its post format among WordPress's, 0 for standard
  locked INTEGER NOT NULL,       -- 1: password protected, its content here is empty
  media INTEGER NOT NULL,        -- id of the image that stands for it, 0 for none
  thumbnail TEXT NOT NULL,       -- address of a small form of that image for lists; empty for none
  title_rank INTEGER NOT NULL,   -- place in the order of titles; equal for titles that sort alike
  slug_rank INTEGER NOT NULL,
  language TEXT NOT NULL,        -- tag; empty on a site of one language
  size INTEGER NOT NULL          -- bytes of its twin in document_text
);
CREATE INDEX document_path ON document (path);
CREATE INDEX document_slug ON document (slug);
-- Counts and completions look only at these.
CREATE INDEX document_kind ON document (kind, slug, path, language, date);
CREATE INDEX document_locked ON document (position) WHERE locked = 1;
-- What the rows of a document were made from: the next build takes over those of an equal key.
CREATE TABLE document_key (position INTEGER PRIMARY KEY, key TEXT NOT NULL);

-- Terms of all taxonomies.
CREATE TABLE term (
  id INTEGER PRIMARY KEY,
  taxonomy TEXT NOT NULL,        -- name of a taxonomy: category, post_tag, …
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  path TEXT NOT NULL,
  parent INTEGER NOT NULL,
  count INTEGER NOT NULL,
  language TEXT NOT NULL         -- as in document
);
CREATE TABLE document_term (
  term INTEGER NOT NULL,
  document INTEGER NOT NULL,     -- document.position
  PRIMARY KEY (term, document)
) WITHOUT ROWID;

-- Every URL path that a page or a document of the site is published at, for suggestions on a 404.
CREATE TABLE page (path TEXT PRIMARY KEY, title TEXT NOT NULL, kind TEXT NOT NULL) WITHOUT ROWID;

-- Ranked search for MCP and the search page: bm25, title above text. rowid = document.position. Scripts without spaces
-- are there as pairs of letters, see search-text.ts.
CREATE VIRTUAL TABLE document_rank USING fts5(
  title, text, content='', contentless_delete=1, detail=full, tokenize="unicode61 remove_diacritics 2"
);

${createBodyTables('main')}
-- What else the routes list. place = order in which the collection is answered by default.
CREATE TABLE wp_object (
  kind TEXT NOT NULL,            -- name of a taxonomy, user, attachment, format
  id INTEGER NOT NULL,
  place INTEGER NOT NULL,
  fields TEXT NOT NULL,          -- JSON of what the filters and orders of its route check
  view BLOB NOT NULL,
  embed BLOB NOT NULL,
  hit BLOB NOT NULL,             -- empty where the search route does not list the kind
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;

-- Title and excerpt of each document in search_text, folded.
CREATE TABLE search_title (position INTEGER PRIMARY KEY, title BLOB NOT NULL, excerpt BLOB NOT NULL);
-- The words of both: rowid = position * 4 + place of the column. unicode61 keeps the folded text as it is.
CREATE VIRTUAL TABLE search_words USING fts5(
  text, content='', contentless_delete=1, detail=none, tokenize="unicode61 remove_diacritics 0"
);
CREATE VIRTUAL TABLE search_vocabulary USING fts5vocab(search_words, row);
`;

/** The columns that substring search covers, in the order of their rows in `search_words`. */
export const searchColumns = ['title', 'excerpt', 'content'] as const;
export type SearchColumn = (typeof searchColumns)[number];
