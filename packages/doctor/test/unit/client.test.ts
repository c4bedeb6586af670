import { expect, it } from 'vitest';
import { Client } from '../../src/http/client.ts';
import { connectionsTo, origin } from './memory-site.ts';

const budget = { requests: 3, milliseconds: 1_000 };
const site = connectionsTo({
  '/': 'home',
  '/old': { status: 301, headers: { location: '/' } },
  '/loop': { status: 302, headers: { location: '/loop' } },
  '/away': { status: 302, headers: { location: 'https://elsewhere.example/' } },
});

it('the same request is sent once', async () => {
  const client = new Client(site, budget, () => 0);
  expect(await client.ask(`${origin}/#a`)).toEqual(await client.ask(`${origin}/#b`));
  expect(client.count).toBe(1);
  await client.ask(`${origin}/`, { again: true });
  expect(client.count).toBe(2);
});

it('redirects are followed, and count', async () => {
  const client = new Client(site, budget, () => 0);
  const { finalUrl, text, hops } = await client.ask(`${origin}/old`);
  expect([finalUrl, text, hops.length, client.count]).toEqual([`${origin}/`, 'home', 1, 2]);
});

it('endless redirects end', async () => {
  const client = new Client(site, { ...budget, requests: 50 }, () => 0);
  expect((await client.ask(`${origin}/loop`)).failure?.kind).toBe('redirects');
  expect(client.count).toBeLessThan(10);
});

it('no more requests than allowed are sent, and none after the time', async () => {
  let now = 0;
  const client = new Client(site, budget, () => now);
  for (const path of ['a', 'b', 'c', 'd']) await client.ask(`${origin}/${path}`);
  expect(client.count).toBe(3);
  expect([...client.skipped.values()].flatMap((urls) => [...urls])).toEqual([`${origin}/d`]);
  const late = new Client(site, budget, () => now);
  now = 2_000;
  expect((await late.ask(`${origin}/`)).failure?.kind).toBe('skipped');
});

it('URLs that are not allowed are not requested, also as redirects', async () => {
  const client = new Client(site, budget, () => 0);
  client.mayAsk = (url) => (url.origin === origin ? null : 'it is on another host');
  expect((await client.ask(`${origin}/away`)).failure?.message).toContain('another host');
  expect(client.count).toBe(1);
});
