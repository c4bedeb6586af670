import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { layOutProject } from '../../helpers/project-copy.ts';
import { checkJson, checkMcp, checkSearch } from './interface-checks.ts';
import type { MadeSite } from './made-site.ts';
import { type Check, checkDocuments, checkPage, checkTwin } from './page-checks.ts';

/** Lays out a project with the content and settings of a site. */
export function layOutLanguagesSite(folder: string, { settings, files }: MadeSite): void {
  layOutProject(folder);
  writeFileSync(join(folder, 'src/site.ts'), `export const site = ${JSON.stringify(settings, null, 2)};\n`);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

/** Visits every document in every representation. */
export async function checkSite(check: Check): Promise<void> {
  for (const document of check.site.documents) {
    await checkPage(check, document);
    await checkTwin(check, document);
  }
  await checkDocuments(check);
  await checkJson(check);
  await checkMcp(check);
  await checkSearch(check);
}
