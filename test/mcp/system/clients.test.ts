import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEndpoint } from '../../../sidecar/mcp/endpoint.ts';
import { createEngine } from '../../../sidecar/mcp/engine.ts';
import { createContentReader } from '../../../sidecar/mcp/features/content.ts';
import { createSiteFeatures } from '../../../sidecar/mcp/features/site-features.ts';
import { createLimiter } from '../../../sidecar/mcp/limit.ts';
import { describeMcpTools } from '../../../src/core/mcp/descriptions.ts';
import { createTools } from '../../../src/core/mcp/tools.ts';
import { type ClientDriver, clientDrivers, type ReadingClient } from './client-drivers.ts';
import { createFixtureIndex, fixtureSite } from './fixture-site.ts';
import { type Running, serve, serveFixtureSite } from './serve.ts';

/** Real clients, unmodified and without settings but the address. */
let scratch: string;
let site: Running;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'mcp-clients-'));
  site = await serveFixtureSite();
});

afterAll(async () => {
  await site.stop();
  await rm(scratch, { recursive: true });
});

/** An endpoint with a budget that is soon spent and soon full again. */
async function serveTight(perMinute: number, windowSeconds: number): Promise<Running> {
  const engine = await createEngine(
    createSiteFeatures(fixtureSite, createContentReader(createFixtureIndex(), fixtureSite)),
  );
  const limiter = createLimiter({ perMinute, windowSeconds });
  return serve(createEndpoint({ engine, limiter, hostnames: ['127.0.0.1'], behindSocket: false }));
}

/** What a client is called with a tool that does not exist: a result with the handshake, an error without. */
async function callUnknownTool(client: ReadingClient): Promise<string> {
  try {
    return JSON.stringify((await client.call('serch', {})).content).replaceAll('\\"', '"');
  } catch (error) {
    return String(error).replaceAll('\\"', '"');
  }
}

describe.concurrent.each(clientDrivers)('$name', (driver: ClientDriver) => {
  test('connects, lists, searches, fetches, reads a resource and goes on after an error', async () => {
    const client = await driver.connect(site.mcpUrl, scratch);
    const tools = await client.listTools();
    expect(tools).toEqual(describeMcpTools(fixtureSite));

    const searched = await client.call('search', { query: 'loom' });
    const { results } = createTools(fixtureSite).search.output.parse(searched.structuredContent);
    expect(results[0]?.title).toBe('The loom of Jacquard');

    const fetched = await client.call('fetch', { id: results[0]?.id ?? '' });
    expect(createTools(fixtureSite).fetch.output.parse(fetched.structuredContent).text).toContain(
      'punched cards',
    );

    expect(await client.read('agentsite://page/manual/cranks')).toContain('How to turn a crank');

    expect(await client.call('fetch', { id: 'nowhere' })).toMatchObject({ isError: true });
    expect(await callUnknownTool(client)).toMatch(/"serch".*"search"/);
    await expect(client.read('agentsite://page/nowhere')).rejects.toThrow(/not found/i);
    expect(await client.call('get_site_info', {})).toMatchObject({
      structuredContent: { title: 'Field notes' },
    });
    await client.close();
  });

  test('is called with a spent budget, and goes on when it is full again', async () => {
    const tight = await serveTight(14, 4);
    const client = await driver.connect(tight.mcpUrl, scratch);
    const spend = async () => {
      for (;;) await Promise.all(Array.from({ length: 15 }, () => client.call('get_site_info', {})));
    };
    await expect(spend()).rejects.toThrow(/Rate limit exceeded|429/);
    await delay(4100);
    expect(await client.call('get_site_info', {})).toMatchObject({
      structuredContent: { title: 'Field notes' },
    });
    await client.close();
    await tight.stop();
    expect(tight.problems).toEqual([]);
  });
});

describe('Inspector', () => {
  const program = join(import.meta.dirname, '../../../node_modules/.bin/inspector');

  interface Inspected {
    readonly exitCode: number;
    readonly stdout: string;
    readonly stderr: string;
  }

  const inspect = (mcpUrl: string, era: string, ...given: string[]): Promise<Inspected> =>
    new Promise((resolve) => {
      const words = [
        '--cli',
        mcpUrl,
        '--transport',
        'http',
        '--protocol-era',
        era,
        '--format',
        'json',
        ...given,
      ];
      const env = { PATH: process.env.PATH ?? '', HOME: scratch };
      execFile(process.execPath, [program, ...words], { env, timeout: 500_000 }, (error, stdout, stderr) => {
        resolve({ exitCode: error ? Number(error.code ?? 1) : 0, stdout, stderr });
      });
    });

  test.each(['legacy', 'auto', 'modern'])('%s: lists, searches, reads, and reports an error', async (era) => {
    const [listed, searched, read, failed] = await Promise.all([
      inspect(site.mcpUrl, era, '--method', 'tools/list', '--strict'),
      inspect(
        site.mcpUrl,
        era,
        '--method',
        'tools/call',
        '--tool-name',
        'search',
        '--tool-arg',
        'query=loom',
      ),
      inspect(site.mcpUrl, era, '--method', 'resources/read', '--uri', 'agentsite://tag/brass'),
      inspect(site.mcpUrl, era, '--method', 'resources/read', '--uri', 'agentsite://tag/nowhere'),
    ]);
    // --strict ends with 6 for a schema that some client could not use.
    expect(listed.exitCode, listed.stderr).toBe(0);
    const { result } = JSON.parse(listed.stdout) as { result: { tools: { name: string }[] } };
    expect(result.tools.map((tool) => tool.name)).toEqual(Object.keys(createTools(fixtureSite)));
    expect(JSON.parse(searched.stdout)).toMatchObject({ result: { structuredContent: { total: 2 } } });
    expect(JSON.parse(read.stdout)).toMatchObject({ result: { contents: [{ mimeType: 'text/markdown' }] } });
    expect(failed.exitCode).not.toBe(0);
    expect(failed.stderr + failed.stdout).toMatch(/not found/i);
  });

  test('reports a spent budget', async () => {
    const tight = await serveTight(1, 60);
    const reply = await inspect(tight.mcpUrl, 'modern', '--method', 'tools/list');
    await tight.stop();
    expect(reply.exitCode).not.toBe(0);
    expect(reply.stderr + reply.stdout).toMatch(/429|Rate limit exceeded/);
  });
});
