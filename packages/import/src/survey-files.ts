import { basename } from 'node:path';
import type { DiskMaps } from './model/disk-map.ts';
import { type Lost, type ReadSource, type Repair, UnreadableExport } from './model/export-model.ts';
import type { ReportProgress } from './model/import-options.ts';
import type { Losses } from './model/losses.ts';
import { keyOf, type Survey } from './model/survey.ts';
import { SurveyMaker } from './plan/survey-maker.ts';

/** Reads all files once. Of a file that cannot be read to its end, everything before the problem counts; `stopped` says why. */
export async function surveyFiles(
  files: readonly string[],
  read: ReadSource,
  maps: DiskMaps,
  losses: Losses,
  progress: ReportProgress,
  wanted: readonly string[] = [],
): Promise<{ survey: Survey; stopped: string | null }> {
  const maker = new SurveyMaker(maps, wanted);
  let stopped: string | null = null;
  let items = 0;
  for (const file of files) {
    try {
      for await (const record of read(file)) {
        maker.add(record);
        if (record.kind === 'item' && ++items % 500 === 0) progress(items, items, 'items read');
      }
    } catch (error) {
      if (!(error instanceof UnreadableExport)) throw error;
      stopped = `${basename(file)}, line ${error.line}: ${error.message}`;
      losses.addForSite(/cut off/.test(error.message) ? 'cut-off' : 'unreadable', stopped);
    }
  }
  const survey = maker.finish();
  for (const { code, what, fix } of survey.lost) losses.addForSite(code, what, fix);
  reportRepairs(survey, losses);
  return { survey, stopped };
}

const repairs: Readonly<Record<Repair, Lost>> = {
  'control-characters': {
    code: 'control-characters',
    what: 'characters that XML does not allow',
    fix: 'They were left out.',
  },
  markup: {
    code: 'markup-mended',
    what: 'errors in the XML',
    fix: 'The XML was read as it was probably meant; check the document.',
  },
  encoding: {
    code: 'markup-mended',
    what: 'bytes that are not UTF-8',
    fix: 'They were read as Windows-1252, as in old databases; check the document.',
  },
};

function reportRepairs(survey: Survey, losses: Losses): void {
  const byPlace = Map.groupBy(survey.repaired, ({ what, place }) => `${what}:${keyOf(place)}`);
  for (const group of byPlace.values()) {
    const [first] = group;
    if (!first) continue;
    const source = survey.documents.get(keyOf(first.place));
    const place = {
      id: source?.id ?? first.place.id,
      title: source?.title ?? first.place.title,
      address: source?.link ?? '',
      file: '',
    };
    const count = group.reduce((sum, { count }) => sum + count, 0);
    const { code, what, fix } = repairs[first.what];
    losses.add(code, place, `${count} ${what}, ${first.place.file} line ${first.place.line}`, fix);
  }
}
