import type { ContactLimits } from '../../../../sidecar/contact/ports.ts';
import type { SubmitTimings } from '../../../../sidecar/contact/submit-timings.ts';

/** What the parent of a fault run and its sidecars say to each other. */
export const crashPoints = ['after-begin', 'after-send', 'before-commit', 'after-commit'] as const;
export type CrashPoint = (typeof crashPoints)[number];

/** Milliseconds; the silence ends before the lease of a hand-over does, as in production. */
export const smtpTimeouts = { connection: 1_000, greeting: 800, silence: 1_200 };

export interface SidecarSetting {
  readonly store: 'redis' | 'sqlite';
  readonly redisUrl: string;
  /** As REDIS_MAY_FORGET: no record waits for a replica. */
  readonly mayForget?: boolean;
  /** Another port to listen on, the one that nginx knows. */
  readonly port?: number;
  /** Milliseconds that its clock is ahead. */
  readonly ahead?: number;
  /** The release that it serves, named in its mails. */
  readonly release?: number;
  readonly siteName: string;
  /** Folder of the SQLite file. */
  readonly folder: string;
  readonly mailer: 'resend' | 'outbox' | 'smtp';
  readonly resendUrl: string;
  readonly smtpUrl: string;
  readonly outbox: string;
  /** Hexadecimal. */
  readonly secret: string;
  readonly limits: ContactLimits;
  readonly timings: Partial<SubmitTimings>;
  /** Dies when the point is reached for this time (1 is the first). */
  readonly crash: { readonly point: CrashPoint; readonly visit: number } | null;
}

export type Order = { readonly number: number } & (
  | { readonly kind: 'configure'; readonly setting: SidecarSetting }
  | { readonly kind: 'drain' }
  | { readonly kind: 'stop' }
);

export type Report =
  | { readonly kind: 'done'; readonly order: number; readonly url: string }
  | { readonly kind: 'failed'; readonly order: number; readonly reason: string };
