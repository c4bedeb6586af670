import { ContentError, type Problem } from '../content/read/problems.ts';
import { readSite } from '../settings/read-site.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { TellBuild } from './build-events.ts';
import { clearOtherLayout, keptThemeFolder } from './layout.ts';
import { buildTheme } from './pages/build-theme.ts';
import { keepTheme } from './pages/kept-themes.ts';
import { digestTheme } from './pages/theme.ts';
import { publishSite } from './publish-site.ts';

export interface BuildChoices {
  /** Makes a preview, with drafts and posts of the future, in a folder of its own. */
  readonly drafts?: boolean;
  /** Reads every text, also where the times of its file say that it did not change. */
  readonly force?: boolean;
}

/**
 * Builds the site in `root`: compiles the theme when code or settings changed, and publishes the content.
 * @param url overrides the base URL of the settings
 * @param nowGmt UTC, `YYYY-MM-DDTHH:MM:SS`
 * @returns what is wrong with the settings or the content, so that nothing was published; none when all is well. Surprises throw.
 */
export async function runBuild(
  root: string,
  url: string | undefined,
  nowGmt: string,
  tell: TellBuild,
  choices: BuildChoices = {},
): Promise<readonly Problem[]> {
  try {
    await build(root, url, nowGmt, tell, choices);
    return [];
  } catch (error) {
    if (error instanceof ContentError || error instanceof SettingsError) return error.problems;
    throw error;
  }
}

async function build(
  root: string,
  url: string | undefined,
  nowGmt: string,
  tell: TellBuild,
  { drafts = false, force = false }: BuildChoices,
): Promise<void> {
  const site = { ...(await readSite(root, url, process.env.DEPLOY)), preview: drafts };
  clearOtherLayout(root, site);
  const codeDigest = digestTheme(root, site);
  const made = { folder: keptThemeFolder(root, codeDigest), code: codeDigest };
  const theme = buildTheme(root, site, made).then((compiled) => {
    tell({ step: 'theme', compiled });
    keepTheme(made);
    return made;
  });
  // Its failure is reported where it is awaited.
  theme.catch(() => undefined);
  try {
    await publishSite({
      ...{ root, site, codeDigest, nowGmt, theme, tell, force },
      isUrlGiven: url !== undefined,
    });
  } catch (error) {
    // The theme is finished all the same; what is wrong with both is said at once.
    if (error instanceof ContentError) await theme.catch((fault) => throwBoth(error, fault));
    throw error;
  }
}

function throwBoth(error: ContentError, fault: unknown): never {
  if (fault === error || !(fault instanceof ContentError)) throw fault;
  throw new ContentError([...error.problems, ...fault.problems]);
}
