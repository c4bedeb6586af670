import { findNearPages } from '../../src/core/front/near-pages.ts';
import type { PageLink } from '../../src/core/pages/page.ts';
import { answerTasks } from '../../src/threads/answer-tasks.ts';
import { createRankedSearch } from '../ranked-search/ranked-search.ts';
import { type ContentIndex, openContentIndex } from '../release/content-index.ts';
import { createWpAnswers } from '../wp/answers.ts';
import type { IndexToAsk, QueryAnswer, QueryTask } from './query-engine.ts';

/** The thread of `query-engine.ts`: open indexes, and what answers from each. */
interface OpenIndex {
  readonly index: ContentIndex;
  readonly wp: ReturnType<typeof createWpAnswers>;
  readonly search: ReturnType<typeof createRankedSearch>;
  readonly pages: readonly PageLink[];
}

const opened = new Map<number, OpenIndex>();

// Bodies may have megabytes, so they are moved instead of copied.
answerTasks<QueryTask, QueryAnswer>(answer, (found) => (found && 'body' in found ? [found.body.buffer] : []));

function answer({ index, query }: QueryTask): QueryAnswer {
  if (query.kind === 'close') {
    opened.get(index.id)?.index.close();
    opened.delete(index.id);
    return null;
  }
  const { wp, search, pages } = opened.get(index.id) ?? open(index);
  if (query.kind === 'open') {
    // At 100,000 posts it takes a second, for which no caller has to wait.
    const warmUp = () => opened.has(index.id) && wp.warmUp() && setImmediate(warmUp);
    setImmediate(warmUp);
    return null;
  }
  if (query.kind === 'near') return { pages: findNearPages(query.question, pages) };
  return query.kind === 'search' ? search(query.question) : wp.answer(query.question);
}

function open({ id, file }: IndexToAsk): OpenIndex {
  const index = openContentIndex(file);
  const rows = index.prepare('SELECT path, title FROM page ORDER BY path').all();
  const answers = {
    index,
    wp: createWpAnswers(index),
    search: createRankedSearch(index, index.site),
    pages: rows.map(({ path, title }) => ({ path: String(path), title: String(title) })),
  };
  opened.set(id, answers);
  return answers;
}
