import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleError } from '../../../sidecar/front/handle-error.ts';
import { memoryLimit, type PublishedFile, PublishedFolder } from '../../../sidecar/front/published-files.ts';
import { sendFile } from '../../../sidecar/front/send-file.ts';
import { compressAnswers } from '../../../sidecar/http/compress.ts';
import { createHttpServer, type HttpServer } from '../../../sidecar/http/http-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentsite-large-'));
const bytes = Buffer.from('Words of a long text. '.repeat(memoryLimit / 20));
let http: HttpServer;
let url = '';

beforeAll(async () => {
  writeFileSync(join(folder, 'large.txt'), bytes);
  writeFileSync(join(folder, 'small.txt'), bytes.subarray(0, 5000));
  const files = new PublishedFolder(folder);
  const app = express().use(compressAnswers);
  app.get('/made', (_request, response) => void response.type('text').send(bytes.toString()));
  app.use((request, response) =>
    sendFile(request, response, files, files.find(request.path) as PublishedFile),
  );
  app.use(handleError(pino({ level: 'silent' })));
  http = createHttpServer(app);
  url = await http.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await http.stop(100);
  rmSync(folder, { recursive: true });
});

async function ask(path: string, headers: Record<string, string>) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(new URL(path, url), { headers }, resolve).on('error', reject);
  });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

it('a file that is streamed has a tag, by which parts and 304 are asked for', async () => {
  const { headers } = await ask('/large.txt', {});
  const tag = String(headers.etag);
  expect(tag).toMatch(/^"[\da-f]+-[\da-f]+"$/);
  const range = { Range: 'bytes=0-4' };
  for (const [condition, status, length] of [
    [{ 'If-None-Match': tag }, 304, 0],
    [{ 'If-Match': '"other"' }, 412, null],
    [{ ...range, 'If-Range': tag }, 206, 5],
    [{ ...range, 'If-Range': '"other"' }, 200, bytes.length],
  ] as const) {
    const answer = await ask('/large.txt', { ...condition });
    expect([condition, answer.status]).toEqual([condition, status]);
    if (length !== null) expect(answer.body.length).toBe(length);
  }
});

describe.each(['br', 'gzip', 'gzip, deflate, br'])('to clients that take %s', (coding) => {
  it('a file that is streamed is sent as it is, since each encoder would take megabytes', async () => {
    const { headers, body } = await ask('/large.txt', { 'Accept-Encoding': coding });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(body.equals(bytes)).toBe(true);
  });

  it('a range of it has the bytes that Content-Range names', async () => {
    const { status, headers, body } = await ask('/large.txt', {
      'Accept-Encoding': coding,
      Range: 'bytes=10-5009',
    });
    expect([status, headers['content-range'], headers['content-encoding']]).toEqual([
      206,
      `bytes 10-5009/${bytes.length}`,
      undefined,
    ]);
    expect(body.equals(bytes.subarray(10, 5010))).toBe(true);
    const beyond = await ask('/large.txt', { 'Accept-Encoding': coding, Range: 'bytes=99999999-' });
    expect([beyond.status, beyond.headers['content-range'], String(beyond.body)]).toEqual([
      416,
      `bytes */${bytes.length}`,
      '',
    ]);
  });

  it('an answer that has not changed says so with the tag and the Vary of the answer itself', async () => {
    for (const path of ['/small.txt', '/made']) {
      const { headers } = await ask(path, { 'Accept-Encoding': coding });
      const tag = String(headers.etag);
      const again = await ask(path, { 'Accept-Encoding': coding, 'If-None-Match': tag });
      expect([again.status, again.headers.etag, again.headers.vary]).toEqual([304, tag, headers.vary]);
    }
  });

  it('a small file and an answer made for the request are compressed', async () => {
    for (const path of ['/small.txt', '/made']) {
      const { headers, body } = await ask(path, { 'Accept-Encoding': coding });
      expect(headers['content-encoding']).toMatch(/^(?:br|gzip)$/);
      expect(body.length).toBeLessThan(1000 + bytes.length / 20);
    }
  });
});
