import { ContentError, type Problem } from '../content/read/problems.ts';
import type { Site } from '../core/model/site.ts';
import { readSite } from '../settings/read-site.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { OnBuildEvent } from './build-events.ts';
import { buildSite } from './build-site.ts';
import { cachedThemeFolder } from './layout.ts';
import { compileTheme } from './pages/build-theme.ts';
import { cacheTheme } from './pages/cached-themes.ts';
import { digestTheme, isThemeCurrent } from './pages/theme.ts';

export interface BuildChoices {
  /** Includes drafts and scheduled posts, and builds into a folder of its own. */
  readonly drafts?: boolean;
  /** Reads every document, also where the times of its file say that it is unchanged. */
  readonly force?: boolean;
  /** Builds without accelerations and without what earlier builds left. */
  readonly plain?: boolean;
}

/**
 * Builds the site in `root`: compiles the theme when code or settings changed, and builds the content.
 * @param url overrides the base URL of the settings
 * @param nowGmt UTC, `YYYY-MM-DDTHH:MM:SS`
 * @returns problems of the settings or the content, with which nothing is built; bugs throw
 */
export async function runBuild(
  root: string,
  url: string | undefined,
  nowGmt: string,
  onEvent: OnBuildEvent,
  choices: BuildChoices = {},
): Promise<readonly Problem[]> {
  try {
    await build(root, url, nowGmt, onEvent, choices);
    return [];
  } catch (error) {
    if (!(error instanceof ContentError || error instanceof SettingsError)) throw error;
    if (error instanceof ContentError && error.warnings.length > 0)
      onEvent({ step: 'warnings', warnings: error.warnings });
    return error.problems;
  }
}

async function build(
  root: string,
  url: string | undefined,
  nowGmt: string,
  onEvent: OnBuildEvent,
  { drafts = false, force = false, plain = false }: BuildChoices,
): Promise<void> {
  const site = { ...(await readSite(root, url, process.env.DEPLOY)), preview: drafts };
  const codeDigest = digestTheme(root, site);
  const theme = openTheme(root, site, codeDigest, plain).then(({ compiled, ...found }) => {
    onEvent({ step: 'theme', compiled });
    return found;
  });
  // Its failure is reported where it is awaited.
  theme.catch(() => undefined);
  try {
    await buildSite({
      ...{ root, site, codeDigest, nowGmt, theme, onEvent, force, plain },
      isUrlGiven: url !== undefined,
    });
  } catch (error) {
    // The theme is still compiled, so that the problems of both are reported at once.
    if (error instanceof ContentError) await theme.catch((other) => throwBoth(error, other));
    throw error;
  }
}

/** The theme that earlier builds or the engine compiled, or a new one. */
async function openTheme(root: string, site: Site, code: string, plain: boolean) {
  const theme = { folder: cachedThemeFolder(root, code), code };
  const stock = plain ? null : (await import('./fast/stock-theme.ts')).findStockTheme(root, site);
  if (stock) return { ...stock, compiled: false };
  const isCached = !plain && isThemeCurrent(theme);
  if (!isCached) await compileTheme(root, theme.folder);
  cacheTheme(theme);
  return { ...theme, compiled: !isCached };
}

function throwBoth(error: ContentError, other: unknown): never {
  if (other === error || !(other instanceof ContentError)) throw other;
  throw new ContentError([...error.problems, ...other.problems]);
}
