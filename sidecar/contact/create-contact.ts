import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { MailSite } from '../../src/core/contact/mail.ts';
import type { ContactChannel } from '../../src/core/contact/message.ts';
import type { Site } from '../../src/core/model/site.ts';
import { describeError } from '../process/logger.ts';
import { createApiRoutes } from './api-routes.ts';
import { ContactService } from './contact-service.ts';
import { createFormRoutes, type PageRenderer } from './form-routes.ts';
import type {
  Clock,
  ContactLimits,
  ContactStore,
  Mailer,
  RandomBytes,
  UnrecordedDeliveries,
} from './ports.ts';
import type { SubmitTimings } from './submit-timings.ts';

/** Everything that the contact endpoint and the form are made of. */
export interface ContactParts {
  readonly store: ContactStore;
  readonly mailer: Mailer;
  readonly secret: Buffer;
  readonly clock: Clock;
  readonly unrecorded: UnrecordedDeliveries;
  readonly randomBytes: RandomBytes;
  readonly logger: Logger;
  readonly mailSite: MailSite;
  readonly baseUrl: string;
  readonly pagesOrigin?: string;
  readonly limits: Readonly<Record<ContactChannel, ContactLimits>>;
  /** Milliseconds for which a submit token is valid. */
  readonly tokenTtl: number;
  readonly behindSocket: boolean;
  /** Deletes what has expired: at the start and every hour. */
  readonly sweep: () => Promise<void>;
  readonly timings?: Partial<SubmitTimings>;
}

export interface Contact {
  /** `GET` and `POST /wp-json/site/v1/contact`. */
  readonly api: RequestHandler;
  /** `/contact/`, for people; `renderPage` is Astro's handler. */
  readonly form: (site: Site, renderPage: PageRenderer) => RequestHandler;
  readonly service: ContactService;
  /**
   * Waits for sends in flight, at most `limit` milliseconds, breaks off the rest and closes the store and the mailer.
   * What was delivered and not recorded is kept for the next start.
   */
  readonly close: (limit: number) => Promise<void>;
}

/** Milliseconds between two looks for what has expired. */
const sweepInterval = 3_600_000;
/** Milliseconds for work that was broken off to end. */
const settling = 1_000;

export function createContact(parts: ContactParts): Contact {
  const { logger, mailer, store } = parts;
  const service = new ContactService(parts);
  const sweep = () =>
    parts.sweep().catch((error) => logger.warn(describeError(error), 'expired contact data was not deleted'));
  const sweeping = setInterval(sweep, sweepInterval);
  sweeping.unref();
  void sweep();
  service
    .recover()
    .catch((error) => logger.error(describeError(error), 'unrecorded deliveries could not be read'));
  return {
    api: createApiRoutes({ ...parts, service, limits: parts.limits.agent }),
    form: (site, renderPage) => createFormRoutes({ ...parts, service, site, renderPage }),
    service,
    close: async (limit) => {
      clearInterval(sweeping);
      const finished = await service.drain(limit);
      service.stop();
      // What was broken off says so to the store while that is still open.
      await service.drain(settling);
      if (!finished) logger.warn('contact work was still running at the end');
      await mailer.close();
      await store.close();
    },
  };
}
