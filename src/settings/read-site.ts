import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import leven from 'leven';
import { listWordKeys } from '../core/languages/words.ts';
import { isTimezone } from '../core/model/dates.ts';
import { type Site, siteSchema } from '../core/model/site.ts';
import { nearestWord } from '../core/text/nearest-word.ts';
import { findFaultsOfKinds } from './check-kinds.ts';
import { importSettings } from './import-settings.ts';
import { findMissingFiles } from './missing-files.ts';
import { explainIssues, type SettingFault } from './setting-problems.ts';
import { SettingsError } from './settings-error.ts';

/** Where the owner's settings may lie below the site's folder; the first that is there holds. */
const settingsFiles = ['site.ts', 'src/site.ts'] as const;

/** Is this the folder of a site? */
export function isSiteFolder(root: string): boolean {
  return settingsFiles.some((name) => existsSync(join(root, name)));
}

/** @returns the name of the file of settings, below the site's folder. @throws when there is none. */
export function findSettings(root: string): string {
  const file = settingsFiles.find((name) => existsSync(join(root, name)));
  if (file !== undefined) return file;
  const message = `there is no site.ts in ${root}: this is not the folder of a site.`;
  throw new SettingsError('site.ts', '', [{ path: [], message }]);
}

/**
 * The owner's settings, read from the site's folder and checked. A file that changed is read anew.
 * @param root the site's folder
 * @param url overrides the base URL that the file names
 * @param deploy overrides where the site is published
 * @throws SettingsError with a sentence for each setting that cannot be used.
 */
export async function readSite(
  root: string,
  url: string | undefined,
  deploy: string | undefined = undefined,
): Promise<Site> {
  const file = findSettings(root);
  const { site: written } = await importSettings(root, file);
  const checked = findSettingFaults(written, { url, deploy }, root);
  if (checked.faults.length > 0)
    throw new SettingsError(file, readFileSync(join(root, file), 'utf8'), checked.faults);
  return checked.site;
}

/** What overrides the settings of the file, where it is given: SITE_URL and DEPLOY of the environment. */
export interface SiteOverrides {
  readonly url?: string | undefined;
  readonly deploy?: string | undefined;
  /** Is it a build with drafts? */
  readonly preview?: boolean;
}

/**
 * Settings that come from elsewhere than the file, so that no line can be named.
 * @param written what the owner wrote, of any shape
 * @param file the file that the sentences name
 * @throws SettingsError
 */
export function checkSettings(written: unknown, overrides: SiteOverrides, file: string): Site {
  const { site, faults } = findSettingFaults(written, overrides, null);
  if (faults.length > 0) throw new SettingsError(file, '', faults);
  return site;
}

/**
 * Everything that is wrong with the settings, at once.
 * @param root the site's folder, where the files are that settings name; null asks for no files
 * @returns a site that can be used while there are no faults
 */
function findSettingFaults(
  written: unknown,
  overrides: SiteOverrides,
  root: string | null,
): { readonly site: Site; readonly faults: readonly SettingFault[] } {
  const given =
    typeof written === 'object' && written !== null ? { ...written, ...present(overrides) } : written;
  const checked = siteSchema.safeParse(given);
  const usable = replaceOldNames(checked.data ?? takeUsable(given));
  const faults = [
    ...explainIssues(checked.error?.issues ?? [], siteSchema, given),
    ...findNamesOfOneSetting(given),
    ...findZoneFault(usable),
    ...findUnknownWords(usable),
    ...findFaultsOfKinds(usable),
    ...(root === null ? [] : findMissingFiles(usable, root)),
  ];
  return { site: usable, faults };
}

/** Settings under their names of today. */
function replaceOldNames({ pictures, ...site }: Site): Site {
  return pictures ? { ...site, images: pictures } : site;
}

function findNamesOfOneSetting(given: unknown): SettingFault[] {
  const names = Object.keys(typeof given === 'object' && given !== null ? given : {});
  if (!names.includes('pictures') || !names.includes('images')) return [];
  return [{ path: ['pictures'], message: 'is the old name of images, which is set too; remove one of them' }];
}

/** Each setting that is well, and the default of each other one: so that what else is wrong is found as well. */
function takeUsable(written: unknown): Site {
  const given = new Map(Object.entries(typeof written === 'object' && written !== null ? written : {}));
  const fields = Object.entries(siteSchema.shape).map(([name, field]) => {
    const own = field.safeParse(given.get(name));
    return [name, own.success ? own.data : field.safeParse(undefined).data];
  });
  return Object.fromEntries(fields) as Site;
}

function present({ url, deploy, preview }: SiteOverrides): object {
  return { ...(url ? { url } : {}), ...(deploy ? { deploy } : {}), ...(preview ? { preview } : {}) };
}

function findZoneFault({ timezone }: Site): SettingFault[] {
  if (isTimezone(timezone)) return [];
  const near = nearestWord(timezone, Intl.supportedValuesOf('timeZone'));
  const hint = near === null ? '' : `; did you mean "${near}"?`;
  return [
    {
      path: ['timezone'],
      message: `"${timezone}" is not an IANA time zone such as Europe/Berlin${hint}`,
    },
  ];
}

/** Every key of `words` must be one of the interface; a misspelt one would change nothing. */
function findUnknownWords({ language, words }: Site): SettingFault[] {
  const keys = listWordKeys(language);
  return Object.keys(words)
    .filter((key) => !keys.includes(key))
    .map((key) => {
      const [nearest = ''] = keys.toSorted((a, b) => leven(a, key) - leven(b, key));
      return {
        path: ['words', key],
        message: `the interface has no such word; the nearest is "${nearest}"`,
      };
    });
}
