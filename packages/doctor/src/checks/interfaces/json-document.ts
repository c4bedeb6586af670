import type { Json } from '../../documents/json-value.ts';
import { describeStatus } from '../../http/answer.ts';
import type { Found, Visit } from '../../visit/visit.ts';
import type { Problem } from '../check.ts';

/** A JSON document at a fixed address, and what it names. */

export interface JsonDocument {
  readonly found: Found;
  readonly value: Json;
}

/** A document that is JSON; that it is not, is one finding of its own. */
export const documentAt = (path: string) => async (visit: Visit) => {
  const document = await visit.json(path);
  return document && document.value !== null ? document : null;
};

/** Targets that are asked for, of each document. */
export const followed = 8;

export async function findGone(hrefs: readonly string[], from: string, visit: Visit): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const href of new Set(hrefs)) {
    if (problems.length >= followed) break;
    const answer = await visit.follow(href, from);
    if (answer && (answer.failure || [404, 410].includes(answer.status) || answer.status >= 500))
      problems.push([answer.url, `${describeStatus(answer)}, named in ${from}`]);
  }
  return problems;
}
