import { paths } from '../../core/model/urls.ts';
import type { PlannedDocument } from '../plan/plan.ts';
import type { Prepared } from '../prepare.ts';
import type { RestDocument } from '../wordpress/rest-recording.ts';
import type { Loss, LossCode } from '../write/losses.ts';
import type { ProofRow } from '../write/report.ts';
import type { ServedSite } from './served-site.ts';
import { compareText, wholeText } from './text-difference.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * Compares every public document with what `wp/v2` of the new site answers: its text and code with the recording, or its
 * date with the export. The other members of recorded answers are compared by `proveAnswers`.
 */
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
    if (old === null) compareWithExport(document, found, count);
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

function compareWithExport({ source }: PlannedDocument, found: Given, count: Count): void {
  const { id } = source;
  const date = source.date.replace(' ', 'T');
  count('date', found.date === date ? null : `${id}: ${found.date}, was ${date}`);
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
