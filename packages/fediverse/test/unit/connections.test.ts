import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openServers } from '../../src/connections.ts';
import { makeKey } from '../helpers/other-server.ts';

const { privateKey } = await makeKey();
const key = { keyId: new URL('https://notes.example.org/key'), privateKey };
const open = (url: string) => openServers({ url }, Date.now, async () => key);

async function listen(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const json = { 'Content-Type': 'application/activity+json' };

test('a site on the web asks no private address, for keys, accounts or inboxes', async () => {
  const { asked, url } = await listen((_, response) => response.writeHead(200, json).end('{"id":"x"}'));
  const { port } = new URL(url);
  const servers = open('https://notes.example.org');
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
    '127.1',
    '0x7f000001',
    '2130706433',
  ]) {
    expect(await servers.load(`http://${host}:${port}/users/ada#main-key`)).toBeNull();
    expect(await servers.post(`http://${host}:${port}/inbox`, '{}', key)).toMatchObject({ status: null });
  }
  for (const other of [
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[fd00::1]/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'nothing',
  ])
    expect(await servers.load(other)).toBeNull();
  expect(asked).toEqual([]);
});

test('a site on this machine reaches others on it, and no other private address', async () => {
  const { url } = await listen((request, response) => {
    if (request.url === '/away') response.writeHead(302, { Location: 'http://10.255.255.1/' }).end();
    else response.writeHead(200, json).end('{"id":"here"}');
  });
  const servers = open('http://127.0.0.1:4321');
  expect(await servers.load(`${url}/here`)).toMatchObject({ id: 'here' });
  expect(await servers.load(`${url}/away`)).toBeNull();
  expect(await servers.post('http://10.0.0.1/inbox', '{}', key)).toMatchObject({ status: null });
});

test('what is no document of its server is none', async () => {
  const elsewhere = await listen((_, response) => response.writeHead(200, json).end('{"id":"x"}'));
  const { url } = await listen((request, response) => {
    if (request.url === '/upload') response.writeHead(200, { 'Content-Type': 'image/png' }).end('{"id":"x"}');
    else if (request.url === '/huge') response.writeHead(200, json).end(`{"id":"${'x'.repeat(600_000)}"}`);
    else if (request.url === '/deep') response.writeHead(200, json).end('['.repeat(100_000));
    else if (request.url === '/gone') response.writeHead(410, json).end('{}');
    else response.writeHead(302, { Location: `${elsewhere.url}/x` }).end();
  });
  const servers = open('http://127.0.0.1:4321');
  for (const path of ['upload', 'huge', 'deep', 'gone', 'redirect'])
    expect(await servers.load(`${url}/${path}`)).toBeNull();
});

test('a document is asked for once a minute, however many ask for it', async () => {
  const { asked, url } = await listen((_, response) => response.writeHead(404).end());
  const servers = open('http://127.0.0.1:4321');
  await Promise.all(Array.from({ length: 20 }, () => servers.load(`${url}/key`)));
  expect(asked).toEqual(['/key']);
});

test('who reads the other kind of signature gets that, then and later', async () => {
  const { asked, url } = await listen((request, response) =>
    response.writeHead(request.headers['signature-input'] ? 202 : 401).end(),
  );
  const servers = open('http://127.0.0.1:4321');
  for (let count = 0; count < 2; count++)
    expect(await servers.post(`${url}/inbox`, '{}', key)).toMatchObject({ status: 202 });
  expect(asked).toHaveLength(3);
});

test('an answer counts with its headers, however long the rest takes', async () => {
  const { url } = await listen((_, response) => response.writeHead(202).write('x'));
  expect(await open('http://127.0.0.1:4321').post(`${url}/inbox`, '{}', key)).toMatchObject({ status: 202 });
});
