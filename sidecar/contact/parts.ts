import type { Logger } from 'pino';
import type { MailSite } from '../../src/core/contact/mail.ts';
import type { ContactChannel } from '../../src/core/contact/message.ts';
import type {
  Clock,
  ContactLimits,
  ContactStore,
  Mailer,
  RandomBytes,
  UnrecordedDeliveries,
} from './ports.ts';
import type { SubmitTimings } from './submit-timings.ts';

/** Everything that the contact endpoint and the form need. */
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
  /** Origin whose scripts may call the endpoint; absent where the site's pages are on the sidecar's host. */
  readonly pagesOrigin?: string;
  readonly limits: Readonly<Record<ContactChannel, ContactLimits>>;
  /** Milliseconds for which a submit token is valid. */
  readonly tokenTtl: number;
  /** Whether the server listens on a unix socket, where the only peer is the proxy. */
  readonly behindSocket: boolean;
  /** Deletes what has expired: at the start and every hour. */
  readonly sweep: () => Promise<void>;
  readonly timings?: Partial<SubmitTimings>;
}
