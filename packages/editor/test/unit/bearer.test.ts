import { describe, expect, it } from 'vitest';
import { createBearer, type FoundToken } from '../../src/grants/bearer.ts';

const origin = 'https://edit.example.org';
const known: Readonly<Record<string, FoundToken>> = {
  reader: {
    grantId: 'one',
    client: { id: 'https://notes.example.net/client.json', name: 'Notes', host: 'notes.example.net' },
    author: { name: 'Zoë Meyer', email: 'zoe@example.org' },
    scopes: new Set(['read']),
    audience: `${origin}/mcp`,
  },
};
const bearer = createBearer(origin, async (token) => known[token] ?? null);
const asked = (header?: string) => ({ get: () => header }) as never;

describe('the token of a request', () => {
  it('names the client, its author and scopes', async () => {
    const found = await bearer.authenticate(asked('Bearer reader'), '/mcp', 'read');
    expect(found).toMatchObject({ kind: 'granted', grantId: 'one', client: { host: 'notes.example.net' } });
    expect(found).not.toHaveProperty('audience');
  });

  it.each([
    ['no header', undefined, '/mcp', 401, ''],
    ['another scheme', 'Basic cmVhZGVy', '/mcp', 401, ''],
    ['an unknown token', 'Bearer other', '/mcp', 401, 'error="invalid_token", '],
    ['a token of another resource', 'Bearer reader', '/edit/micropub', 401, 'error="invalid_token", '],
  ] as const)('is refused: %s', async (_, header, resource, status, error) => {
    const refusal = await bearer.authenticate(asked(header), resource);
    expect(refusal).toMatchObject({ kind: 'refused', status });
    const { challenge } = refusal as { challenge: string };
    expect(challenge.startsWith(`Bearer ${error}`)).toBe(true);
    expect(challenge).toContain(
      `resource_metadata="${origin}/.well-known/oauth-protected-resource${resource}"`,
    );
  });

  it('is refused without the scope that is needed, which the challenge names', async () => {
    const refusal = await bearer.authenticate(asked('Bearer reader'), '/mcp', 'draft');
    expect(refusal).toMatchObject({ status: 403, error: 'insufficient_scope' });
    expect((refusal as { challenge: string }).challenge).toMatch(
      /error="insufficient_scope".*scope="draft"$/,
    );
  });
});
