import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { browsers } from '../../helpers/programs.ts';

/** The system's Chromium; tests run as root in containers, where its sandbox cannot. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = browsers.map((name) => `/usr/bin/${name}`).find((file) => existsSync(file));
  if (!executablePath) throw new Error(`None of these is in /usr/bin: ${browsers.join(', ')}.`);
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
