import { readOptions } from '../../src/terminal/options.ts';
import { type Interface, interfaces, Session } from './answers-paths.ts';
import { type Question, questions } from './answers-questions.ts';
import { onBothFronts } from './both-fronts.ts';
import { runBench } from './run-bench.ts';

/**
 * `npm run bench:answers`: tokens (o200k), requests and answers of questions about the example site, over each interface.
 * With a URL, the site that runs there. `--first N` asks the first N questions; `--list` names what stays unanswered.
 */
const { positionals, values } = readOptions(
  'Usage: npm run bench:answers -- [URL] [--first N] [--list]',
  { first: { type: 'string' }, list: { type: 'boolean' } },
  true,
);
const [given] = positionals;
const asked = questions.slice(0, values.first === undefined ? questions.length : Number(values.first));

await (given === undefined
  ? runBench(['nginx', 'redis-server'], (atTheEnd) => onBothFronts(atTheEnd, measure))
  : runBench([], () => measure('', given)));

async function measure(front: string, url: string): Promise<void> {
  const head = `${front} ${url}`.trim().padEnd(34);
  console.log(`\n${head}${['requests', 'tokens', 'answered', 'tokens per answer'].map(column).join('')}`);
  for (const one of interfaces) await measureInterface(one, url);
}

async function measureInterface({ name, answer }: Interface, url: string): Promise<void> {
  const session = new Session(url);
  const missed: Question[] = [];
  for (const question of asked) {
    session.read = '';
    if (!(await answer(session, question))) missed.push(question);
  }
  const { requests, tokens } = session.reader;
  const answered = asked.length - missed.length;
  const cells = [requests, tokens, `${answered} of ${asked.length}`, Math.round(tokens / answered)];
  console.log(name.padEnd(34) + cells.map(column).join(''));
  if (values.list) for (const { asks } of missed) console.log(`  not answered: ${asks}`);
}

function column(value: number | string): string {
  return String(value).padStart(18);
}
