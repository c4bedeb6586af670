import { findNearPages } from '../../src/core/front/near-pages.ts';
import { memoize } from '../../src/core/model/memoize.ts';
import { answerTasks } from '../../src/threads/answer-tasks.ts';
import { createPassages } from '../ranked-search/passages.ts';
import { createRankedSearch } from '../ranked-search/ranked-search.ts';
import { type ContentIndex, openContentIndex } from '../release/content-index.ts';
import { createWpAnswers } from '../wp/answers.ts';
import type { IndexToAsk, QueryAnswer, QueryTask } from './query-engine.ts';

/** The thread of `query-engine.ts`: open indexes, and what answers from each. */
interface OpenIndex {
  readonly index: ContentIndex;
  readonly wp: ReturnType<typeof createWpAnswers>;
  readonly search: ReturnType<typeof createRankedSearch>;
  readonly passages: ReturnType<typeof createPassages>;
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
  const { index: content, wp, search, passages } = opened.get(index.id) ?? open(index);
  if (query.kind === 'open') {
    wp.warmUp();
    return null;
  }
  if (query.kind === 'near') {
    const title = content.prepare('SELECT path, title FROM page WHERE path = ?');
    const near = findNearPages(query.question, pathsIn(content)).map((path) => title.get(path));
    return { pages: near.map((page) => ({ path: String(page?.path), title: String(page?.title) })) };
  }
  if (query.kind === 'passages') return passages(query.question);
  return query.kind === 'search' ? search(query.question) : wp.answer(query.question);
}

function open({ id, file }: IndexToAsk): OpenIndex {
  const index = openContentIndex(file);
  const search = createRankedSearch(index, index.site);
  const answers = {
    index,
    wp: createWpAnswers(index),
    search,
    passages: createPassages(index, index.site),
  };
  opened.set(id, answers);
  return answers;
}

/** Paths of all pages, read for the first question about a missing one: of 100,000, they take 20 MB. */
const pathsIn = memoize((index: ContentIndex): readonly string[] => {
  const list = 'SELECT json_group_array(path) AS list FROM (SELECT path FROM page ORDER BY path)';
  return JSON.parse(String(index.prepare(list).get()?.list)) as string[];
});
