import type { Attempt } from '../contact/ports.ts';
import { callerWindow, siteWindow, type WindowUsage } from '../contact/ports.ts';
import type { prepareStatements } from './sqlite-contact-schema.ts';

/** The sliding windows in which deliveries are counted: of one caller, and of the site. */
export interface Window {
  readonly bucket: string;
  readonly span: number;
}

type Statements = ReturnType<typeof prepareStatements>;

export function windowsOf(channel: Attempt['channel'], caller: string): readonly [Window, Window] {
  return [
    { bucket: `${channel}:${caller}`, span: callerWindow },
    { bucket: channel, span: siteWindow },
  ];
}

/** Milliseconds until a window has room for this slot; 0 when it has, or counts it already. */
export function waitForSlot(
  statements: Statements,
  window: Window,
  slot: string,
  limit: number,
  now: number,
): number {
  const since = now - window.span;
  if (statements.findSlot.get(window.bucket, slot, since)) return 0;
  const { used } = countSlots(statements, window, now);
  if (used < limit) return 0;
  const blocking = statements.nthSlot.get(window.bucket, since, used - limit) as { at: number } | undefined;
  return blocking ? blocking.at + window.span - now : window.span;
}

export function countSlots(statements: Statements, { bucket, span }: Window, now: number): WindowUsage {
  const row = statements.countSlots.get(bucket, now - span) as unknown as {
    used: number;
    oldest: number | null;
  };
  return { used: row.used, reset: row.oldest === null ? 0 : row.oldest + span - now };
}
