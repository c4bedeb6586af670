import { type Browser, chromium } from 'playwright-core';
import { locateBrowser } from '../../helpers/programs.ts';

/** The system's Chromium; tests run as root in containers, where its sandbox cannot. */
export async function launchBrowser(...more: readonly string[]): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: locateBrowser(), args: ['--no-sandbox', ...more] });
  // The usual 30 seconds pass on a busy machine.
  browser.on('context', (context) => context.setDefaultTimeout(240_000));
  return browser;
}
