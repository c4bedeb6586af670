import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { logRequests } from '../../../../sidecar/front/log-requests.ts';
import { readLine } from '../../src/read-line.ts';

it('the sidecar logs requests as the command reads them, without query, address and cookies', () => {
  const lines: string[] = [];
  const logger = pino(
    { level: 'debug', base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => void lines.push(line) },
  );
  const headers = { 'user-agent': 'node', cookie: 'a=secret', referer: 'https://secret.example/' };
  const response = Object.assign(new EventEmitter(), {
    statusCode: 200,
    getHeader: () => 'text/markdown; charset=utf-8',
  });
  const request = { method: 'GET', path: '/a/', url: '/a/?q=secret', ip: '203.0.113.9', headers };
  logRequests(logger)(request as unknown as Request, response as unknown as Response, () => {});
  response.emit('finish');
  expect(readLine(lines[0] ?? '')).toMatchObject({
    path: '/a/index.md',
    status: 200,
    agent: 'node',
    mode: '',
  });
  expect(lines.join('')).not.toMatch(/secret|203\.0/);
});
