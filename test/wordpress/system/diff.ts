import { readOptions } from '../../../src/terminal/options.ts';
import { refuse } from '../../helpers/command-words.ts';
import { readCorpus, readExchanges } from './corpus.ts';
import { type Difference, findDifferences } from './differences.ts';
import { divergences } from './divergences.ts';
import { unwrap } from './recorded-request.ts';
import { fillIn, serveCorpus } from './replay.ts';

/**
 * `npm run diff:wordpress -- CORPUS GOLDEN [--excused]`: builds the site from a corpus, replays recorded
 * exchanges, prints every difference grouped by kind, and last how many exchanges are identical once the listed
 * divergences are set aside.
 */
const usage = 'Usage: npm run diff:wordpress -- CORPUS.json GOLDEN.jsonl [--excused]';
const { values, positionals } = readOptions(usage, { excused: { type: 'boolean', default: false } }, true);
const [corpusFile, goldenFile] = positionals;
if (!corpusFile || !goldenFile) refuse('Give the corpus and the recorded exchanges.', usage);

const corpus = readCorpus(corpusFile);
const exchanges = readExchanges(goldenFile);
const server = await serveCorpus(corpus);
const kinds = new Map<string, string[]>();
const excused = new Map<string, number>();
let identical = 0;
let untouched = 0;

for (const recorded of exchanges) {
  const exchange = fillIn(recorded);
  const answer = await server.ask(exchange.request);
  const differences = findDifferences(exchange, answer, corpus);
  const remaining: Difference[] = [];
  const names = new Set<string>();
  for (const difference of differences) {
    const plain = { ...difference, where: unwrap(difference.where, exchange) };
    const divergence = divergences.find((candidate) => candidate.covers(plain, exchange, corpus));
    if (divergence) names.add(divergence.name);
    else remaining.push(difference);
  }
  for (const name of names) excused.set(name, (excused.get(name) ?? 0) + 1);
  if (remaining.length === 0) identical += 1;
  if (differences.length === 0) untouched += 1;
  for (const { where, expected, actual } of remaining) {
    const kind = where.replace(/\[\d+\]/g, '[]');
    const line = `  ${exchange.request.method} ${exchange.request.path}\n    ${where}: WordPress ${show(expected)}\n    here ${show(actual)}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), line]);
  }
}
await server.close();

for (const [kind, lines] of [...kinds].sort((a, b) => b[1].length - a[1].length)) {
  console.log(`${kind}: ${lines.length}`);
  console.log(lines.join('\n'));
}
if (values.excused) {
  for (const { name, reason } of divergences)
    console.log(`${excused.get(name) ?? 0} exchanges, ${name}: ${reason}`);
}
console.log(`${untouched} of ${exchanges.length} without any difference`);
console.log(`${identical} of ${exchanges.length} identical`);
process.exitCode = identical === exchanges.length ? 0 : 1;

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
