import { randomBytes } from 'node:crypto';
import express from 'express';
import { openRedis } from '../../sidecar/adapters/redis-connection.ts';
import { openRedisContactStore } from '../../sidecar/adapters/redis-contact-store.ts';
import { openSqliteContactStore } from '../../sidecar/adapters/sqlite-contact-store.ts';
import { createContact } from '../../sidecar/contact/create-contact.ts';
import type { Clock, ContactStore } from '../../sidecar/contact/ports.ts';
import { createHttpServer } from '../../sidecar/http/http-server.ts';
import { createLogger } from '../../sidecar/process/logger.ts';

const systemClock: Clock = { now: () => Date.now() };

/** The contact endpoint with a provider that takes no time, next to the barest GET that Express can answer. */
const [kind = '', where = ''] = process.argv.slice(2);
const logger = createLogger('silent');
const real =
  kind === 'redis'
    ? await openRedisContactStore({
        connection: await openRedis(where, logger),
        siteName: 'bench.example.org',
        secretCheck: 'same',
        clock: null,
      })
    : openSqliteContactStore(where, systemClock);
/** Spreads deliveries over many windows: none is ever as full as a bench would make the one of a real site. */
const spread = <T extends { channel: string; delivery: string }>(request: T): T => ({
  ...request,
  channel: `agent-${request.delivery.slice(0, 3)}`,
});
const store: ContactStore = {
  begin: (request) => real.begin(spread(request)),
  renew: (request) => real.renew(spread(request)),
  commit: (request) => real.commit(spread(request)),
  abort: (request) => real.abort(spread(request)),
  usage: (channel, caller) => real.usage(channel, caller),
  sweep: () => real.sweep(),
  close: () => real.close(),
};
const plenty = { perCaller: 1_000_000, site: 1_000_000 };
const contact = createContact({
  store,
  mailer: { deduplicates: true, send: async () => ({ kind: 'accepted' }), close: async () => {} },
  secret: randomBytes(32),
  clock: systemClock,
  unrecorded: { list: async () => [], save: async () => {}, remove: async () => {} },
  sweep: async () => {},
  randomBytes,
  logger,
  mailSite: { title: 'Bench', language: 'en', words: {} },
  baseUrl: 'https://bench.example.org',
  limits: { agent: plenty, form: plenty },
  tokenTtl: 900_000,
  behindSocket: false,
});
const app = express().disable('etag').disable('x-powered-by').set('trust proxy', ['loopback']);
app.get('/bare', (_request, response) => response.json({ fine: true }));
app.use(contact.api);
process.send?.(await createHttpServer(app).listen(0, '127.0.0.1'));
process.on('disconnect', () => process.exit());
