import type { RequestListener } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { paths } from '../../src/core/model/urls.ts';
import type { ContactStore, Mailer } from '../contact/ports.ts';

/**
 * What the operator counts, for Prometheus. Labels come from fixed lists: nothing that a visitor sends becomes one.
 *
 *     agentsite_requests_seconds{room="contact",method="POST",status="200"}
 *     agentsite_store_seconds{step="begin",outcome="ok"}
 *     agentsite_mails_total{outcome="accepted"}
 *     agentsite_mail_seconds
 *     agentsite_release_info{release="…"} 1
 */
export interface Metrics {
  readonly registry: Registry;
  readonly measureRequests: (listener: RequestListener) => RequestListener;
  readonly measureStore: (store: ContactStore) => ContactStore;
  readonly measureMailer: (mailer: Mailer) => Mailer;
  readonly showRelease: (release: string) => void;
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);
const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'agentsite_requests_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['room', 'method', 'status'],
    buckets,
    registers,
  });
  const steps = new Histogram({
    name: 'agentsite_store_seconds',
    help: 'Time of each step of the contact store.',
    labelNames: ['step', 'outcome'],
    buckets,
    registers,
  });
  const mails = new Counter({
    name: 'agentsite_mails_total',
    help: 'Mails by the answer of the provider. Of unknown outcomes, check its log.',
    labelNames: ['outcome'],
    registers,
  });
  const sending = new Histogram({
    name: 'agentsite_mail_seconds',
    help: 'Time that the provider took.',
    buckets: [0.1, 0.5, 1, 2, 5, 10, 20],
    registers,
  });
  const release = new Gauge({
    name: 'agentsite_release_info',
    help: 'The release that is served.',
    labelNames: ['release'],
    registers,
  });
  for (const outcome of ['accepted', 'rejected', 'unavailable', 'unknown']) mails.inc({ outcome }, 0);

  const timeStep = async <T>(step: string, work: Promise<T>): Promise<T> => {
    const stop = steps.startTimer({ step });
    try {
      const result = await work;
      stop({ outcome: 'ok' });
      return result;
    } catch (error) {
      stop({ outcome: 'failed' });
      throw error;
    }
  };

  return {
    registry,
    measureRequests: (listener) => (request, response) => {
      const { method = '', url = '' } = request;
      const labels = { room: partOf(url), method: methods.has(method) ? method : 'other' };
      const stop = requests.startTimer(labels);
      response.once('close', () => stop({ status: String(response.statusCode) }));
      listener(request, response);
    },
    measureStore: (store) => ({
      begin: (request) => timeStep('begin', store.begin(request)),
      renew: (request) => timeStep('renew', store.renew(request)),
      commit: (request) => timeStep('commit', store.commit(request)),
      abort: (request) => timeStep('abort', store.abort(request)),
      usage: (channel, caller) => timeStep('usage', store.usage(channel, caller)),
      sweep: () => store.sweep(),
      close: () => store.close(),
    }),
    measureMailer: (mailer) => ({
      deduplicates: mailer.deduplicates,
      send: async (mail, handover) => {
        const stop = sending.startTimer();
        const outcome = await mailer.send(mail, handover);
        stop();
        mails.inc({ outcome: outcome.kind });
        return outcome;
      },
      close: () => mailer.close(),
    }),
    showRelease: (name) => {
      release.reset();
      release.set({ release: name.slice(0, 16) }, 1);
    },
  };
}

/** The part of the site that answers; the label has the name `room`, by which operators query it. */
function partOf(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  if (path === paths.contactApi) return 'contact';
  if (path === paths.contact) return 'form';
  if (path === paths.mcp) return 'mcp';
  if (path === paths.search) return 'search';
  return path.startsWith(paths.wpRoot) ? 'wp' : 'front';
}
