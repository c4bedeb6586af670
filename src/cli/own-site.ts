import type { Site } from '../core/model/site.ts';
import { readSite } from '../settings/read-site.ts';
import { SettingsError } from '../settings/settings-error.ts';

/**
 * The settings of the site in the working folder, as the environment overrides them. When they cannot be used, the
 * command ends with status 1 and says what has to be mended.
 */
export async function readOwnSite(): Promise<Site> {
  try {
    return await readSite(process.cwd(), process.env.SITE_URL, process.env.DEPLOY);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
