import type { z } from 'zod';
import { nearestWord } from '../../src/core/text/nearest-word.ts';

/** Names of types in sentences. */
const typeNames: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a string',
  object: 'an object',
  record: 'an object',
};

/** Max problems that are reported. */
const maxSentences = 5;

/**
 * Validation problems as sentences that a model can act on: `The argument "query" is missing.`
 * @param known names of the fields, for suggestions
 */
export function describeIssues(
  issues: readonly z.core.$ZodIssue[],
  noun: 'argument' | 'parameter',
  known: readonly string[],
): string {
  const sentences = issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, maxSentences).map((key) => describeUnknown(key, noun, known));
    if (issue.path.length === 0) return [`The ${noun}s must be an object.`];
    return [`The ${noun} "${issue.path.join('.')}" ${describeProblem(issue)}.`];
  });
  return sentences.slice(0, maxSentences).join(' ');
}

/** `There is no tool named "serch". Did you mean "search"? The tools are search and fetch.` */
export function describeUnknownName(
  noun: 'tool' | 'prompt' | 'skill',
  name: string,
  known: readonly string[],
): string {
  const near = nearestWord(name, known);
  const hint = near === null ? '' : ` Did you mean "${near}"?`;
  return `There is no ${noun} named "${clip(name)}".${hint} The ${noun}s are ${joinNames(known, 'and')}.`;
}

/** A word of the client, shortened for a sentence. */
export function clip(word: string): string {
  return word.length > 200 ? `${word.slice(0, 200).toWellFormed()}…` : word.toWellFormed();
}

function describeUnknown(key: string, noun: string, known: readonly string[]): string {
  const near = nearestWord(key, known);
  if (near !== null) return `There is no ${noun} "${clip(key)}"; did you mean "${near}"?`;
  const rest = known.length === 0 ? `no ${noun}s are taken` : `the ${noun}s are ${joinNames(known, 'and')}`;
  return `There is no ${noun} "${clip(key)}"; ${rest}.`;
}

/** The end of a sentence about one field. The issue must have been made with `reportInput`. */
function describeProblem(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is missing';
    return `must be ${typeNames[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value') return `must be ${joinNames(issue.values.map(String), 'or')}`;
  if (issue.code === 'invalid_union') return issue.message;
  const unit = 'origin' in issue && issue.origin === 'string' ? ' characters' : '';
  if (issue.code === 'too_small') {
    if (unit === '') return `must be at least ${issue.minimum}`;
    return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum}${unit}`;
  }
  if (issue.code === 'too_big') return `must ${unit === '' ? 'be' : 'have'} at most ${issue.maximum}${unit}`;
  return 'is not valid';
}

/** `post, page or talk` */
function joinNames(names: readonly string[], word: 'and' | 'or'): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}
