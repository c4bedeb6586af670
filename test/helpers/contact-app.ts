import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { openOutboxMailer } from '../../sidecar/adapters/outbox-mailer.ts';
import { openSqliteContactStore } from '../../sidecar/adapters/sqlite-contact-store.ts';
import { keepUnrecordedDeliveries } from '../../sidecar/adapters/unrecorded-deliveries.ts';
import { type Contact, createContact } from '../../sidecar/contact/create-contact.ts';
import type { ContactParts } from '../../sidecar/contact/parts.ts';
import type { Clock } from '../../sidecar/contact/ports.ts';
import { createHttpServer, type HttpServer } from '../../sidecar/http/http-server.ts';
import { createLogger } from '../../sidecar/process/logger.ts';

export const systemClock: Clock = { now: () => Date.now() };

export const envelope = {
  from: { name: 'Field notes', address: 'contact@notes.example.org' },
  to: { name: '', address: 'owner@example.org' },
  domain: 'notes.example.org',
};

export interface ContactApp {
  readonly url: string;
  readonly endpoint: string;
  readonly contact: Contact;
  readonly parts: ContactParts;
  readonly http: HttpServer;
  readonly outbox: string;
  /** Ends it, closes its parts and removes their folder. */
  readonly stop: () => Promise<void>;
}

/** Everything that the contact endpoint needs; what is not given is real, in this folder. */
export async function contactParts(folder: string, given: Partial<ContactParts> = {}): Promise<ContactParts> {
  return {
    store: given.store ?? openSqliteContactStore(folder, given.clock ?? systemClock),
    mailer: given.mailer ?? (await openOutboxMailer(join(folder, 'outbox'), envelope)),
    unrecorded: keepUnrecordedDeliveries(join(folder, 'unrecorded')),
    sweep: async () => {},
    secret: randomBytes(32),
    clock: systemClock,
    randomBytes,
    logger: createLogger('silent'),
    mailSite: { title: 'Field notes', language: 'en', words: {} },
    baseUrl: 'https://notes.example.org',
    limits: { agent: { perCaller: 10, site: 25 }, form: { perCaller: 5, site: 50 } },
    tokenTtl: 900_000,
    behindSocket: false,
    ...given,
  };
}

/** A sidecar with only the contact endpoint, on a free port. Parts that are not given are real ones in a new folder. */
export async function startContactApp(given: Partial<ContactParts> = {}): Promise<ContactApp> {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-contact-'));
  const outbox = join(folder, 'outbox');
  const parts = await contactParts(folder, given);
  const contact = createContact(parts);
  const app = express().set('trust proxy', ['loopback']).disable('etag').disable('x-powered-by');
  app.use(contact.api);
  const http = createHttpServer(app);
  const url = await http.listen(0, '127.0.0.1');
  return {
    url,
    endpoint: `${url}/wp-json/site/v1/contact`,
    contact,
    parts,
    http,
    outbox,
    stop: async () => {
      await http.stop(2_000);
      await contact.close(2_000);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function fetchToken(endpoint: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(endpoint, { headers });
  const document = (await response.json()) as { submit_token: string };
  return document.submit_token;
}

export const validMessage = {
  name: 'A Visitor',
  email: 'visitor@example.org',
  message: 'Hello.\nA second line.',
};

/** POSTs a message; fields and headers add to, or replace, a valid one's. */
export function postMessage(
  endpoint: string,
  fields: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ ...validMessage, ...fields }),
  });
}
