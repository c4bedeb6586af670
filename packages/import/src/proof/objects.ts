import { paths } from 'agentsite/model';
import { htmlToText } from 'agentsite/text';
import { decodeHTML } from 'entities';
import type { Loss, LossCode } from '../model/losses.ts';
import type { PlannedDocument } from '../plan/plan.ts';
import type { Prepared } from '../plan/prepare.ts';
import { missingFrom, wordsOfMarkdown } from '../stored-text/missing-words.ts';
import type { RestDocument } from '../wordpress/rest-recording.ts';
import type { ProofRow } from '../write/report.ts';
import type { ServedSite } from './served-site.ts';

type Given = Readonly<Record<string, unknown>>;

/** Compares documents with what `wp/v2` answers: text and code with the recording, or dates with the export. */
export async function proveObjects(
  prepared: Prepared,
  losses: readonly Loss[],
  site: ServedSite,
): Promise<ProofRow[]> {
  const fields = new Map<string, { of: number; wrong: string[]; impossible: string[] }>();
  const count: Count = (what, problem, reason = null) => {
    const row = fields.get(what) ?? { of: 0, wrong: [], impossible: [] };
    fields.set(what, row);
    row.of++;
    if (problem === null) return;
    if (reason === null) row.wrong.push(problem);
    else row.impossible.push(`${problem}: ${reason}`);
  };
  for (const document of prepared.plan.documents.values()) {
    if (!document.public || document.source.id === null) continue;
    const found = await readDocument(document, prepared, site);
    const { id } = document.source;
    count('documents, by ID', found === null ? `${id} “${document.source.title}”` : null);
    if (found === null) continue;
    const old = prepared.rest?.document(id) ?? null;
    const date = document.source.date.replace(' ', 'T');
    if (old === null) count('date', found.date === date ? null : `${id}: ${found.date}, was ${date}`);
    else compareTextWithRecording(old, found, losses, count);
  }
  return [...fields].map(([what, { of, wrong, impossible }]) => ({
    what,
    of,
    right: of - wrong.length - impossible.length,
    wrong,
    impossible,
  }));
}

/** @param reason why it cannot be as it was; null if it has to */
type Count = (what: string, problem: string | null, reason?: string | null) => void;

async function readDocument(
  { kind, source }: PlannedDocument,
  { kinds }: Prepared,
  site: ServedSite,
): Promise<Given | null> {
  const answer = await site.get(
    `${paths.wpV2}/${kinds.kinds.get(kind)?.restBase ?? `${kind}s`}/${source.id}`,
  );
  const body = (await answer.json()) as Given;
  return answer.status === 200 ? body : null;
}

function compareTextWithRecording(
  old: RestDocument,
  found: Given,
  losses: readonly Loss[],
  count: Count,
): void {
  const { id } = old;
  if (old.content.protected) return;
  const made = (found.content as { rendered?: string } | undefined)?.rendered ?? '';
  const { words, missing, added, codeBlocks, codeEqual } = compareText(old.content.rendered, made);
  const isWhole = missing <= wholeText.missing && added <= wholeText.added;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  count(
    'content, word by word',
    isWhole ? null : `${id}: of ${words} words ${percent(missing)} missing, ${percent(added)} new`,
    losses.some(({ code, place, what }) => isOfWordPress(code, what) && place?.id === id)
      ? 'WordPress made lists in it on display'
      : null,
  );
  for (let block = 0; block < codeBlocks; block++)
    count(
      'code, to the character',
      block < codeEqual ? null : `${id}: ${codeBlocks - codeEqual} of ${codeBlocks}`,
    );
}

/** Lists that WordPress generated, which are not imported. */
const isOfWordPress = (code: LossCode, what: string): boolean =>
  code === 'block-dynamic' && what.startsWith('core/');

/** Accepted shares of missing and added words. */
const wholeText = { missing: 0.005, added: 0.03 } as const;

/** How content differs from what readers saw: shares of missing and added words, and blocks of code. */
export function compareText(old: string, made: string) {
  const before = wordsOf(old);
  const after = wordsOf(made);
  const kept = commonWords(before, after);
  const codeBefore = codeOf(old);
  const codeAfter = codeOf(made);
  return {
    words: before.length,
    missing: before.length === 0 ? 0 : (before.length - kept) / before.length,
    added: before.length === 0 ? Number(after.length > 0) : (after.length - kept) / before.length,
    codeBlocks: codeBefore.length,
    codeEqual: codeBefore.filter((code) => codeAfter.includes(code)).length,
  };
}

/** Words of HTML without addresses. Adjacent links, which styles keep apart, are separate words. */
const wordsOf = (html: string): string[] =>
  wordsOfMarkdown(
    htmlToText(
      html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<\/a>(?=<a\b)/gi, '$& '),
    ).replace(/https?:\/\/\S+/g, ' '),
  );

function codeOf(html: string): string[] {
  return [...html.matchAll(/<pre\b[^>]*>([\s\S]*?)<\/pre>/gi)].map(([, inside = '']) =>
    decodeHTML(
      inside
        .replace(/\r\n?/g, '\n')
        .replace(/<br\s*\/?>/gi, '\n')
        .replace(/<[^<>]+>/g, ''),
    ).replace(/^\n|(?<!\n)\n+$/g, ''),
  );
}

/** Length of the longest common subsequence of words. Very long content is compared without order. */
function commonWords(a: readonly string[], b: readonly string[]): number {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  return (
    start +
    end +
    (left.length * right.length > 25e6 ? left.length - missingFrom(left, right).length : longest(left, right))
  );
}

function longest(a: readonly string[], b: readonly string[]): number {
  let above = new Uint32Array(b.length + 1);
  for (const word of a) {
    const row = new Uint32Array(b.length + 1);
    for (let at = 1; at <= b.length; at++)
      row[at] = b[at - 1] === word ? (above[at - 1] ?? 0) + 1 : Math.max(row[at - 1] ?? 0, above[at] ?? 0);
    above = row;
  }
  return above[b.length] ?? 0;
}
