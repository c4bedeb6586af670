import { workerData } from 'node:worker_threads';
import { answerTasks } from '../../src/threads/answer-tasks.ts';
import { createRankedSearch } from '../ranked-search/ranked-search.ts';
import { openContentIndex } from '../release/content-index.ts';
import { createWpAnswers } from '../wp/answers.ts';
import type { Query, QueryAnswer } from './query-thread.ts';

/** The other side of `query-thread.ts`. */
const index = openContentIndex(workerData as string);
const answerWp = createWpAnswers(index);
const search = createRankedSearch(index);

answerTasks<Query, QueryAnswer>((query) =>
  query.kind === 'search' ? search(query.question) : answerWp(query.question),
);
