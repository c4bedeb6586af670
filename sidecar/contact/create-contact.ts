import type { RequestHandler } from 'express';
import type { Site } from '../../src/core/model/site.ts';
import type { PageRenderer } from '../http/page-renderer.ts';
import { describeError } from '../process/logger.ts';
import { createApiRoutes } from './api-routes.ts';
import { ContactService } from './contact-service.ts';
import { createFormRoutes } from './form-routes.ts';
import type { ContactParts } from './parts.ts';

export interface Contact {
  /** `GET` and `POST /wp-json/site/v1/contact`. */
  readonly api: RequestHandler;
  /** `/contact/`, for people; `renderPage` is Astro's handler. */
  readonly form: (site: Site, renderPage: PageRenderer) => RequestHandler;
  readonly service: ContactService;
  /**
   * Waits for sends in flight, at most `limit` milliseconds, aborts the rest and closes the store and the mailer.
   * Deliveries that are not recorded are recorded by the next start.
   */
  readonly close: (limit: number) => Promise<void>;
}

/** Milliseconds between two sweeps of expired data. */
const sweepInterval = 3_600_000;
/** Milliseconds for aborted work to end. */
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
    api: createApiRoutes(parts, service),
    form: (site, renderPage) => createFormRoutes({ ...parts, service, site, renderPage }),
    service,
    close: async (limit) => {
      clearInterval(sweeping);
      const finished = await service.drain(limit);
      service.stop();
      // Aborted work reports to the store while that is still open.
      await service.drain(settling);
      if (!finished) logger.warn('contact work was still running at the end');
      await mailer.close();
      await store.close();
    },
  };
}
