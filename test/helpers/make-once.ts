import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Fills a folder that test files share: the first that asks for it does, and the others wait. */
export async function makeOnce(folder: string, make: () => unknown): Promise<void> {
  const complete = `${folder}.complete`;
  if (mkdirSync(folder, { recursive: true }) !== undefined) {
    await make();
    writeFileSync(complete, '');
  }
  while (!existsSync(complete)) await delay(200);
}
