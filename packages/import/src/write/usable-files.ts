import { readFileSync } from 'node:fs';
import type { Losses } from '../model/losses.ts';
import type { Survey } from '../model/survey.ts';
import { decomposedNames, isNotDownloaded } from '../plan/media-library.ts';
import { cleanSvg } from './clean-svg.ts';
import { reportKept, type SiteFolder } from './site-folder.ts';

/** Files for the new site: not removed by the owner since an earlier import, and no SVG that can't be checked. */
export function usableFiles(
  files: ReadonlyMap<string, string>,
  uploads: string,
  attachments: Survey['attachments'],
  folder: SiteFolder,
  losses: Losses,
): Map<string, string> {
  const names = decomposedNames(files, uploads, attachments);
  return new Map(
    [...files].filter(([path, from]) => {
      const file = `public${uploads}${names.get(path) ?? path}`;
      if (folder.isRemoved(file)) {
        reportKept('removed', file, losses);
        return false;
      }
      if (!isDrawing(path) || isNotDownloaded(from) || cleanSvg(readFileSync(from)) !== null) return true;
      losses.addForSite(
        'file-refused',
        file,
        'It is not valid SVG, so it can’t be checked for scripts. Save it again.',
      );
      return false;
    }),
  );
}

export const isDrawing = (path: string): boolean => /\.svg$/i.test(path);
