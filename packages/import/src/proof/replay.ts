import type { Prepared } from '../plan/prepare.ts';
import { readRecordedLines } from '../wordpress/rest-recording.ts';
import type { ProofRow } from '../write/report.ts';
import { type Difference, divergences } from './divergences.ts';
import type { ServedSite } from './served-site.ts';

type Given = Readonly<Record<string, unknown>>;

/** Members that recordings omit. */
const notRecorded = new Set(['_links', 'class_list']);

/** Requests everything recorded of anonymous answers, and compares it member by member. */
export async function proveAnswers(
  recording: string,
  prepared: Prepared,
  site: ServedSite,
): Promise<ProofRow> {
  const files = new Set(prepared.survey.attachments.values().map(({ id }) => id));
  const wrong: string[] = [];
  const impossible: string[] = [];
  const excused = new Map<string, number>();
  let of = 0;
  for (const { route, as, body } of readRecordedLines(recording)) {
    const collection = /^\/wp\/v2\/([\w-]+)\/\d+$/.exec(route)?.[1];
    if (as !== undefined || collection === undefined) continue;
    of++;
    const answer = await site.get(`/wp-json${route}`);
    const found: unknown = answer.status === 200 ? await answer.json() : await drop(answer);
    const remaining: Difference[] = [];
    const names = new Set<string>();
    for (const difference of differencesOf(collection, body, found)) {
      const divergence = divergences.find(({ covers }) =>
        covers(difference, members(body) ?? {}, members(found) ?? {}, files),
      );
      if (divergence) names.add(`${divergence.name}: ${divergence.reason}`);
      else remaining.push(difference);
    }
    for (const name of names) excused.set(name, (excused.get(name) ?? 0) + 1);
    const reason = found === undefined ? whyMissing(collection, members(body) ?? {}, prepared) : null;
    if (reason !== null) impossible.push(`${route}: ${reason}`);
    else if (remaining.length > 0) wrong.push(`${route}: ${remaining.map(describe).join('; ')}`);
  }
  const onPurpose = [...excused].map(([name, count]) => `${name} (${count} answers)`);
  const right = of - wrong.length - impossible.length;
  return { what: 'answers of wp/v2, as recorded', of, right, wrong, impossible, onPurpose };
}

/** Why there can't be an answer; null if there has to be one. */
function whyMissing(collection: string, { id, post }: Given, { media, plan }: Prepared): string | null {
  if (collection === 'comments')
    return plan.byId.has(Number(post)) ? null : 'what it is about has no page here';
  const document = plan.byId.get(Number(id));
  if (document?.source.status === 'locked') return 'it was locked, and no password was given';
  if (collection !== 'media') return null;
  const file = media.attachment(Number(id));
  return file && !media.files.has(media.pathOf(file) ?? '') ? 'its file was not given' : null;
}

async function drop(answer: Response): Promise<undefined> {
  await answer.body?.cancel();
}

/** Compares lists as they are, objects member by member, including members of only one side. */
export function differencesOf(route: string, before: unknown, after: unknown, where = ''): Difference[] {
  const [old, made] = [members(before), members(after)];
  if (old === null || made === null) return isSame(before, after) ? [] : [{ route, where, before, after }];
  const names = new Set([...Object.keys(old), ...Object.keys(made)]);
  return [...names]
    .filter((name) => !notRecorded.has(name))
    .flatMap((name) => differencesOf(route, old[name], made[name], where === '' ? name : `${where}.${name}`));
}

/** Lists of IDs are unordered. */
function isSame(before: unknown, after: unknown): boolean {
  const ordered = (value: unknown) =>
    Array.isArray(value) && value.every((item) => typeof item === 'number') ? value.toSorted() : value;
  return JSON.stringify(ordered(before)) === JSON.stringify(ordered(after));
}

/** Members of an object; null for other values. PHP writes an empty object as `[]`. */
function members(value: unknown): Given | null {
  if (typeof value !== 'object' || value === null) return null;
  return Array.isArray(value) && value.length > 0 ? null : (value as Given);
}

function describe({ where, before, after }: Difference): string {
  return `${where || 'the answer'} was ${show(before)}, is ${show(after)}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
