/**
 * The file that the build hands to the sidecar: `dist/server/content.sqlite`, one published version of the
 * site, written once by `src/publish/write-content-index.ts` and opened read-only by
 * `sidecar/content-index.ts`. Its layout is a contract between the two; a change of layout changes the version.
 */
export const contentIndexVersion = 1;

/** Statements that create the empty file. Order matters: it is part of the bytes that two builds must share. */
export const contentIndexSchema = `
-- key/value: version, site (JSON of Site), modified (newest document, RFC 3339), release (digest of the whole)
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- Every published document. rowid = position in publication order (newest first, then highest id).
CREATE TABLE document (
  position INTEGER PRIMARY KEY,
  id INTEGER NOT NULL UNIQUE,
  kind TEXT NOT NULL,            -- post, page, talk, plugin
  slug TEXT NOT NULL,
  path TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  description TEXT NOT NULL,     -- plain-text excerpt
  date TEXT NOT NULL,            -- site-local, YYYY-MM-DDTHH:MM:SS
  date_gmt TEXT NOT NULL,
  modified TEXT NOT NULL,
  modified_gmt TEXT NOT NULL,
  author INTEGER NOT NULL,
  parent INTEGER NOT NULL,       -- id of the parent page, 0 for none
  menu_order INTEGER NOT NULL,
  sticky INTEGER NOT NULL,
  locked INTEGER NOT NULL,       -- 1: password protected, its texts here are empty
  markdown TEXT NOT NULL         -- the twin, as published
);

-- Categories, tags.
CREATE TABLE term (
  id INTEGER PRIMARY KEY,
  taxonomy TEXT NOT NULL,        -- category, post_tag
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  path TEXT NOT NULL,
  parent INTEGER NOT NULL,
  count INTEGER NOT NULL
);
CREATE TABLE document_term (
  term INTEGER NOT NULL,
  document INTEGER NOT NULL,
  PRIMARY KEY (term, document)
) WITHOUT ROWID;

-- Every URL path that a page or a document of the site is published at, for suggestions on a 404.
CREATE TABLE page (path TEXT PRIMARY KEY, title TEXT NOT NULL, kind TEXT NOT NULL) WITHOUT ROWID;

-- Ranked search for MCP: bm25, title above text. rowid = document.position.
CREATE VIRTUAL TABLE document_rank USING fts5(
  title, text, content='', detail=full, tokenize="unicode61 remove_diacritics 2"
);
`;
