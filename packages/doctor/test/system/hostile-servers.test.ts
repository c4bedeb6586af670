import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { runDoctor } from './doctor-process.ts';
import { createDrip, hostileServers } from './hostile-servers.ts';

/** Whatever a server does: the doctor ends, says something, and takes less than 200 MB. */
const maxMegabytes = 200;
const seconds = 20;

describe('a hostile server', () => {
  it.each(Object.entries(hostileServers))(
    '%s: the doctor ends, and takes less than 200 MB',
    async (_, respond) => {
      const server = createServer(respond);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { status, text, errors, megabytes } = await runDoctor(
        `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        '--seconds',
        String(seconds),
      );
      server.closeAllConnections();
      server.close();
      expect([0, 2], errors).toContain(status);
      expect(JSON.parse(text).format).toBe('agentsite-doctor/1');
      expect(text).not.toContain('\u001b');
      expect(megabytes).toBeGreaterThan(10);
      expect(megabytes).toBeLessThan(maxMegabytes);
    },
  );

  it('one byte at a time: the doctor stops asking after some requests that had no answer', async () => {
    const server = createDrip();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { status, text } = await runDoctor(url, '--timeout', '1');
    server.close();
    expect(status).toBe(2);
    expect(text).toContain('no whole answer within 1 s');
    expect(JSON.parse(text).requests).toBeLessThan(10);
  });
});
