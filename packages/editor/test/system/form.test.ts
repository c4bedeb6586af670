import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../../../../test/theme/system/browser.ts';
import { startEditServer, type TestServer, zoe } from './edit-server.ts';

const post = (title: string, body = 'Text.') =>
  `---\ntitle: ${title}\ndate: 2026-01-05T10:00:00\n---\n\n${body}\n`;
let edit: TestServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  edit = await startEditServer({
    'site.ts': `export const site = { title: 'Feldnotizen', description: 'Notizen.', url: 'https://notes.example.org', language: 'de', timezone: 'Europe/Berlin', owner: { name: 'Zoë', slug: 'zoe' } };\n`,
    'content/posts/reise/anfang.md': post('Anfang der Reise', 'Eine ![](karte.svg) Karte.'),
    'content/posts/reise/karte.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    'content/posts/jahr/2025/ende.md': post('Ende'),
    // The draft build, with a script that must not run.
    'preview/client/index.html': `<!doctype html><html lang="de"><head><style>h1 { color: rgb(1, 2, 3) }</style></head><body><header>Kopf der Seite</header><main>Startseite</main><script>document.title = 'gelaufen'</script></body></html>`,
  });
  browser = await launchBrowser();
  page = await (await browser.newContext({ locale: 'de-DE' })).newPage();
  page.setDefaultTimeout(25_000);
  await page.goto(`${edit.url}/edit/enrol#${edit.keys.issue('enrolment', zoe)}`);
  await page.fill('[name=password]', 'correct horse battery');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${edit.url}/edit/`);
});
afterAll(async () => {
  await browser.close();
  await edit.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const open = async (path: string) => {
  await page.goto('about:blank');
  await page.goto(`${edit.url}/edit/#/collections/post${path}`);
};
const fileOf = (name: string) => readFileSync(join(edit.root, `content/posts/${name}.md`), 'utf8');
/** Until a save is done. */
async function saved(work: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().endsWith('/contents'));
  await work();
  expect((await answer).status()).toBe(201);
}
const isDraft = () => page.locator('[data-key-path=draft] [role=switch]').getAttribute('aria-checked');

it('lists posts of all folders', async () => {
  await open('');
  for (const title of ['Anfang der Reise', 'Ende', 'Hello'])
    await page.getByRole('row').getByText(title, { exact: true }).waitFor();
});

it('a new document is a draft until it is published', async () => {
  await open('/new');
  await button('Veröffentlichen').waitFor();
  expect(await isDraft()).toBe('true');
  await page.locator('.field[data-key-path=title] input').fill('Neu');
  await saved(() => button('Speichern').click());
  expect(fileOf('neu')).toContain('draft: true');
  await open('/entries/neu');
  await saved(() => button('Veröffentlichen').click());
  expect(fileOf('neu')).toMatch(/^---\ntitle: Neu\ndate: 2.*\n---\n$/);
});

it('a published document stays published, or is scheduled, and images without a description are mentioned', async () => {
  await open('/entries/reise/anfang');
  await button('Planen').waitFor();
  expect(await isDraft()).toBe('false');
  await button('Planen').click();
  await page.locator('dialog input').fill('2099-01-02T03:04');
  await saved(() => page.locator('dialog button').click());
  expect(fileOf('reise/anfang')).toBe(
    post('Anfang der Reise', 'Eine ![](karte.svg) Karte.').replace(
      '2026-01-05T10:00:00',
      '2099-01-02T03:04:00',
    ),
  );
  await page.getByText('Bilder ohne Beschreibung: karte.svg').waitFor();
  await open('/entries/reise/anfang');
  await saved(() => button('Veröffentlichen').click());
  expect(fileOf('reise/anfang')).not.toContain('2099');
});

it('the preview is a page of the site, and nothing of it runs', async () => {
  await open('/new');
  await page.locator('.field[data-key-path=title] input').fill('Vom Fluss');
  await page.locator('.field[data-key-path=body] button[aria-label*=Markdown]').click();
  const text = page.locator('.field[data-key-path=body] textarea');
  await text.fill(
    'Am Wehr.[^1]\n\n:::note\nHochwasser\n:::\n\n<script>document.title = "auch"</script>\n\n[^1]: Unten.',
  );
  const frame = page.frameLocator('iframe.preview');
  await frame.locator('.prose .callout', { hasText: 'Hochwasser' }).waitFor();
  await frame.getByText('Kopf der Seite').waitFor();
  expect(await frame.locator('main h1').textContent()).toBe('Vom Fluss');
  expect(await frame.locator('h1').evaluate((h1) => getComputedStyle(h1).color)).toBe('rgb(1, 2, 3)');
  expect(await frame.locator('.prose sup a').count()).toBe(1);
  expect(await frame.locator('html').evaluate(({ ownerDocument }) => ownerDocument.title)).toBe('');
  expect(await frame.getByText('Startseite').count()).toBe(0);
  await text.fill('Ein [Verweis](nirgends.md).');
  await frame.getByText('there is no file content/posts/nirgends.md').waitFor();
  await frame.locator('.prose', { hasText: 'Ein Verweis.' }).waitFor();
});

it('a conflict is explained in the language of the site, and nothing is overwritten', async () => {
  await open('/entries/hello');
  await page.locator('.field[data-key-path=title] input').fill('Mein Titel');
  const others = post('Anders');
  expect((await edit.save({ path: 'content/posts/hello.md', text: others })).status).toBe(201);
  await button('Speichern').click();
  const dialog = page.getByRole('alertdialog').filter({ visible: true });
  await dialog.getByText('hello wurde inzwischen von jemand anderem geändert.').waitFor();
  const english = page.getByText(/\b(?:changed|reload|save|retry|entry)\b/i);
  expect(await english.filter({ visible: true }).count()).toBe(0);
  expect(fileOf('hello')).toBe(others);
  const refused = await edit.save({ path: 'content/posts/hello.md', text: others, sha: 'x' });
  expect(await refused.json()).toEqual({ message: expect.stringContaining('hello.md wurde inzwischen') });
});

it('the buttons fit on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open('/new');
  await button('Planen').waitFor();
  for (const name of ['Speichern', 'Veröffentlichen', 'Planen']) {
    const box = await button(name).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
