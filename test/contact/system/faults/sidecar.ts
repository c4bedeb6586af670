import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import express from 'express';
import { openOutboxMailer } from '../../../../sidecar/adapters/outbox-mailer.ts';
import { openRedis, type RedisConnection } from '../../../../sidecar/adapters/redis-connection.ts';
import { openRedisContactStore } from '../../../../sidecar/adapters/redis-contact-store.ts';
import { openResendMailer } from '../../../../sidecar/adapters/resend-mailer.ts';
import { openSmtpMailer } from '../../../../sidecar/adapters/smtp-mailer.ts';
import { openSqliteContactStore } from '../../../../sidecar/adapters/sqlite-contact-store.ts';
import { keepUnrecordedDeliveries } from '../../../../sidecar/adapters/unrecorded-deliveries.ts';
import { type Contact, createContact } from '../../../../sidecar/contact/create-contact.ts';
import type { ContactStore, Mailer } from '../../../../sidecar/contact/ports.ts';
import { createHttpServer, type HttpServer } from '../../../../sidecar/http/http-server.ts';
import { createLogger } from '../../../../sidecar/process/logger.ts';
import { envelope, systemClock } from '../../../helpers/contact-app.ts';
import { type Order, type Report, type SidecarSetting, smtpTimeouts } from './messages.ts';

/**
 * A sidecar for fault runs: the real contact endpoint on real adapters, which takes its setting from its parent, as
 * often as the parent likes, and kills itself at a named point on request.
 */
const logger = createLogger('silent');
let current: Contact | null = null;
let redis: RedisConnection | null = null;
let fixed: HttpServer | null = null;

const app = express().set('trust proxy', ['loopback']);
app.use((request, response, next) => {
  if (!current) return response.status(503).end();
  return current.api(request, response, next);
});
const http = createHttpServer(app);
const url = await http.listen(0, '127.0.0.1');

process.on('message', async (order: Order) => {
  try {
    if (order.kind === 'configure') await configure(order.setting);
    if (order.kind === 'stop') {
      await Promise.all([http.stop(2_000), fixed?.stop(2_000)]);
      await current?.close(5_000);
      process.exit();
    }
    if (order.kind === 'drain') await current?.service.drain(10_000);
    report({ kind: 'done', order: order.number, url });
  } catch (error) {
    report({ kind: 'failed', order: order.number, reason: String(error) });
  }
});
process.on('disconnect', () => process.exit());

function report(message: Report): void {
  process.send?.(message);
}

async function configure(setting: SidecarSetting): Promise<void> {
  await current?.close(1_000);
  current = null;
  const die = dieAt(setting);
  const store = await openStore(setting);
  const mailer = await openMailer(setting);
  if (setting.port && !fixed) {
    fixed = createHttpServer(app);
    await fixed.listen(setting.port, '127.0.0.1');
  }
  const ahead = setting.ahead ?? 0;
  current = createContact({
    store: mortalStore(store, die),
    mailer: mortalMailer(mailer, die),
    secret: Buffer.from(setting.secret, 'hex'),
    clock: { now: () => Date.now() + ahead },
    unrecorded: keepUnrecordedDeliveries(join(setting.folder, 'unrecorded')),
    sweep: async () => {},
    randomBytes,
    logger,
    mailSite: { title: `Field notes ${setting.release ?? 0}`, language: 'en', words: {} },
    baseUrl: 'https://notes.example.org',
    limits: { agent: setting.limits, form: setting.limits },
    tokenTtl: 900_000,
    behindSocket: false,
    timings: setting.timings,
  });
}

async function openStore(setting: SidecarSetting): Promise<ContactStore> {
  if (setting.store === 'sqlite') return openSqliteContactStore(setting.folder, systemClock);
  redis ??= await openRedis(setting.redisUrl, logger, { mayForget: setting.mayForget ?? false });
  const options = { connection: redis, siteName: setting.siteName, secretCheck: 'same', clock: null };
  for (let tries = 0; ; tries++) {
    try {
      return await openRedisContactStore(options);
    } catch (error) {
      // The connection may have been cut at the end of the last schedule.
      if (tries === 100) throw error;
      await delay(50);
    }
  }
}

async function openMailer(setting: SidecarSetting): Promise<Mailer> {
  if (setting.mailer === 'resend') return openResendMailer('re_test', envelope, setting.resendUrl);
  if (setting.mailer === 'smtp') return openSmtpMailer(setting.smtpUrl, envelope, smtpTimeouts);
  return openOutboxMailer(setting.outbox, envelope);
}

/** Ends this process the way a power switch does, when a point is reached for the chosen time. */
function dieAt(setting: SidecarSetting) {
  const left = new Map(setting.crash ? [[setting.crash.point, setting.crash.visit]] : []);
  return async (point: string): Promise<void> => {
    const visits = left.get(point as never);
    if (visits === undefined) return;
    left.set(point as never, visits - 1);
    if (visits > 1) return;
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  };
}

function mortalStore(store: ContactStore, die: (point: string) => Promise<void>): ContactStore {
  return {
    begin: async (request) => {
      const begun = await store.begin(request);
      if (begun.kind === 'go') await die('after-begin');
      return begun;
    },
    commit: async (request) => {
      await die('before-commit');
      const committed = await store.commit(request);
      await die('after-commit');
      return committed;
    },
    renew: (request) => store.renew(request),
    abort: (request) => store.abort(request),
    usage: (channel, caller) => store.usage(channel, caller),
    sweep: () => store.sweep(),
    close: () => store.close(),
  };
}

function mortalMailer(mailer: Mailer, die: (point: string) => Promise<void>): Mailer {
  return {
    deduplicates: mailer.deduplicates,
    send: async (mail, handover) => {
      const outcome = await mailer.send(mail, handover);
      if (outcome.kind === 'accepted') await die('after-send');
      return outcome;
    },
    close: () => mailer.close(),
  };
}
