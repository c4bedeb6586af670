import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { ContactChannel } from '../../src/core/contact/message.ts';
import type { Site } from '../../src/core/model/site.ts';
import { createApiRoutes } from './api-routes.ts';
import { createFormRoutes, type PageRenderer } from './form-routes.ts';
import type { Clock, ContactLimits, ContactStore, Entropy, Mailer } from './ports.ts';
import { defaultTimings, MessageDesk, type SubmitTimings } from './submit.ts';

/** Everything that the contact endpoint and the form are made of. */
export interface ContactParts {
  readonly store: ContactStore;
  readonly mailer: Mailer;
  readonly secret: Buffer;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly logger: Logger;
  readonly siteTitle: string;
  readonly baseUrl: string;
  readonly limits: Readonly<Record<ContactChannel, ContactLimits>>;
  /** Milliseconds for which a submit token is valid. */
  readonly tokenTtl: number;
  readonly behindSocket: boolean;
  readonly timings?: SubmitTimings;
}

export interface Contact {
  /** `GET` and `POST /wp-json/site/v1/contact`. */
  readonly api: RequestHandler;
  /** `/contact/`, for people; `renderPage` is Astro's handler. */
  readonly form: (site: Site, renderPage: PageRenderer) => RequestHandler;
  readonly desk: MessageDesk;
  /** Waits for sends in flight, at most `limit` milliseconds, then closes the store and the mailer. */
  readonly close: (limit: number) => Promise<void>;
}

export function createContact(parts: ContactParts): Contact {
  const desk = new MessageDesk({ ...parts, timings: parts.timings ?? defaultTimings });
  return {
    api: createApiRoutes({ ...parts, desk, limits: parts.limits.agent }),
    form: (site, renderPage) => createFormRoutes({ ...parts, desk, site, renderPage }),
    desk,
    close: async (limit) => {
      const finished = await desk.drain(limit);
      if (!finished) parts.logger.warn('contact work was still running at the end');
      await parts.mailer.close();
      await parts.store.close();
    },
  };
}
