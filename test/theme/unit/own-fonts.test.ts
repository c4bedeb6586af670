import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { virtualTheme } from '../../../src/astro/virtual-theme.ts';
import { createSite } from '../../helpers/library.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';

const root = makeQuickFolder('own-fonts');
beforeAll(() => mkdirSync(join(root, 'theme'), { recursive: true }));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What the layout gets for styles with this text. */
async function fontsOf(css: string): Promise<string> {
  writeFileSync(join(root, 'theme/my.css'), css);
  const plugin = virtualTheme(createSite({ customCss: ['./theme/my.css'] }), root);
  const { handler } = plugin.load as unknown as { handler(this: object, id: string): Promise<string> };
  const context = {
    resolve: async (id: string) => ({ id }),
    addWatchFile: () => undefined,
  };
  return handler.call(context, '\0virtual:agentsite/own-fonts');
}

it.each([
  [':root { --font-text: Charter, serif; }', '["--font-text"]'],
  [':root{--font-interface:Inter}', '["--font-interface"]'],
  [':root { --font-text: A; --font-interface: B; }', '["--font-text","--font-interface"]'],
  ['@import "./fonts.css";', '["--font-text"]'],
  ["@import url('./fonts.css');", '["--font-text"]'],
  ['/* --font-text: Charter; */ p { font-family: var(--font-text); }', '[]'],
  [':root { --accent: red; }', '[]'],
])('fonts that %s sets are not loaded ahead of time', async (css, own) => {
  writeFileSync(join(root, 'theme/fonts.css'), '@import "./my.css";\n:root { --font-text: Charter; }');
  expect(await fontsOf(css)).toBe(`export const ownFonts = ${own};`);
});
