import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import leven from 'leven';
import { listWordKeys } from '../core/languages/words.ts';
import { isTimezone } from '../core/model/dates.ts';
import { type Site, siteSchema } from '../core/model/site.ts';
import { findFaultsOfKinds } from './check-kinds.ts';
import { explainIssue } from './explain-issue.ts';
import { findMissingFiles } from './missing-files.ts';

/** Where the owner's settings may lie below the site's folder; the first that is there holds. */
const settingsFiles = ['site.ts', 'src/site.ts'] as const;

/** @returns the name of the file of settings, below the site's folder. @throws when there is none. */
export function findSettings(root: string): string {
  const file = settingsFiles.find((name) => existsSync(join(root, name)));
  if (file === undefined)
    throw new Error(`There is no site.ts in ${root}: this is not the folder of a site.`);
  return file;
}

/**
 * The owner's settings, read from the site's folder and checked. A file that changed is read anew.
 * @param root the site's folder
 * @param url overrides the base URL that the file names
 * @param deploy overrides where the site is published
 * @throws with a sentence for each setting that cannot be used.
 */
export async function readSite(
  root: string,
  url: string | undefined,
  deploy: string | undefined = undefined,
): Promise<Site> {
  const file = findSettings(root);
  const path = join(root, file);
  const address = pathToFileURL(path);
  // A module that was loaded stays as it was; under another address it is another one.
  address.searchParams.set('modified', String(statSync(path).mtimeMs));
  try {
    const { site: written } = (await import(address.href)) as { site?: unknown };
    const site = checkSettings(written, { url, deploy }, file);
    checkFiles(site, root, file);
    return site;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error(`${file} cannot be read: ${error.message}`, { cause: error });
  }
}

/** What overrides the settings of the file, where it is given: SITE_URL and DEPLOY of the environment. */
export interface SiteOverrides {
  readonly url?: string | undefined;
  readonly deploy?: string | undefined;
}

/**
 * @param written what the owner wrote, of any shape
 * @param file the file that the sentences name
 */
export function checkSettings(written: unknown, overrides: SiteOverrides, file: string): Site {
  const given =
    typeof written === 'object' && written !== null ? { ...written, ...present(overrides) } : written;
  const checked = siteSchema
    .refine(({ timezone }) => isTimezone(timezone), {
      path: ['timezone'],
      error: 'is not an IANA time zone such as Europe/Berlin',
    })
    .safeParse(given);
  if (checked.success) {
    const faults = [...findFaultsOfKinds(checked.data), ...findUnknownWords(checked.data)];
    if (faults.length === 0) return checked.data;
    throw new Error(`${file} cannot be used:\n${faults.map((fault) => `✖ ${fault}`).join('\n')}`);
  }
  const faults = checked.error.issues.map((issue) => explainIssue(issue, siteSchema));
  throw new Error(`${file} cannot be used:\n${faults.join('\n')}`);
}

function checkFiles(site: Site, root: string, file: string): void {
  const missing = findMissingFiles(site, root);
  if (missing.length === 0) return;
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const places = missing.map(({ path, name, message }) => {
    const line = lines.findIndex((text) => text.includes(name)) + 1;
    return `✖ ${file}:${line} ${path.join('.')}: ${message}`;
  });
  throw new Error(`${file} cannot be used:\n${places.join('\n')}`);
}

function present({ url, deploy }: SiteOverrides): object {
  return { ...(url ? { url } : {}), ...(deploy ? { deploy } : {}) };
}

/** Every key of `words` must be one of the interface; a misspelt one would change nothing. */
function findUnknownWords({ language, words }: Site): string[] {
  const keys = listWordKeys(language);
  const unknown = Object.keys(words).filter((key) => !keys.includes(key));
  return unknown.map((key) => {
    const [nearest = ''] = keys.toSorted((a, b) => leven(a, key) - leven(b, key));
    return `words: the interface has no "${key}"; the nearest key is "${nearest}".`;
  });
}
