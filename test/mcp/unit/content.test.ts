import { expect, test } from 'vitest';
import { createContentReader } from '../../../sidecar/mcp/features/content.ts';
import { createFixtureIndex, fixtureSite } from '../system/fixture-site.ts';

/** A scan of 100,000 rows of `document`, which have no bodies, takes 15 ms of the event loop; sorting them takes 50. */
test('no statement scans all bodies or all terms of documents, and no list is sorted', () => {
  const index = createFixtureIndex();
  const statements = new Set<string>();
  const watched = {
    prepare: (sql: string) => {
      statements.add(sql);
      return index.prepare(sql);
    },
  };
  const content = createContentReader(watched, fixtureSite, () => ({ hits: [], total: 0 }));
  const page = { limit: 2, offset: 4 };
  content.list(page);
  content.list({ ...page, type: 'post' });
  content.list({ ...page, language: 'de' });
  content.list({ ...page, type: 'post', language: 'de' });
  content.list({ ...page, after: '2026-01-01T00:00:00' });
  content.list({ ...page, type: 'post', after: '2026-01-01T00:00:00', before: '2026-02-01T00:00:00' });
  content.list({ ...page, terms: new Map([['post_tag', 'brakes']]) });
  content.list({ ...page, type: 'post', terms: new Map([['post_tag', 'brakes']]) });

  const scans = [...statements].filter((sql) =>
    index
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .some(
        ({ detail }) =>
          /^SCAN (?:document_term|document_text|wp_document)\b/.test(String(detail)) ||
          (sql.includes('NOT INDEXED') && /TEMP B-TREE FOR ORDER/.test(String(detail))),
      ),
  );
  expect(statements.size).toBeGreaterThan(10);
  expect(scans).toEqual([]);
});
