import { type Browser, chromium } from 'playwright-core';
import { locateBrowser } from '../../helpers/programs.ts';

/** The system's Chromium; tests run as root in containers, where its sandbox cannot. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: locateBrowser(), args: ['--no-sandbox'] });
}
