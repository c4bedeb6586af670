import { join } from 'node:path';
import { ContentError } from '../content/problems.ts';
import { readSite } from '../content/read-site.ts';
import { buildTheme } from './build-theme.ts';
import { publishSite } from './publish-site.ts';
import { digestTheme } from './theme.ts';

/**
 * Builds the site of the project in `root`: compiles the theme when its code changed, and publishes the content.
 * @param url overrides the base URL of `src/site.ts`
 * @param nowGmt UTC, `YYYY-MM-DDTHH:MM:SS`
 * @returns false when the content has problems, which were printed; surprises throw.
 */
export async function runBuild(root: string, url: string | undefined, nowGmt: string): Promise<boolean> {
  const codeDigest = digestTheme(root);
  const theme = buildTheme(root, join(root, 'dist'), codeDigest);
  // Its failure is reported where it is awaited.
  theme.catch(() => undefined);
  try {
    const log = (line: string) => console.log(line);
    await publishSite({ root, site: readSite(url), codeDigest, nowGmt, theme, log });
    return true;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    // A list of what to mend helps an author, a stack trace does not. The theme is finished all the same.
    console.error(error.message);
    await theme;
    return false;
  }
}
