import { readOptions } from '../../src/terminal/options.ts';
import {
  overRecorded,
  readAnsweredObjects,
  readRecordedObjects,
  serveCorpus,
  serveImported,
  serveRecorded,
} from './answers-imported.ts';
import { type Interface, interfaces, Session } from './answers-paths.ts';
import { type Question, questions } from './answers-questions.ts';
import { aboutCorpus, aboutRecording } from './answers-questions-imported.ts';
import { laterQuestions } from './answers-questions-later.ts';
import { onBothFronts } from './both-fronts.ts';
import { type AtTheEnd, runBench } from './run-bench.ts';

/**
 * `npm run bench:answers`: tokens (o200k), requests and answers of 30 questions about the example site, over each
 * interface. With a URL, the site that runs there. `--first N` asks the first N questions; `--list` names what stays
 * unanswered, `--later` asks 60 other questions. `--recording FOLDER` asks 15 about a recorded WordPress site (see `check:import`), imported and as it was;
 * `--corpus FOLDER` 15 about `corpus.json` in that folder and, as it was, `golden.jsonl` (see `diff:wordpress`).
 */
const { positionals, values } = readOptions(
  'Usage: npm run bench:answers -- [URL] [--first N] [--list] [--later] [--recording FOLDER] [--corpus FOLDER]',
  {
    first: { type: 'string' },
    list: { type: 'boolean' },
    later: { type: 'boolean' },
    recording: { type: 'string' },
    corpus: { type: 'string' },
  },
  true,
);
const [given] = positionals;
const about = values.later ? laterQuestions : questions;
const asked = about.slice(0, values.first === undefined ? about.length : Number(values.first));
const { recording, corpus } = values;

await (recording || corpus
  ? runBench([], measureImported)
  : given === undefined
    ? runBench(['nginx', 'redis-server'], (atTheEnd) =>
        onBothFronts(atTheEnd, (front, url) => measure(front, url, interfaces, asked)),
      )
    : runBench([], () => measure('', given, interfaces, asked)));

async function measureImported(atTheEnd: AtTheEnd): Promise<void> {
  if (recording) {
    await measure('imported', await serveImported(atTheEnd, recording), interfaces, aboutRecording);
    const old = await serveRecorded(atTheEnd, readRecordedObjects(recording));
    await measure('as it was', old, [overRecorded], aboutRecording);
  }
  if (corpus) {
    const site = await serveCorpus(atTheEnd, `${corpus}/corpus.json`);
    await measure('corpus', site, interfaces, aboutCorpus);
    const old = await serveRecorded(atTheEnd, readAnsweredObjects(`${corpus}/golden.jsonl`));
    await measure('as it was', old, [overRecorded], aboutCorpus);
  }
}

async function measure(
  front: string,
  url: string,
  over: readonly Interface[],
  about: readonly Question[],
): Promise<void> {
  const head = `${front} ${url}`.trim().padEnd(34);
  console.log(`\n${head}${['requests', 'tokens', 'answered', 'tokens per answer'].map(column).join('')}`);
  for (const one of over) await measureInterface(one, url, about);
}

async function measureInterface(
  { name, answer }: Interface,
  url: string,
  about: readonly Question[],
): Promise<void> {
  const session = new Session(url);
  const missed: Question[] = [];
  for (const question of about) {
    session.read = '';
    if (!(await answer(session, question))) missed.push(question);
  }
  const { requests, tokens } = session.reader;
  const answered = about.length - missed.length;
  const cells = [requests, tokens, `${answered} of ${about.length}`, Math.round(tokens / answered)];
  console.log(name.padEnd(34) + cells.map(column).join(''));
  if (values.list) for (const { asks } of missed) console.log(`  not answered: ${asks}`);
}

function column(value: number | string): string {
  return String(value).padStart(18);
}
