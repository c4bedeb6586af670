import { paths } from '../../core/model/urls.ts';
import type { PlannedDocument } from '../plan/plan.ts';
import type { Prepared } from '../prepare.ts';
import type { RestDocument } from '../wordpress/rest-recording.ts';
import type { Loss, LossCode } from '../write/losses.ts';
import type { ProofRow } from '../write/report.ts';
import type { ServedSite } from './served-site.ts';
import { compareTexts, wholeText } from './texts.ts';

type Given = Readonly<Record<string, unknown>>;

/** Fields that have to be those of the recording; what else differs is in the list of divergences. */
const compared = [
  'slug',
  'date',
  'date_gmt',
  'modified',
  'modified_gmt',
  'author',
  'categories',
  'tags',
  'sticky',
  'format',
  'parent',
  'menu_order',
  'featured_media',
] as const;

/** Every public document against what `wp/v2` of the new site says of it, field by field, and its text. */
export async function proveObjects(
  prepared: Prepared,
  losses: readonly Loss[],
  site: ServedSite,
): Promise<ProofRow[]> {
  const fields = new Map<string, { of: number; wrong: string[]; impossible: string[] }>();
  const count: Count = (what, fault, reason = null) => {
    const row = fields.get(what) ?? { of: 0, wrong: [], impossible: [] };
    fields.set(what, row);
    row.of++;
    if (fault === null) return;
    if (reason === null) row.wrong.push(fault);
    else row.impossible.push(`${fault}: ${reason}`);
  };
  for (const document of prepared.plan.documents.values()) {
    if (!document.public || document.source.id === null) continue;
    const found = await readDocument(document, prepared, site);
    const { id } = document.source;
    count('documents, by their numbers', found === null ? `${id} “${document.source.title}”` : null);
    if (found === null) continue;
    const old = prepared.rest?.document(id) ?? null;
    if (old === null) compareWithExport(document, found, count);
    else compareWithRecording(old, found, { media: prepared.media, losses }, count);
  }
  return [...fields].map(([what, { of, wrong, impossible }]) => ({
    what,
    of,
    right: of - wrong.length - impossible.length,
    wrong,
    impossible,
  }));
}

/** @param reason why what differs cannot be as it was; null where it has to */
type Count = (what: string, fault: string | null, reason?: string | null) => void;

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

function compareWithRecording(
  old: RestDocument,
  found: Given,
  { media, losses }: Pick<Prepared, 'media'> & { readonly losses: readonly Loss[] },
  count: Count,
): void {
  const { id } = old;
  for (const field of compared) {
    if (old[field] === undefined || found[field] === undefined) continue;
    const before = comparable(old[field]);
    const after = comparable(found[field]);
    const reason =
      field === 'featured_media' && media.attachment(Number(old[field])) === undefined
        ? 'there was no such file'
        : /^(?:date|modified)$/.test(field) && old[`${field}_gmt`] === found[`${field}_gmt`]
          ? 'the old site had changed its time zone; the moment is the same'
          : null;
    count(field, before === after ? null : `${id}: ${after}, was ${before}`, reason);
  }
  const guid = (value: unknown) =>
    (value as { rendered?: string } | undefined)?.rendered?.replaceAll('&#038;', '&');
  if (guid(old.guid) !== undefined)
    count(
      'guid',
      guid(old.guid) === guid(found.guid) ? null : `${id}: ${guid(found.guid)}, was ${guid(old.guid)}`,
    );
  if (old.content.protected) return;
  const made = (found.content as { rendered?: string } | undefined)?.rendered ?? '';
  const { words, missing, added, codeBlocks, codeEqual } = compareTexts(old.content.rendered, made);
  const isWhole = missing <= wholeText.missing && added <= wholeText.added;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  count(
    'texts whole',
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

/** Lists that are no text: an import leaves them out, and names them. */
const isOfWordPress = (code: LossCode, what: string): boolean =>
  code === 'block-dynamic' && what.startsWith('core/');

/** Lists of numbers are sets. */
const comparable = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.toSorted((a, b) => Number(a) - Number(b)) : value);
