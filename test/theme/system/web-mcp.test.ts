import { expect, inject, it } from 'vitest';
import { launchBrowser } from './browser.ts';

const site = inject('siteUrl');

async function withPage<Value>(
  args: string[],
  use: (page: import('playwright-core').Page) => Promise<Value>,
) {
  const browser = await launchBrowser(...args);
  try {
    return await use(await browser.newPage());
  } finally {
    await browser.close();
  }
}

it('where a browser has WebMCP, a page offers two tools that read, as the MCP server describes them', async () => {
  await withPage(['--enable-features=WebMCP'], async (page) => {
    await page.goto(site);
    await expect.poll(async () => (await page.webmcp.tools()).length).toBe(2);
    const tools = new Map((await page.webmcp.tools()).map((tool) => [tool.name, tool]));
    const card = await (await fetch(`${site}/.well-known/mcp.json`)).json();
    for (const [name, source] of [
      ['search', 'search'],
      ['get_page', 'get_content'],
    ] as const) {
      const { description, inputSchema } = card.tools.find((tool: { name: string }) => tool.name === source);
      expect(tools.get(name)).toMatchObject({ description, inputSchema, annotations: { readOnly: true } });
    }
    const call = (name: string, input: Record<string, unknown>) =>
      page.webmcp.callTool(name, input) as Promise<{ content: { text: string }[]; isError: boolean }>;
    const found = await call('search', { query: 'negotiation', limit: 1 });
    const [{ id }] = JSON.parse(found.content[0]?.text ?? '').results;
    const read = await call('get_page', { id, max_characters: 500 });
    expect(JSON.parse(read.content[0]?.text ?? '')).toMatchObject({ id, next_offset: expect.any(Number) });
    expect((await call('search', {})).isError).toBe(true);
  });
});

it('no other browser loads any of it', async () => {
  await withPage([], async (page) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(site, { waitUntil: 'networkidle' });
    expect(requested.filter((url) => /web-mcp|server-card/.test(url))).toEqual([]);
  });
});
