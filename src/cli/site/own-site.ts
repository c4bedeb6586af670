import type { Site } from '../../core/model/site.ts';
import { readSite } from '../../settings/read-site.ts';
import { SettingsError } from '../../settings/settings-error.ts';
import { stop } from '../../terminal/options.ts';

/** The settings of the site in the working folder, with the overrides of the environment. Exits if they are invalid. */
export async function readOwnSite(): Promise<Site> {
  try {
    return await readSite(process.cwd(), process.env.SITE_URL, process.env.DEPLOY);
  } catch (error) {
    if (error instanceof SettingsError) stop(error.message, 1);
    throw error;
  }
}
