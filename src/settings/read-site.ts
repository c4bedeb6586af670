import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import leven from 'leven';
import { listWordKeys } from '../core/languages/words.ts';
import { isTimezone } from '../core/model/dates.ts';
import { type Site, siteSchema } from '../core/model/site.ts';
import { didYouMean } from '../core/text/nearest-word.ts';
import { hasLoaded, rememberPlugins } from '../plugins/loaded-plugins.ts';
import { refuseMarkdownSettings } from './astro-config.ts';
import { findIssuesOfKinds } from './check-kinds.ts';
import { importSettings } from './import-settings.ts';
import { findMissingFiles } from './missing-files.ts';
import { type SettingsOrigin, settlePlugins } from './plugin-settings.ts';
import { explainIssues, type SettingIssue } from './setting-issues.ts';
import { SettingsError } from './settings-error.ts';

/** Possible settings files; the first that exists is used. */
const settingsFiles = ['site.ts', 'src/site.ts'] as const;

export function isSiteFolder(root: string): boolean {
  return settingsFiles.some((name) => existsSync(join(root, name)));
}

/** The settings file, relative to the site's folder. @throws SettingsError if there is none */
export function findSettings(root: string): string {
  const file = settingsFiles.find((name) => existsSync(join(root, name)));
  if (file !== undefined) return file;
  const message = `there is no site.ts in ${root}: this is not the folder of a site.`;
  throw new SettingsError('site.ts', '', [{ path: [], message }]);
}

/** Resolves once the settings file is stable: programs may remove it before they write it, or write parts. */
export async function settingsAtRest(
  root: string,
  pause: () => Promise<void> = () => delay(200),
): Promise<void> {
  const stamp = () =>
    settingsFiles.map((name) => statSync(join(root, name), { throwIfNoEntry: false })?.mtimeMs).join();
  for (let last = ''; last !== stamp(); await pause()) last = stamp();
}

/** The validated settings of a site. @param url and `deploy` override those of the file. @throws SettingsError */
export async function readSite(
  root: string,
  url: string | undefined,
  deploy: string | undefined = undefined,
): Promise<Site> {
  const file = findSettings(root);
  refuseMarkdownSettings(root);
  const { site: written, code } = await importSettings(root, file);
  const checked = findSettingIssues(written, { url, deploy }, { root, code });
  if (checked.issues.length > 0)
    throw new SettingsError(file, readFileSync(join(root, file), 'utf8'), checked.issues);
  return checked.site;
}

/** Loads the functions of plugins in a thread or process that was given the settings of another one. */
export async function recallPlugins(root: string, site: Site): Promise<void> {
  if (hasLoaded(site)) return;
  const { site: written, code } = await importSettings(root, findSettings(root));
  rememberPlugins(site, settlePlugins(written, { root, code }).plugins);
}

/** Settings that override those of the file: SITE_URL and DEPLOY of the environment. */
export interface SiteOverrides {
  readonly url?: string | undefined;
  readonly deploy?: string | undefined;
  readonly preview?: boolean;
}

/** Validates settings that were not read from the file. @param file named in messages. @throws SettingsError */
export function checkSettings(
  written: unknown,
  overrides: SiteOverrides,
  file: string,
  origin?: SettingsOrigin,
): Site {
  const { site, issues } = findSettingIssues(written, overrides, origin ?? { root: '', code: '' }, false);
  if (issues.length > 0) throw new SettingsError(file, '', issues);
  return site;
}

/** All problems, and a site that is valid if there are none. @param withFiles also looks for the files that they name */
function findSettingIssues(
  written: unknown,
  overrides: SiteOverrides,
  origin: SettingsOrigin,
  withFiles = true,
): { readonly site: Site; readonly issues: readonly SettingIssue[] } {
  const { settings, plugins, issues: issuesOfPlugins, attribute } = settlePlugins(written, origin);
  const given =
    typeof settings === 'object' && settings !== null
      ? { ...settings, ...Object.fromEntries(Object.entries(overrides).filter(([, value]) => value)) }
      : settings;
  const checked = siteSchema.safeParse(given);
  const usable = replaceOldNames(checked.data ?? takeUsable(given));
  rememberPlugins(usable, plugins);
  const others = [
    ...explainIssues(checked.error?.issues ?? [], siteSchema, given),
    ...findNamesOfOneSetting(given),
    ...findZoneIssue(usable),
    ...findUnknownWords(usable),
    ...findIssuesOfKinds(usable),
    ...(withFiles ? findMissingFiles(usable, origin.root) : []),
  ];
  return { site: usable, issues: [...issuesOfPlugins, ...others.map(attribute)] };
}

/** Earlier keys of `words`: keys that had the text of another one, and one that was shown nowhere. */
const oldWords: Readonly<Record<string, string | null>> = {
  talks: 'kinds.talk',
  plugins: 'kinds.plugin',
  pages: 'kinds.page',
  'connect.comments': 'comments.title',
  'mail.subjectLabel': 'contact.subject',
  allPages: null,
};

function replaceOldNames({ pictures, ...site }: Site): Site {
  const words = Object.entries(site.words).flatMap(([key, word]) => {
    const name = key in oldWords ? oldWords[key] : key.replace(/^contactFaults\./, 'contactErrors.');
    // The new name wins where both are set.
    return name == null || (name !== key && name in site.words) ? [] : [[name, word] as const];
  });
  return { ...site, words: Object.fromEntries(words), ...(pictures ? { images: pictures } : {}) };
}

function findNamesOfOneSetting(given: unknown): SettingIssue[] {
  const names = Object.keys(typeof given === 'object' && given !== null ? given : {});
  if (!names.includes('pictures') || !names.includes('images')) return [];
  return [{ path: ['pictures'], message: 'is the old name of images, which is set too; remove one of them' }];
}

/** Each valid setting, and the default of each other one, so that further checks can run. */
function takeUsable(written: unknown): Site {
  const given = new Map(Object.entries(typeof written === 'object' && written !== null ? written : {}));
  const fields = Object.entries(siteSchema.shape).map(([name, field]) => {
    const own = field.safeParse(given.get(name));
    return [name, own.success ? own.data : field.safeParse(undefined).data];
  });
  return Object.fromEntries(fields) as Site;
}

function findZoneIssue({ timezone }: Site): SettingIssue[] {
  if (isTimezone(timezone)) return [];
  const hint = didYouMean(timezone, Intl.supportedValuesOf('timeZone'));
  return [
    { path: ['timezone'], message: `"${timezone}" is not an IANA time zone such as Europe/Berlin${hint}` },
  ];
}

/** Keys of `words` that the interface does not have; the editor checks its own. */
function findUnknownWords({ language, words, plugins = [] }: Site): SettingIssue[] {
  const own = plugins.flatMap((plugin) => Object.values(plugin.words).flatMap(Object.keys));
  const keys = [...listWordKeys(language), ...own];
  return Object.keys(words)
    .filter((key) => !keys.includes(key) && !key.startsWith('editor.'))
    .map((key) => {
      const [nearest = ''] = keys.toSorted((a, b) => leven(a, key) - leven(b, key));
      return { path: ['words', key], message: `the interface has no such word; the nearest is "${nearest}"` };
    });
}
