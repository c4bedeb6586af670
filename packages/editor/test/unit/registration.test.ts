import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite } from '../../../../test/helpers/library.ts';
import { createGrants, type Grants } from '../../src/grants/grants.ts';

let server: Server;
let grants: Grants;
let url: string;
const folder = mkdtempSync(join(tmpdir(), 'agentsite-grants-'));
beforeAll(async () => {
  const app = express();
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site = createSite();
  const usual = { behindSocket: false, now: Date.now, authorOfSession: () => null };
  grants = createGrants({ site, origin: url, folder, hasRegistration: true, ...usual });
  app.use(grants.answer);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  grants.close();
  rmSync(folder, { recursive: true });
});

const register = async (metadata: object) => {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(metadata),
  };
  const response = await fetch(`${url}/edit/oauth/register`, init);
  return { status: response.status, client: (await response.json()) as Readonly<Record<string, unknown>> };
};

describe('registration, with the setting', () => {
  it('gives a name to a client, which begins as others do', async () => {
    const metadata = (await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()) as object;
    expect(metadata).toMatchObject({ registration_endpoint: `${url}/edit/oauth/register` });
    const { status, client } = await register({
      client_name: 'Desk',
      redirect_uris: ['http://127.0.0.1/back'],
    });
    expect([status, client.token_endpoint_auth_method, client.application_type]).toEqual([
      201,
      'none',
      'native',
    ]);
    const begin = async (redirect_uri: string) => {
      const query = new URLSearchParams({
        ...{ response_type: 'code', client_id: String(client.client_id), redirect_uri },
        ...{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256', resource: `${url}/mcp` },
      });
      const response = await fetch(`${url}/edit/oauth/authorize?${query}`, { redirect: 'manual' });
      return [response.status, response.headers.get('Location')?.slice(0, 14)];
    };
    expect(await begin('http://127.0.0.1:49152/back')).toEqual([303, '/edit/consent/']);
    expect(await begin('http://127.0.0.1:49152/other')).toEqual([400, undefined]);
  });

  it('sends no code over plain HTTP or to a script', async () => {
    for (const redirect of [
      'http://evil.example/back',
      'javascript:alert(1)',
      'https://a.example/#b',
      'nothing',
    ])
      expect((await register({ redirect_uris: [redirect] })).status).toBe(400);
  });

  it('remembers the newest two hundred', async () => {
    const ids: unknown[] = [];
    for (let count = 0; count < 202; count++)
      ids.push((await register({ redirect_uris: ['http://127.0.0.1/back'] })).client.client_id);
    const isKnown = async (id: unknown) => {
      const body = new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: 'a',
        client_id: String(id),
      });
      const response = await fetch(`${url}/edit/oauth/token`, { method: 'POST', body });
      return ((await response.json()) as { error: string }).error;
    };
    expect([await isKnown(ids[0]), await isKnown(ids.at(-1))]).toEqual(['invalid_client', 'invalid_grant']);
  });
});
