import type { DatabaseSync } from 'node:sqlite';

/** Creates `temp.rank_word`: the words of the ranked index (`term`), and in how many documents each is (`doc`). */
export function createRankedVocabulary(index: Pick<DatabaseSync, 'prepare'>): void {
  const table = "fts5vocab('main', 'document_rank', 'row')";
  index.prepare(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.rank_word USING ${table}`).run();
}
