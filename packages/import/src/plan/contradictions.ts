import type { Losses } from '../model/losses.ts';
import { decodePercent } from '../model/names.ts';
import type { Survey, SurveyedDocument } from '../model/survey.ts';
import type { RestDocument, RestRecording } from '../wordpress/rest-recording.ts';
import { placeOf } from './claims.ts';

const fix =
  'The export is imported. Export and record the old site at the same time, or check which of the two is right.';

/** Reports documents that differ between recording and export: one is older, or from another site. */
export function reportContradictions(survey: Survey, rest: RestRecording, losses: Losses): void {
  const byId = new Map<number, SurveyedDocument>();
  for (const document of survey.documents.values())
    if (document.id !== null && !byId.has(document.id)) byId.set(document.id, document);
  const attachments = new Set(survey.attachments.values().map(({ id }) => id));
  for (const id of rest.documentIds()) {
    const recorded = rest.document(id);
    if (recorded === null || attachments.has(id) || survey.reusable.has(id)) continue;
    const type = textOf(recorded.type);
    const exported = byId.get(id);
    if (exported) {
      const differences = differencesOf(exported, recorded);
      if (differences.length > 0)
        losses.add('recording-differs', placeOf(exported), differences.join('; '), fix);
    } else if (type !== 'attachment' && !type.startsWith('wp_'))
      losses.addForSite('recording-differs', `${type} ${id} is in the recording only`, fix);
  }
}

function differencesOf(exported: SurveyedDocument, recorded: RestDocument): string[] {
  const pairs = [
    ['type', exported.type, textOf(recorded.type)],
    ['status', exported.status, textOf(recorded.status)],
    ['slug', nameOf(exported.slug), nameOf(textOf(recorded.slug))],
    ['date', exported.date.replace(' ', 'T'), textOf(recorded.date)],
  ] as const;
  return pairs
    .filter(([, before, after]) => after !== '' && before !== after)
    .map(
      ([what, before, after]) => `${what} ${before || 'missing'} in the export, ${after} in the recording`,
    );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const nameOf = (slug: string): string => decodePercent(slug).normalize('NFC');
