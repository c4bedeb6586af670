import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { createEngine, type Engine } from '../../../sidecar/mcp/engine.ts';
import { createContentReader } from '../../../sidecar/mcp/features/content.ts';
import { createSiteFeatures } from '../../../sidecar/mcp/features/site-features.ts';
import { loadSkills } from '../../../sidecar/mcp/features/site-skills.ts';
import type { Era } from '../../../sidecar/mcp/server-features.ts';
import { mcpModernVersion } from '../../../src/core/mcp/tools.ts';
import { createFixtureIndex, fixtureSite } from '../system/fixture-site.ts';

const envelope = {
  'io.modelcontextprotocol/protocolVersion': mcpModernVersion,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
let engine: Engine;
beforeAll(async () => {
  engine = await createEngine(
    createSiteFeatures(fixtureSite, createContentReader(createFixtureIndex(), fixtureSite)),
  );
});
const ask = async (era: Era, method: string, params: Record<string, unknown> = {}) => {
  const meta = era === 'modern' ? { _meta: envelope } : {};
  return engine.ask(era, { jsonrpc: '2.0', id: 'a', method, params: { ...params, ...meta } });
};

describe('each era has a server that is bound to it', () => {
  it('answers lists in the form of its revision', async () => {
    const legacy = await ask('legacy', 'tools/list');
    const modern = await ask('modern', 'tools/list');
    expect(legacy).toMatchObject({ id: 'a', result: { tools: expect.any(Array) } });
    expect(legacy).not.toHaveProperty('result.ttlMs');
    expect(modern).toMatchObject({
      id: 'a',
      result: { resultType: 'complete', ttlMs: 300_000, cacheScope: 'public' },
    });
  });

  it('knows the methods of its revision only', async () => {
    expect(await ask('legacy', 'ping')).toMatchObject({ result: {} });
    for (const method of ['ping', 'initialize'])
      expect(await ask('modern', method)).toMatchObject({ error: { code: -32601 } });
    expect(await ask('modern', 'server/discover')).toMatchObject({
      result: { supportedVersions: [mcpModernVersion] },
    });
    expect(await ask('legacy', 'server/discover')).toMatchObject({ error: { code: -32601 } });
  });
});

describe.each(['legacy', 'modern'] as const)('parameters that cannot be used, %s', (era) => {
  it('are explained in a sentence', async () => {
    expect(await ask(era, 'tools/call', { name: 7 })).toMatchObject({
      id: 'a',
      error: { code: -32602, message: 'The parameter "name" must be a string.' },
    });
  });
});

it('parameters that the SDK cannot read are the client’s problem, not an internal error', async () => {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: { roots: 7 },
    clientInfo: { name: 'x', version: '1' },
  };
  expect(await ask('legacy', 'initialize', params)).toEqual({
    jsonrpc: '2.0',
    id: 'a',
    error: { code: -32602, message: 'The parameters of initialize are not valid.' },
  });
});

test('the SDK is used by its public members only', () => {
  const folder = join(import.meta.dirname, '../../../sidecar/mcp');
  const internal = globSync('**/*.ts', { cwd: folder }).flatMap((name) => {
    const members = readFileSync(join(folder, name), 'utf8').match(
      /\._(?!meta\b)\w+|(?:override|protected) .*\b_\w+/g,
    );
    return members ? [`${name}: ${members.join(', ')}`] : [];
  });
  expect(internal).toEqual([]);
});

describe.each(['legacy', 'modern'] as const)('skills (SEP-2640), %s', (era) => {
  const text = '---\nname: read-this-site\ndescription: Reads it.\n---\n\n# Reading\n';
  const uri = 'skill://read-this-site/SKILL.md';
  const index = createFixtureIndex();
  index.prepare('INSERT INTO meta VALUES (?, ?)').run('skills', JSON.stringify([['read-this-site', text]]));
  const content = createContentReader(index, fixtureSite);
  const open = async () => createEngine(createSiteFeatures(fixtureSite, content, await loadSkills(index)));
  const askSkills = async (method: string, params: Record<string, unknown> = {}) => {
    const meta = era === 'modern' ? { _meta: envelope } : {};
    return (await open()).ask(era, { jsonrpc: '2.0', id: 'a', method, params: { ...params, ...meta } });
  };

  it('lists and gives each skill with the digest of its file, and the file as a resource', async () => {
    const digest = `sha256:${hash('sha256', text, 'hex')}`;
    const skill = {
      uri,
      frontmatter: { name: 'read-this-site', description: 'Reads it.' },
      resources: [{ uri, digest, size: text.length }],
    };
    const cache = era === 'modern' ? { ttlMs: 300_000, cacheScope: 'public' } : {};
    expect(await askSkills('skills/list')).toMatchObject({ result: { skills: [skill], ...cache } });
    expect(await askSkills('skills/get', { uri })).toMatchObject({ result: { skill, ...cache } });
    expect(await askSkills('resources/read', { uri })).toMatchObject({
      result: { contents: [{ uri, mimeType: 'text/markdown', text }] },
    });
  });

  it('refuses a skill that is not there, and names those that are', async () => {
    expect(await askSkills('skills/get', { uri: 'skill://read/SKILL.md' })).toMatchObject({
      error: { code: -32602, message: expect.stringContaining(uri) },
    });
  });

  it('a site without skills does not speak of them', async () => {
    expect(await ask(era, 'skills/list')).toMatchObject({ error: { code: -32601 } });
  });
});
