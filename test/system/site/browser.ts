import { type Browser, chromium } from 'playwright-core';

/** The system's Chromium; tests run as root in containers, where its sandbox cannot. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
}
