import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { locateBrowser } from '../../helpers/programs.ts';

/** The system's Chromium; tests run as root in containers, where its sandbox cannot. */
export async function launchBrowser(...more: readonly string[]): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: locateBrowser(), args: ['--no-sandbox', ...more] });
  // The usual 30 seconds pass on a busy machine.
  browser.on('context', (context) => context.setDefaultTimeout(240_000));
  return browser;
}

/** What axe finds wrong in a page. What is right is not collected, which takes a fifth of the time. */
export async function findBarriers(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
